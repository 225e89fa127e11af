/** Document symbols: kernels, in them the warp roles. */
import { SymbolKind, type DocumentSymbol, type DocumentSymbolParams } from 'vscode-languageserver';
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
        return (analysis?.kernels ?? []).map(kernelSymbol);
      }),
    );
  },
};

function kernelSymbol(kernel: Kernel): DocumentSymbol {
  return {
    name: kernel.name,
    detail: 'kernel',
    kind: SymbolKind.Function,
    range: { start: toPosition(kernel.line, 1), end: toPosition(kernel.endLine, LINE_END) },
    selectionRange: toRange({ ...kernel, endLine: kernel.line, endColumn: kernel.column + kernel.name.length }),
    children: kernel.roles.map((role) => roleSymbol(role, kernel)),
  };
}

/** A child must lie inside its parent, whatever the analysis says. */
function roleSymbol(role: Role, kernel: Kernel): DocumentSymbol {
  const line = Math.min(Math.max(role.line, kernel.line), kernel.endLine);
  const endLine = Math.min(Math.max(role.endLine, line), kernel.endLine);
  return {
    name: role.name,
    detail: role.condition,
    kind: SymbolKind.Namespace,
    range: { start: toPosition(line, 1), end: toPosition(endLine, LINE_END) },
    selectionRange: { start: toPosition(line, 1), end: toPosition(line, 1) },
  };
}
