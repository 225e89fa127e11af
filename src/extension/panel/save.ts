import * as vscode from 'vscode';
import type { KernelRef } from '../../panel/graphModel.js';
import type { ExportFormat } from '../../panel/messages.js';
import { TEXTS } from '../texts.js';
import { say } from '../words.js';

const FILES: Readonly<Record<ExportFormat, readonly [name: string, extension: string]>> = {
  svg: ['SVG', 'svg'], png: ['PNG', 'png'], mermaid: ['Mermaid', 'mmd'], dot: ['Graphviz', 'dot'], json: ['JSON', 'json'], markdown: ['Markdown', 'md'],
};

/** Asks where to and writes it; the suggestion is next to the kernel's file, or in the first folder where that has no place of its own. */
export async function saveExport(kernel: KernelRef, format: ExportFormat, content: Uint8Array): Promise<void> {
  const [name, extension] = FILES[format];
  const source = vscode.Uri.parse(kernel.uri);
  const folder = source.scheme === 'untitled' ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(source, '..');
  const file = `${(kernel.name ?? 'kernel').replace(/\W+/g, '-')}.${extension}`;
  const target = await vscode.window.showSaveDialog({ filters: { [name]: [extension] }, ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }) });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, content);
  const open = say(TEXTS.open);
  const chosen = await vscode.window.showInformationMessage(say(TEXTS.written, vscode.workspace.asRelativePath(target)), open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}
