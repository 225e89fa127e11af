import * as vscode from 'vscode';
import { atLine, graphFiles } from '../../panel/atLine.js';
import { DEFAULT_LAYOUT } from '../../panel/graphModel.js';
import type { KernelGraphAnswer, KernelRef, LayoutOptions } from '../../panel/graphModel.js';
import { isPicture, readPanelMessage } from '../../panel/messages.js';
import type { ExportFormat, HostMessage, PanelMessage } from '../../panel/messages.js';
import { createComparison } from './comparison.js';
import { panelPage, randomNonce } from './html.js';
import { revealPlace } from './reveal.js';
import { saveExport } from './save.js';
import type { KernelGraphSource } from './source.js';
import { TEXTS } from '../texts.js';
import { languageShown, say } from '../words.js';

/** Milliseconds without a further change before an open panel asks again. */
const REFRESH_DELAY = 200;

/** The running side of one webview panel. */
export interface KernelPanel {
  readonly panel: vscode.WebviewPanel;
  readonly kernel: KernelRef;
  /** Asks for a file name and writes the graph there, as it is shown. */
  export(format: ExportFormat): Promise<void>;
  /** Highlights what stands for a line (1-based) of a document. */
  highlight(document: vscode.Uri, line: number): void;
}

/** Fills a webview panel and keeps it up to date until it is closed. */
export function runKernelPanel(
  context: vscode.ExtensionContext,
  source: KernelGraphSource,
  panel: vscode.WebviewPanel,
  initial: KernelRef,
): KernelPanel {
  let kernel = initial;
  let layout: LayoutOptions = DEFAULT_LAYOUT;
  let answer: KernelGraphAnswer | undefined;
  let running: vscode.CancellationTokenSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the last `highlight` asked for, if the graph was not there yet. */
  let pending: { readonly document: vscode.Uri; readonly line: number } | undefined;

  // Messages to a hidden webview are dropped: it asks again with `ready` when it is shown.
  const post = (message: HostMessage): void => void panel.webview.postMessage(message);

  const comparison = createComparison(source, post);

  const refresh = async (): Promise<void> => {
    running?.cancel();
    const cancellation = new vscode.CancellationTokenSource();
    running = cancellation;
    post({ kind: 'busy', busy: true });
    try {
      const next = await source.kernelGraph({ ...kernel, layout }, cancellation.token);
      if (!cancellation.token.isCancellationRequested) show(next);
    } catch (error) {
      if (!cancellation.token.isCancellationRequested) post({ kind: 'unavailable', reason: say(TEXTS.notMade, messageOf(error)) });
    } finally {
      cancellation.dispose();
      if (running === cancellation) {
        running = undefined;
        post({ kind: 'busy', busy: false });
      }
    }
  };

  const show = (next: KernelGraphAnswer | null): void => {
    answer = next ?? undefined;
    if (next === null) {
      const name = kernel.name ?? say(TEXTS.thisKernel);
      post({ kind: 'unavailable', reason: say(TEXTS.noKernel, name, nameOf(kernel.uri)) });
      return;
    }
    kernel = { uri: next.uri, name: next.kernel.name, line: next.kernel.line };
    panel.title = next.kernel.name;
    post({ kind: 'show', answer: next });
    if (pending !== undefined) highlight(pending.document, pending.line);
  };

  const highlight = (document: vscode.Uri, line: number): void => {
    pending = { document, line };
    if (answer === undefined) return;
    const { kernel: shown, uri } = answer;
    const files = graphFiles(shown).filter((file) => source.locate(file, uri)?.toString() === document.toString());
    post({ kind: 'highlight', ...atLine(shown, new Set(files), line) });
  };

  const exportAs = async (format: ExportFormat): Promise<void> => {
    if (isPicture(format)) {
      // Drawn by the page, which knows the theme; it answers with `save`. A hidden page gets no messages.
      panel.reveal(undefined, true);
      post({ kind: 'export', format });
      return;
    }
    const text = await source.exportGraph({ ...kernel, layout, format });
    if (text === null) throw new Error(say(TEXTS.nothingToExport, kernel.name ?? say(TEXTS.thisKernel)));
    await saveExport(kernel, format, new TextEncoder().encode(text));
  };

  const receive = async (message: PanelMessage): Promise<void> => {
    switch (message.kind) {
      case 'ready':
      case 'layout':
        layout = message.layout;
        await refresh();
        return;
      case 'reveal': {
        const uri = source.locate(message.file, kernel.uri);
        if (uri !== undefined) await revealPlace(uri, message.line, message.column, panel.viewColumn);
        return;
      }
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'compare':
        await comparison.ask({ ...kernel, ...(message.other === undefined ? {} : { other: message.other }), ...(layout.given === undefined ? {} : { given: layout.given }) });
        return;
      case 'addFolder':
        await vscode.commands.executeCommand('workbench.action.addRootFolder');
        return;
      case 'export':
        await exportAs(message.format);
        return;
      case 'save':
        await saveExport(kernel, message.format, message.format === 'png' ? Uint8Array.from(atob(message.data), (char) => char.charCodeAt(0)) : new TextEncoder().encode(message.data));
        return;
      case 'failed':
        throw new Error(say(TEXTS.notDrawn, message.message));
    }
  };

  const subscriptions = [
    panel.webview.onDidReceiveMessage((value: unknown) => {
      const message = readPanelMessage(value);
      if (message === undefined) return;
      receive(message).catch((error: unknown) => void vscode.window.showErrorMessage(say(TEXTS.symscope, messageOf(error))));
    }),
    source.onDidChange((uris) => {
      if (panel.visible) comparison.changed(uris);
      if (!panel.visible || !concerns(answer, source, kernel.uri, uris)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), REFRESH_DELAY);
    }),
  ];
  panel.onDidDispose(() => {
    clearTimeout(timer);
    running?.cancel();
    comparison.dispose();
    for (const subscription of subscriptions) subscription.dispose();
  });
  fillPage(context, panel);

  return {
    panel,
    get kernel() {
      return kernel;
    },
    export: exportAs,
    highlight,
  };
}

function fillPage(context: vscode.ExtensionContext, panel: vscode.WebviewPanel): void {
  const folder = vscode.Uri.joinPath(context.extensionUri, 'dist');
  panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const file = (name: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  panel.webview.html = panelPage({
    cspSource: panel.webview.cspSource,
    script: file('panel.js'),
    style: file('panel.css'),
    nonce: randomNonce(),
    language: languageShown(),
  });
}

/** Whether a change of these documents can change the graph: its own document, or one that the graph points into. */
function concerns(answer: KernelGraphAnswer | undefined, source: KernelGraphSource, kernelUri: string, uris: readonly string[]): boolean {
  if (answer === undefined || uris.includes(kernelUri)) return true;
  return graphFiles(answer.kernel).some((file) => uris.includes(source.locate(file, answer.uri)?.toString() ?? ''));
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
