/** The grammars in syntaxes/, and how the manifest names them (`npm run manifest`). */
import { receiverChain, symmetricCalls } from './calls.js';
import { inlineAsm } from './inlineAsm.js';
import { PTX } from './ptx.js';
import type { Grammar } from './textmate.js';

export interface GrammarFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly grammar: Grammar;
  /** Grammars that it is injected into; none: others include it. */
  readonly injectTo?: readonly string[];
}

/** One for each host language: operands are expressions of the host, and an injected grammar cannot ask which it is in. */
function injection(base: string): GrammarFile {
  return {
    path: `syntaxes/symmetric-memory.${base}.json`,
    injectTo: [`source.${base}`],
    grammar: {
      scopeName: `symscope.injection.${base}`,
      // Before the base grammar, which takes the template for assembly of a processor.
      injectionSelector: `L:source.${base} -comment -string -meta.preprocessor.include`,
      patterns: [{ include: '#asm' }, { include: '#calls' }],
      repository: { ...inlineAsm(base), calls: symmetricCalls(base), chain: receiverChain(base) },
    },
  };
}

export const GRAMMARS: readonly GrammarFile[] = [{ path: 'syntaxes/ptx.json', grammar: PTX }, injection('cpp'), injection('cuda-cpp')];

/** `contributes.grammars`. */
export function contributedGrammars(): readonly object[] {
  return GRAMMARS.map(({ path, grammar: { scopeName }, injectTo }) => ({ scopeName, path: `./${path}`, ...(injectTo === undefined ? {} : { injectTo }) }));
}
