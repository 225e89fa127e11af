import * as vscode from 'vscode';

/**
 * Selects a position (1-based) in an editor that does not cover the panel. The focus stays in the panel, so that the
 * arrow keys go on working there.
 */
export async function revealPlace(uri: vscode.Uri, line: number, column: number, panelColumn: vscode.ViewColumn | undefined): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const position = document.validatePosition(new vscode.Position(line - 1, column - 1));
  const range = new vscode.Range(position, position);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: columnFor(uri, panelColumn),
    preserveFocus: true,
    preview: true,
    selection: range,
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The column where the document is visible already, else one with an editor in it, else one beside the panel. */
function columnFor(uri: vscode.Uri, panelColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.viewColumn !== undefined && editor.viewColumn !== panelColumn);
  const editor = editors.find((e) => e.document.uri.toString() === uri.toString()) ?? editors[0];
  if (editor?.viewColumn !== undefined) return editor.viewColumn;
  return panelColumn === vscode.ViewColumn.One || panelColumn === undefined ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}
