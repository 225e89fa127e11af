/** Semantic tokens for peer pointers and for the predicates that say whether there is one: a modifier each, so that a theme can mark them. */
import { SemanticTokensBuilder, type SemanticTokens, type SemanticTokensParams } from 'vscode-languageserver';
import type { FileAnalysis } from '../../core/analyzer.js';
import { lineIndex } from '../lineIndex.js';
import { TOKEN_MODIFIERS, TOKEN_TYPES, type TokenModifier, type TokenType } from '../protocol.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';

export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: { legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] }, full: true },
  },
  register({ connection, answer, onSession }) {
    connection.onRequest(
      'textDocument/semanticTokens/full',
      // No tokens is null and not an empty list: an editor that has another provider for the file then asks that one.
      answer<SemanticTokensParams, SemanticTokens | null>('semantic tokens', null, (session, { textDocument }) => {
        if (session.settings.semanticTokens === 'off') return null;
        const path = session.workspace.paths.toPath(textDocument.uri);
        const analysis = session.analyses.of(path);
        const tokens = tokensOf(analysis, session.analyses.text(path) ?? '');
        if (tokens.length === 0) return null;
        const builder = new SemanticTokensBuilder();
        for (const { line, column, length, type, modifier } of tokens) {
          builder.push(line - 1, column - 1, length, TOKEN_TYPES.indexOf(type), 1 << TOKEN_MODIFIERS.indexOf(modifier));
        }
        return builder.build();
      }),
    );
    onSession((session) => {
      if (!session.client.refreshesTokens) return;
      session.listen({
        runEnded(changed) {
          if (changed.length > 0 && session.settings.semanticTokens !== 'off') sendQuietly(() => connection.languages.semanticTokens.refresh());
        },
      });
    });
  },
};

interface Token {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly type: TokenType;
  readonly modifier: TokenModifier;
}

/** In the order of the text, none over another, as the protocol wants them. */
function tokensOf(analysis: FileAnalysis | undefined, text: string): Token[] {
  if (analysis === undefined) return [];
  const lineOf = lineIndex(text);
  const variables = analysis.peerNames.map(({ start, end }): Token => {
    const before = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1));
    return { line: lineOf(start), column: start - before, length: end - start, type: 'variable', modifier: 'peerPointer' };
  });
  const calls = analysis.sites.flatMap(({ kind, line, column, endColumn }): Token[] =>
    kind === 'peer-pointer' || kind === 'reachability'
      ? [{ line, column, length: endColumn - column, type: 'function', modifier: kind === 'peer-pointer' ? 'peerPointer' : 'reachability' }]
      : [],
  );
  const all = [...variables, ...calls].filter(({ length }) => length > 0).sort((a, b) => a.line - b.line || a.column - b.column);
  return all.filter((token, i) => {
    const before = all[i - 1];
    return before === undefined || before.line !== token.line || before.column + before.length <= token.column;
  });
}
