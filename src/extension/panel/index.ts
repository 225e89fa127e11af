/** The webview panel that shows a kernel: opening it, restoring it after a reload, following the cursor. */
import * as vscode from 'vscode';
import type { KernelRef } from '../../panel/graphModel.js';
import { readPanelState } from '../../panel/messages.js';
import { runKernelPanel } from './kernelPanel.js';
import type { KernelPanel } from './kernelPanel.js';
import type { KernelGraphSource } from './source.js';
import { TEXTS } from '../texts.js';
import { say } from '../words.js';

export type { KernelGraphSource } from './source.js';

/** Also named in the manifest's `activationEvents` (`onWebviewPanel:…`), which restoring needs. */
export const KERNEL_PANEL = 'symscope.kernelGraph';

const open = new Set<KernelPanel>();

/** Opens the panel of a kernel, or brings the one that is open for it to the front. `ref.line` is highlighted. */
export function openKernelPanel(context: vscode.ExtensionContext, source: KernelGraphSource, ref: KernelRef): void {
  const existing = [...open].find((panel) => isSame(panel.kernel, ref));
  const panel = existing ?? create(context, source, ref);
  if (existing !== undefined) existing.panel.reveal(undefined, true);
  if (ref.line !== undefined) panel.highlight(vscode.Uri.parse(ref.uri), ref.line);
}

/** The panel that was used last, among those that are open. */
export function currentKernelPanel(): KernelPanel | undefined {
  const all = [...open];
  return all.find(({ panel }) => panel.active) ?? all.find(({ panel }) => panel.visible) ?? all.at(-1);
}

/** Restores panels after a reload of the window and highlights in open panels what the cursor is on. */
export function registerKernelPanels(context: vscode.ExtensionContext, source: KernelGraphSource): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(KERNEL_PANEL, {
      deserializeWebviewPanel(panel: vscode.WebviewPanel, stored: unknown) {
        const state = readPanelState(stored);
        if (state === undefined) panel.dispose();
        else adopt(runKernelPanel(context, source, panel, state.kernel));
        return Promise.resolve();
      },
    }),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      const line = event.selections[0]?.active.line;
      if (line === undefined) return;
      for (const panel of open) panel.highlight(event.textEditor.document.uri, line + 1);
    }),
  );
}

function create(context: vscode.ExtensionContext, source: KernelGraphSource, ref: KernelRef): KernelPanel {
  const panel = vscode.window.createWebviewPanel(
    KERNEL_PANEL,
    ref.name ?? say(TEXTS.kernel),
    // Panels share a column: another one beside each would leave no room for any of them.
    { viewColumn: currentKernelPanel()?.panel.viewColumn ?? vscode.ViewColumn.Beside, preserveFocus: false },
    { enableScripts: true },
  );
  return adopt(runKernelPanel(context, source, panel, ref));
}

function adopt(panel: KernelPanel): KernelPanel {
  open.add(panel);
  panel.panel.onDidDispose(() => open.delete(panel));
  return panel;
}

/** Whether a reference means the kernel that a panel shows. Without a name it is not known, so a new panel opens. */
function isSame(shown: KernelRef, ref: KernelRef): boolean {
  return shown.uri === ref.uri && ref.name !== undefined && shown.name === ref.name;
}
