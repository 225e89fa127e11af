/** SymScope: Open Counterpart. What another project does in place of what the cursor is on, beside the current editor. */
import * as vscode from 'vscode';
import { COUNTERPART, OPEN_COUNTERPART_COMMAND, type CounterpartParams, type CounterpartResult, type OpenCounterpartArguments, type Target } from '../server/protocol.js';
import type { App } from './app.js';
import { command } from './commands.js';
import { explain } from './compareProjects.js';
import { isOurs } from './languages.js';
import { COMPARE_TEXTS as TEXTS } from './manifest/compareTexts.js';
import { ask } from './serverWork.js';
import { say } from './words.js';

export function openCounterpart(app: App): vscode.Disposable {
  const found = highlighter();
  return vscode.Disposable.from(
    found,
    command(app, OPEN_COUNTERPART_COMMAND, async (argument) => {
      const known = readTarget(argument);
      if (known !== undefined) {
        await found.show(known);
        return;
      }
      const place = readPlace(argument) ?? cursor();
      if (place === undefined) {
        void vscode.window.showInformationMessage(say(TEXTS.noEditor));
        return;
      }
      const answer = await ask<CounterpartResult>(app, say(TEXTS.looking), COUNTERPART, place);
      switch (answer?.state) {
        case 'found': await found.show(answer.target); return;
        case 'none': void vscode.window.showInformationMessage(say(TEXTS.noCounterpart, answer.name)); return;
        case 'one-project': await explain(say(TEXTS.onlyProject)); return;
        case 'nothing': void vscode.window.showInformationMessage(say(TEXTS.nothing)); return;
        case undefined: return;
      }
    }),
  );
}

/** A hover's link names the target; it comes as text, so that nothing about it is certain. */
function readTarget(value: unknown): Target | undefined {
  if (typeof value !== 'object' || value === null || !('target' in value)) return undefined;
  const { target } = value as Partial<OpenCounterpartArguments>;
  const { uri, line, column, endColumn } = (target ?? {}) as Partial<Record<keyof Target, unknown>>;
  return typeof uri === 'string' && typeof line === 'number' && typeof column === 'number' && typeof endColumn === 'number' ? { uri, line, column, endColumn } : undefined;
}

/** The tree passes its item; a menu of the editor passes the document alone. */
function readPlace(value: unknown): CounterpartParams | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uri, line, column } = value as Partial<Record<keyof CounterpartParams, unknown>>;
  return typeof uri === 'string' && typeof line === 'number' ? { uri, line, column: typeof column === 'number' ? column : 1 } : undefined;
}

function cursor(): CounterpartParams | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isOurs(editor.document)) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line: line + 1, column: character + 1 };
}

/** Opens a place beside the current editor; its line stands out until the cursor goes elsewhere. */
function highlighter() {
  const decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    // High contrast themes have borders instead of backgrounds.
    borderColor: new vscode.ThemeColor('editor.rangeHighlightBorder'),
    borderStyle: 'solid',
    borderWidth: '1px',
    overviewRulerColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  let shown: { readonly editor: vscode.TextEditor; readonly range: vscode.Range } | undefined;
  const moved = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    if (shown?.editor !== textEditor || selections[0]?.isEqual(shown.range) === true) return;
    textEditor.setDecorations(decoration, []);
    shown = undefined;
  });
  return {
    async show({ uri, line, column, endColumn }: Target): Promise<void> {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      const range = document.validateRange(new vscode.Range(line - 1, column - 1, line - 1, endColumn - 1));
      const editor = await vscode.window.showTextDocument(document, { viewColumn: columnOf(document), selection: range });
      editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
      editor.setDecorations(decoration, [range]);
      shown = { editor, range };
    },
    dispose(): void {
      moved.dispose();
      decoration.dispose();
    },
  };
}

/** Where the document is to be seen already, so that going to and fro needs two columns; else beside. */
function columnOf(document: vscode.TextDocument): vscode.ViewColumn {
  const visible = vscode.window.visibleTextEditors.find((editor) => editor !== vscode.window.activeTextEditor && editor.document === document);
  return visible?.viewColumn ?? vscode.ViewColumn.Beside;
}
