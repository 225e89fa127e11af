/** Faults in inline assembly, in the width of numbers and in suppressions. */
import { bodyOf, functionsOf, isKernel, of, type Code, type Edit, type Node } from '../code.js';
import { replace, type Change, type Operator } from '../operator.js';
import { instructionOf } from '../steps.js';

/** Reads, writes or orders memory; a commit only closes a group, and of an mbarrier's state no other code knows when it is set up. */
const TOUCHES = /(?:^|[\s;])(?:st|ld|red|atom|fence|membar|bar|barrier|mbarrier(?!\.init)|cp\.async\.bulk(?!\.commit))\./u;

const memoryAsm = (code: Code): readonly Node[] => of(code.root, 'gnu_asm_expression').filter((asm) => TOUCHES.test(instructionOf(asm)) && /"memory"/u.test(asm.text));

function withoutClobber(code: Code, asm: Node): Change {
  const place = code.place(asm);
  const clobber = /:\s*"memory"\s*(?=\)$)/u.exec(asm.text);
  return place && clobber ? [{ start: place.start + clobber.index, end: place.start + clobber.index + clobber[0].length, text: '' }] : [];
}

/** Without outputs `asm` is volatile by itself. */
const hasOutputs = (asm: Node): boolean => of(asm, 'gnu_asm_output_operand').length > 0;

/** `static_cast<int64_t>(a) * b`, of values that are not known when the code is compiled, unless an assertion of the file bounds such. */
const widenedProducts = (code: Code): readonly { readonly fn: Node; readonly cast: Node; readonly type: string; readonly value: Node; readonly other: Node; readonly product: Node }[] =>
  (code.text.includes('INT_MAX') ? [] : functionsOf(code)).flatMap((fn) => of(bodyOf(fn) ?? fn, 'binary_expression').flatMap((product) => {
    const left = product.childForFieldName('left');
    const other = product.childForFieldName('right');
    const type = /^static_cast<(?<type>u?int64_t|size_t)>\(/u.exec(left?.text ?? '')?.groups?.['type'];
    const value = left?.childForFieldName('arguments')?.namedChildren[0];
    const isProduct = product.childForFieldName('operator')?.text === '*';
    return left && other && type !== undefined && value && isProduct && !isConstant(other) && !isConstant(value) ? [{ fn, cast: left, type, value, other, product }] : [];
  }));

const isConstant = ({ type, text }: Node): boolean => type === 'number_literal' || /^k[A-Z]\w*$|^sizeof/u.test(text);

/** Suppressions. The parser sees no comments. */
const comments = ({ text }: Code): readonly Edit[] => [...text.matchAll(/\/\/[^\n]*symscope-ignore[^\n]*/gu)].map((match) => ({ start: match.index, end: match.index + match[0].length, text: match[0] }));

/** The first statement of a kernel: where nothing is found, there is nothing to suppress. The traps are enough of them. */
function firstStatements(code: Code): readonly Node[] {
  if (comments(code).length > 0 || !code.path.startsWith('traps/')) return [];
  return functionsOf(code).filter(isKernel).flatMap((fn) => bodyOf(fn)?.namedChildren.find(({ type }) => type === 'declaration' || type === 'expression_statement') ?? []);
}

const behind = (code: Code, node: Node, text: string): Change => {
  const place = code.place(node);
  const end = place && /^[^\n]*/u.exec(code.text.slice(place.end))?.[0];
  return place && end === '' ? [{ start: place.end, end: place.end, text }] : [];
};

const SUPPRESSION = /^(?<head>\/\/\s*symscope-ignore)(?<codes>:\s*[a-z]+\.[a-z0-9-]+(?:,\s*[a-z]+\.[a-z0-9-]+)*)?(?<reason>.*)$/su;

export const textOperators: readonly Operator[] = [
  { name: 'drop-memory-clobber', rule: 'order.missing-clobber', changes: (code) => memoryAsm(code).map((asm) => withoutClobber(code, asm)) },
  {
    name: 'drop-volatile', rule: 'order.missing-clobber',
    changes: (code) => memoryAsm(code).filter(hasOutputs).flatMap((asm) => of(asm, 'gnu_asm_qualifier').map((qualifier) => replace(code, qualifier, ''))),
  },
  {
    name: 'widen-the-product', rule: 'size.int32-offset',
    // A product that is returned is no address here.
    changes: (code) => widenedProducts(code).filter(({ product }) => product.parent?.type !== 'return_statement').map(({ product, type, value, other }) => replace(code, product, `static_cast<${type}>((${value.text}) * ${other.text})`)),
  },
  {
    // One of several: the others say that the factor is thought to be large.
    name: 'drop-one-widening', rule: 'size.int32-offset',
    changes: (code) => widenedProducts(code).flatMap(({ fn, cast, value, product }, _, all) =>
      (all.some((other) => other.fn.id === fn.id && other.product.id !== product.id && other.product.text === product.text) ? [replace(code, cast, value.text)] : [])),
  },
  {
    name: 'narrow-parameter', rule: 'size.int32-offset',
    changes: (code) => functionsOf(code).filter((fn) => /^(?:MINI_DEVICE|__device__)/u.test(fn.text) && !code.path.endsWith('.cuh')).flatMap((fn) => of(fn.childForFieldName('declarator') ?? fn, 'parameter_declaration').flatMap((parameter) => {
      const type = parameter.childForFieldName('type');
      return type && /^(?:int64_t|size_t)$/u.test(type.text) && !parameter.text.includes('*') ? [replace(code, type, 'int')] : [];
    })),
  },
  { name: 'suppress-nothing', rule: 'suppression.unused', changes: (code) => firstStatements(code).slice(0, 1).map((node) => behind(code, node, '  // symscope-ignore: pointer.unchecked the launcher checks it')) },
  {
    name: 'repair-what-is-suppressed', rule: 'suppression.unused',
    changes: (code) => (comments(code).length === 0 ? [] : [of(code.root, 'template_argument_list').filter(({ text }) => text === '<ncclTeamTagWorld>').flatMap((team) => replace(code, team, '<ncclTeamTagLsa>'))]),
  },
  { name: 'suppress-another-rule', rule: 'suppression.unused', changes: (code) => comments(code).filter(({ text }) => text.includes('pointer.unchecked')).map((comment) => [{ ...comment, text: comment.text.replace('pointer.unchecked', 'order.narrow-scope') }]) },
  {
    name: 'drop-reason', rule: 'suppression.no-reason',
    changes: (code) => comments(code).map((comment) => {
      const { head = '', codes = '' } = SUPPRESSION.exec(comment.text)?.groups ?? {};
      return [{ ...comment, text: `${head}${codes}` }];
    }),
  },
  { name: 'suppress-without-reason', rule: 'suppression.no-reason', changes: (code) => firstStatements(code).slice(0, 1).map((node) => behind(code, node, '  // symscope-ignore')) },
];

