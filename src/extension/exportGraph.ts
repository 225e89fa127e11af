/** SymScope: Export Graph. The graph of the panel that was used last, in a format from a list. */
import * as vscode from 'vscode';
import { EXPORT_FORMATS, type ExportFormat } from '../panel/messages.js';
import { ANALYZE_KERNEL_COMMAND } from '../server/protocol.js';
import type { App } from './app.js';
import { command } from './commands.js';
import { currentKernelPanel } from './panel/index.js';
import { TEXTS, titleOf } from './texts.js';
import { say } from './words.js';

const NAMES: Readonly<Record<ExportFormat, string>> = { svg: 'SVG', png: 'PNG', mermaid: 'Mermaid', dot: 'Graphviz DOT', json: 'JSON', markdown: 'Markdown' };

export function exportGraph(app: App): vscode.Disposable {
  return command(app, 'symscope.exportGraph', async (argument) => {
    const panel = currentKernelPanel();
    if (panel === undefined) {
      const analyze = say(titleOf(ANALYZE_KERNEL_COMMAND));
      const chosen = await vscode.window.showInformationMessage(say(TEXTS.noGraph), analyze);
      if (chosen === analyze) await vscode.commands.executeCommand(ANALYZE_KERNEL_COMMAND);
      return;
    }
    const format = EXPORT_FORMATS.find((each) => each === argument) ?? (await pick());
    if (format !== undefined) await panel.export(format);
  });
}

async function pick(): Promise<ExportFormat | undefined> {
  const items = EXPORT_FORMATS.map((format) => ({ label: NAMES[format], format }));
  return (await vscode.window.showQuickPick(items, { title: say(TEXTS.exportGraph) }))?.format;
}
