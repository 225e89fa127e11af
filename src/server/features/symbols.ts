/** Document symbols: functions; kernels with their warp roles. */
import { SymbolKind, type DocumentSymbol, type DocumentSymbolParams } from 'vscode-languageserver';
import type { FunctionSymbol } from '../../core/analyzer.js';
import type { Kernel, Role } from '../../core/schema.js';
import { toPosition, toRange } from '../positions.js';
import type { Feature } from '../registry.js';

/** LSP takes a column past the end for the end. */
const LINE_END = 0x7fff_ffff;

export const symbols: Feature = {
  capabilities: { documentSymbolProvider: { label: 'SymScope' } },
  register({ connection, answer }) {
    connection.onDocumentSymbol(
      answer<DocumentSymbolParams, DocumentSymbol[]>('document symbols', [], (session, { textDocument }) => {
        const analysis = session.analyses.of(session.workspace.paths.toPath(textDocument.uri));
        return (analysis?.functions ?? []).map((fn) => functionSymbol(fn, analysis?.kernels ?? []));
      }),
    );
  },
};

function functionSymbol(fn: FunctionSymbol, kernels: readonly Kernel[]): DocumentSymbol {
  const { line, endLine, nameLine, nameColumn, nameEndColumn } = fn;
  const kernel = fn.isKernel ? kernels.find((each) => line <= each.line && each.line <= endLine) : undefined;
  return {
    name: fn.name,
    detail: fn.isKernel ? 'kernel' : '',
    kind: fn.name.includes('::') ? SymbolKind.Method : SymbolKind.Function,
    range: { start: toPosition(line, 1), end: toPosition(Math.max(endLine, nameLine), LINE_END) },
    selectionRange: toRange({ line: Math.max(line, nameLine), column: nameColumn, endColumn: nameEndColumn }),
    children: (kernel?.roles ?? []).map((role) => roleSymbol(role, fn)),
  };
}

/** A child must lie inside its parent, whatever the analysis says. */
function roleSymbol(role: Role, fn: FunctionSymbol): DocumentSymbol {
  const line = Math.min(Math.max(role.line, fn.line), fn.endLine);
  const endLine = Math.min(Math.max(role.endLine, line), fn.endLine);
  return {
    name: role.name,
    detail: role.condition,
    kind: SymbolKind.Namespace,
    range: { start: toPosition(line, 1), end: toPosition(endLine, LINE_END) },
    selectionRange: { start: toPosition(line, 1), end: toPosition(line, 1) },
  };
}
