/** SymScope: Analyze Kernel. The kernel under the cursor, or that of the lens, else one from a list. */
import * as vscode from 'vscode';
import type { Text } from '../core/knowledge/language.js';
import { ANALYZE_KERNEL_COMMAND, KERNELS, type AnalyzeKernelArguments, type KernelsParams, type KernelSummary } from '../server/protocol.js';
import type { App } from './app.js';
import { command } from './commands.js';
import { kernelGraphs } from './kernelGraphs.js';
import { isOurs } from './languages.js';
import { openKernelPanel, registerKernelPanels } from './panel/index.js';
import { ask } from './serverWork.js';
import { TEXTS, titleOf } from './texts.js';
import { say } from './words.js';

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
  const kernels = await kernelsOf(app, { uri: editor.document.uri.toString() }, TEXTS.analyzing);
  const here = kernels.find((kernel) => kernel.line <= line && line <= kernel.endLine);
  return here && { uri: here.uri, name: here.name, line };
}

type KernelItem = vscode.QuickPickItem & { readonly kernel?: KernelSummary };

async function fromList(app: App): Promise<AnalyzeKernelArguments | undefined> {
  const kernels = await kernelsOf(app, {}, TEXTS.looking);
  if (kernels.length === 0) {
    void vscode.window.showInformationMessage(say(TEXTS.noKernels));
    return undefined;
  }
  const current = vscode.window.activeTextEditor?.document.uri.toString();
  const isHere = ({ uri }: KernelSummary): boolean => uri === current;
  const items = [...group(say(TEXTS.thisFile), kernels.filter(isHere)), ...group(say(TEXTS.workspace), kernels.filter((kernel) => !isHere(kernel)))];
  const chosen = await vscode.window.showQuickPick(items, { title: say(titleOf(ANALYZE_KERNEL_COMMAND)), placeHolder: say(TEXTS.kernel), matchOnDescription: true, matchOnDetail: true });
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

function kernelsOf(app: App, params: KernelsParams, title: Text): Promise<readonly KernelSummary[]> {
  return ask<readonly KernelSummary[]>(app, say(title), KERNELS, params);
}
