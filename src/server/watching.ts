/** Asks the client to tell of files that come, change and go: those of the workspace, and what project files bring in from elsewhere. */
import { DidChangeWatchedFilesNotification, WatchKind, type Connection, type Disposable, type FileSystemWatcher } from 'vscode-languageserver';
import { PROJECT_FILE } from '../host/project.js';
import { SOURCE_EXTENSIONS } from '../host/sources.js';
import type { Client } from './client.js';
import { sendQuietly } from './guard.js';
import type { Session } from './session.js';
import type { WatchedFile } from './workspace/projectFiles.js';

export function watchFiles(connection: Connection, client: Client, session: Session): void {
  if (!client.watchesFiles) return;
  const register = (watchers: FileSystemWatcher[]): Promise<Disposable> => connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  const sources = { globPattern: `**/*.{${SOURCE_EXTENSIONS.join(',')}}` };
  const projects = { globPattern: `**/${PROJECT_FILE}` };
  // When a directory is moved or deleted, some watchers announce it alone and not what is in it.
  const directories = { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete };
  sendQuietly(() => register([sources, projects, directories]));
  // Without a folder of its own a pattern is one of the workspace, and these files can be above it.
  if (client.watchesElsewhere) session.listen({ configured: followWatched(register, session) });
}

/** Registers what is to be watched now in place of what was, one after the other. */
function followWatched(register: (watchers: FileSystemWatcher[]) => Promise<Disposable>, session: Session): () => void {
  let known = '[]';
  let registered: Promise<Disposable | undefined> = Promise.resolve(undefined);
  return () => {
    const wanted = new Map(session.workspace.projects.watched.map((file) => [`${file.folder}/${file.name}`, watcherOf(file)]));
    const key = JSON.stringify([...wanted.keys()].sort());
    if (key === known) return;
    known = key;
    const before = registered;
    registered = before.then((last) => {
      last?.dispose();
      return wanted.size === 0 ? undefined : register([...wanted.values()]);
    }).catch(() => undefined);
  };
}

/** A name is no pattern: a project file chooses that of its baseline. */
function watcherOf({ folder, name }: WatchedFile): FileSystemWatcher {
  return { globPattern: { baseUri: folder, pattern: name.replace(/[*?[\]{}!,\\]/gu, '?') } };
}
