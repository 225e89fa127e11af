/** Tokens as VS Code makes them: its tokenizer, the C++ grammar that it ships, and ours injected as the manifest says. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

export interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

export type Host = 'cpp' | 'cuda-cpp';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly contributes: { readonly grammars: readonly { readonly scopeName: string; readonly path: string; readonly injectTo?: readonly string[] }[] };
};
const ours = manifest.contributes.grammars;

/**
 * VS Code's grammar for CUDA is a fork of that for C++ with other suffixes and is in no package of its own: here it is the C++
 * grammar under those names. The end-to-end tests have the real one.
 */
function baseGrammar(scopeName: string): string | undefined {
  if (scopeName !== 'source.cpp' && scopeName !== 'source.cuda-cpp') return undefined;
  const text = readFileSync(require.resolve('tm-grammars/grammars/cpp.json'), 'utf8');
  return scopeName === 'source.cpp' ? text : text.replaceAll(/\.cpp\b/g, '.cuda-cpp');
}

function grammarText(scopeName: string): string | undefined {
  const own = ours.find((grammar) => grammar.scopeName === scopeName);
  return own === undefined ? baseGrammar(scopeName) : readFileSync(join(root, own.path), 'utf8');
}

let registry: Promise<textmate.Registry> | undefined;

async function createRegistry(): Promise<textmate.Registry> {
  await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => oniguruma.createOnigScanner(patterns),
      createOnigString: (text) => oniguruma.createOnigString(text),
    }),
    loadGrammar: (scopeName) => {
      const text = grammarText(scopeName);
      return Promise.resolve(text === undefined ? null : textmate.parseRawGrammar(text, `${scopeName}.json`));
    },
    getInjections: (scopeName) => ours.filter(({ injectTo }) => injectTo?.includes(scopeName)).map((grammar) => grammar.scopeName),
  });
}

export async function tokenize(source: string, host: Host = 'cuda-cpp'): Promise<Token[]> {
  registry ??= createRegistry();
  const grammar = await (await registry).loadGrammar(`source.${host}`);
  if (grammar === null) throw new Error(`no grammar source.${host}`);
  const tokens: Token[] = [];
  let state = textmate.INITIAL;
  for (const line of source.split('\n')) {
    const result = grammar.tokenizeLine(line, state);
    tokens.push(...result.tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes })));
    state = result.ruleStack;
  }
  return tokens;
}
