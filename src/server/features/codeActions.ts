/** Quick fixes: the edits that a finding carries, and suppression with a reason. */
import {
  CodeActionKind, TextEdit,
  type CodeAction, type CodeActionParams, type Diagnostic, type Range, type SnippetTextEdit, type TextDocumentEdit, type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Edit, Finding } from '../../core/schema.js';
import { toPosition, toRange } from '../positions.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const codeActions: Feature = {
  capabilities: { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } },
  register({ connection, answer }) {
    connection.onCodeAction(answer<CodeActionParams, CodeAction[]>('code actions', [], actionsAt));
  },
};

function actionsAt(session: Session, { textDocument, range, context }: CodeActionParams): CodeAction[] {
  if (context.only !== undefined && !context.only.some((kind) => kind === CodeActionKind.Empty || kind === CodeActionKind.QuickFix)) return [];
  const path = session.workspace.paths.toPath(textDocument.uri);
  const findings = session.analyses.of(path)?.findings ?? [];
  const here = findings.filter((finding) => finding.level !== 'off' && touches(toRange(finding), range));
  return here.flatMap((finding) => {
    const diagnostics = context.diagnostics.filter((each) => isOf(each, finding));
    return [...fixes(session, finding, diagnostics), ...suppression(session, path, finding, diagnostics)];
  });
}

function fixes(session: Session, finding: Finding, diagnostics: Diagnostic[]): CodeAction[] {
  return (finding.fixEdits ?? []).map(({ title, edits }, i) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics,
    isPreferred: i === 0,
    edit: workspaceEdit(session, edits.map((edit) => ({ file: edit.file, edit: textEdit(edit) }))),
  }));
}

/** A comment on a line of its own above the finding. It carries a reason, since one without is reported itself. */
function suppression(session: Session, path: string, finding: Finding, diagnostics: Diagnostic[]): CodeAction[] {
  // To suppress what is said about a suppression would be reported in turn.
  if (finding.rule.startsWith('suppression.')) return [];
  const lines = session.analyses.text(path)?.split(/\r\n|\r|\n/u);
  if (lines === undefined) return [];
  const line = statementLine(lines, finding.line - 1);
  const indentation = /^[\t ]*/u.exec(lines[line] ?? '')?.[0] ?? '';
  const range = toRange({ line: line + 1, column: 1 });
  const comment = (reason: string): string => `${indentation}// symscope-ignore: ${finding.rule} ${reason}\n`;
  const edit: TextEdit | SnippetTextEdit = session.client.snippetEdits
    ? { range, snippet: { kind: 'snippet', value: comment('${1:reason}') } }
    : TextEdit.insert(range.start, comment('reason'));
  return [
    {
      title: `Suppress ${finding.rule} here, with a reason`,
      kind: CodeActionKind.QuickFix,
      diagnostics,
      edit: workspaceEdit(session, [{ file: path, edit }]),
    },
  ];
}

/** A comment cannot stand inside a macro definition that goes on over lines, so it goes above the whole. */
function statementLine(lines: readonly string[], line: number): number {
  let first = line;
  while (first > 0 && lines[first - 1]?.trimEnd().endsWith('\\') === true) first--;
  return first;
}

function workspaceEdit(session: Session, edits: readonly { readonly file: string; readonly edit: TextEdit | SnippetTextEdit }[]): WorkspaceEdit {
  const { paths } = session.workspace;
  const files = [...new Set(edits.map(({ file }) => file))];
  const documentChanges: TextDocumentEdit[] = files.map((file) => ({
    textDocument: { uri: paths.toUri(file), version: session.workspace.opened(file)?.version ?? null },
    edits: edits.filter((each) => each.file === file).map(({ edit }) => edit),
  }));
  return { documentChanges };
}

function textEdit(edit: Edit): TextEdit {
  return {
    range: { start: toPosition(edit.startLine, edit.startColumn), end: toPosition(edit.endLine, edit.endColumn) },
    newText: edit.newText,
  };
}

function isOf(diagnostic: Diagnostic, finding: Finding): boolean {
  const { start } = diagnostic.range;
  return diagnostic.code === finding.rule && start.line === finding.line - 1 && start.character === finding.column - 1;
}

function touches(a: Range, b: Range): boolean {
  const before = (x: Range, y: Range): boolean =>
    x.end.line < y.start.line || (x.end.line === y.start.line && x.end.character < y.start.character);
  return !before(a, b) && !before(b, a);
}
