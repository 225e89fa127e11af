/** Reads files for the server where it cannot: in virtual workspaces. The server asks only about folders of the workspace. */
import * as vscode from 'vscode';
import { READ_DIRECTORY, READ_FILE, STAT } from '../server/protocol.js';
import type { DirectoryEntry, FileParams, ReadFileParams, ReadFileResult, StatResult } from '../server/protocol.js';
import type { App } from './app.js';

export function fileAccess({ client }: App): vscode.Disposable {
  return vscode.Disposable.from(
    client.onRequest(READ_DIRECTORY, async ({ uri }: FileParams): Promise<readonly DirectoryEntry[] | null> =>
      orNull(async () => {
        const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.parse(uri));
        return entries.flatMap(([name, type]) => {
          const kind = kindOf(type);
          return kind === null ? [] : [{ name, kind }];
        });
      }),
    ),
    client.onRequest(STAT, async ({ uri }: FileParams): Promise<StatResult> =>
      orNull(async () => kindOf((await vscode.workspace.fs.stat(vscode.Uri.parse(uri))).type)),
    ),
    client.onRequest(READ_FILE, async ({ uri, maxSize }: ReadFileParams): Promise<ReadFileResult> =>
      orNull(async () => {
        const address = vscode.Uri.parse(uri);
        if ((await vscode.workspace.fs.stat(address)).size > maxSize) return null;
        return Buffer.from(await vscode.workspace.fs.readFile(address)).toString('base64');
      }),
    ),
  );
}

/** Links count as what they lead to: such file systems do not say where that is. */
function kindOf(type: vscode.FileType): 'file' | 'directory' | null {
  if ((type & vscode.FileType.Directory) !== 0) return 'directory';
  return (type & vscode.FileType.File) !== 0 ? 'file' : null;
}

async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}
