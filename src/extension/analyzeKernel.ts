/** SymScope: Analyze Kernel. The kernel under the cursor, or that of the lens, else one from a list. */
import * as vscode from 'vscode';
import { ANALYZE_KERNEL_COMMAND, KERNELS, type AnalyzeKernelArguments, type KernelsParams, type KernelSummary } from '../server/protocol.js';
import type { App } from './app.js';
import { command } from './commands.js';
import { kernelGraphs } from './kernelGraphs.js';
import { isOurs } from './languages.js';
import { openKernelPanel, registerKernelPanels } from './panel/index.js';

export function analyzeKernel(app: App): vscode.Disposable {
  const source = kernelGraphs(app);
  return vscode.Disposable.from(
    source,
    registerKernelPanels(app.context, source),
    command(app, ANALYZE_KERNEL_COMMAND, async (argument) => {
      const target = readArguments(argument) ?? (await underCursor(app)) ?? (await fromList(app));
      if (target !== undefined) openKernelPanel(app.context, source, target);
    }),
  );
}

/** The lens passes them; a keybinding or another extension may pass anything. */
function readArguments(value: unknown): AnalyzeKernelArguments | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uri, name, line } = value as Partial<Record<keyof AnalyzeKernelArguments, unknown>>;
  return typeof uri === 'string' && typeof name === 'string' && typeof line === 'number' ? { uri, name, line } : undefined;
}

async function underCursor(app: App): Promise<AnalyzeKernelArguments | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isOurs(editor.document)) return undefined;
  const line = editor.selection.active.line + 1;
  const kernels = await ask(app, { uri: editor.document.uri.toString() }, 'Analyzing the file');
  const here = kernels.find((kernel) => kernel.line <= line && line <= kernel.endLine);
  return here && { uri: here.uri, name: here.name, line };
}

type KernelItem = vscode.QuickPickItem & { readonly kernel?: KernelSummary };

async function fromList(app: App): Promise<AnalyzeKernelArguments | undefined> {
  const kernels = await ask(app, {}, 'Looking for kernels');
  if (kernels.length === 0) {
    void vscode.window.showInformationMessage('SymScope: there is no CUDA kernel in this workspace, nor in the open files.');
    return undefined;
  }
  const current = vscode.window.activeTextEditor?.document.uri.toString();
  const isHere = ({ uri }: KernelSummary): boolean => uri === current;
  const items = [...group('This file', kernels.filter(isHere)), ...group('Workspace', kernels.filter((kernel) => !isHere(kernel)))];
  const chosen = await vscode.window.showQuickPick(items, { title: 'Analyze Kernel', placeHolder: 'Kernel', matchOnDescription: true, matchOnDetail: true });
  return chosen?.kernel;
}

function group(label: string, kernels: readonly KernelSummary[]): KernelItem[] {
  if (kernels.length === 0) return [];
  const items = kernels.map((kernel) => ({
    label: kernel.name,
    description: kernel.summary,
    detail: `${vscode.workspace.asRelativePath(vscode.Uri.parse(kernel.uri))}:${kernel.line}`,
    kernel,
  }));
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

async function ask({ client }: App, params: KernelsParams, title: string): Promise<readonly KernelSummary[]> {
  const options = { location: vscode.ProgressLocation.Notification, title: `SymScope: ${title}`, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const kernels = await client.sendRequest<readonly KernelSummary[]>(KERNELS, params, token);
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return kernels;
  });
}
