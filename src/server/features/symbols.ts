/** Document symbols: kernels, in them the warp roles. */
import { SymbolKind, type DocumentSymbol, type DocumentSymbolParams, type Range } from 'vscode-languageserver';
import type { Kernel, Role } from '../../core/schema.js';
import { toPosition, toRange } from '../positions.js';
import type { Feature } from '../registry.js';

/** LSP takes a column past the end for the end. */
const LINE_END = 0x7fff_ffff;

/** A kernel's name is looked for in so many lines from where its definition begins. */
const MAX_HEAD_LINES = 20;

export const symbols: Feature = {
  capabilities: { documentSymbolProvider: { label: 'SymScope' } },
  register({ connection, answer }) {
    connection.onDocumentSymbol(
      answer<DocumentSymbolParams, DocumentSymbol[]>('document symbols', [], (session, { textDocument }) => {
        const path = session.workspace.paths.toPath(textDocument.uri);
        const kernels = session.analyses.of(path)?.kernels ?? [];
        const lines = kernels.length === 0 ? [] : (session.analyses.text(path) ?? '').split(/\r\n|\r|\n/u);
        return kernels.map((kernel) => kernelSymbol(kernel, lines));
      }),
    );
  },
};

function kernelSymbol(kernel: Kernel, lines: readonly string[]): DocumentSymbol {
  return {
    name: kernel.name,
    detail: 'kernel',
    kind: SymbolKind.Function,
    range: { start: toPosition(kernel.line, 1), end: toPosition(kernel.endLine, LINE_END) },
    selectionRange: nameRange(kernel, lines),
    children: kernel.roles.map((role) => roleSymbol(role, kernel)),
  };
}

/** Template parameters and attributes stand before the name, which the result schema does not place. */
function nameRange({ name, line, column, endLine }: Kernel, lines: readonly string[]): Range {
  // A name with other characters than a word's (`operator()`) would be a pattern of its own.
  const head = /^\w+$/u.test(name) ? new RegExp(`\\b${name}\\s*\\(`, 'u') : undefined;
  for (let i = line; head !== undefined && i <= Math.min(endLine, line + MAX_HEAD_LINES); i++) {
    const start = (lines[i - 1] ?? '').search(head);
    if (start >= 0) return toRange({ line: i, column: start + 1, endColumn: start + 1 + name.length });
  }
  return toRange({ line, column });
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
