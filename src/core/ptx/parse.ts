import { isKnownOpcode } from './opcodes.js';
import { parseOperand, splitOperands } from './operands.js';
import type { PtxInstruction } from './types.js';

interface Statement {
  readonly text: string;
  readonly offset: number;
}

/**
 * Reads the template text of an asm statement: adjacent literals joined and escapes resolved, operands still as `%0`,
 * `%w1`, `%[name]`, `%%r`. Declarations (`.reg`, `.pragma`, …), braces and comments give no instruction; a label is kept at
 * the instruction after it. Never throws; what is no instruction comes back with `unknown: true`.
 * Source: PTX ISA "Statements", "Identifiers", "Operands"; the inline PTX guide for `%` operands.
 */
export function parsePtx(template: string): PtxInstruction[] {
  const instructions: PtxInstruction[] = [];
  let labels: string[] = [];
  for (const statement of splitStatements(blankComments(template))) {
    let { text, offset } = statement;
    for (;;) {
      const label = /^([A-Za-z_$%][\w$%=]*)\s*:(?!:)\s*/.exec(text);
      if (label?.[1] === undefined) break;
      labels.push(label[1]);
      text = text.slice(label[0].length);
      offset += label[0].length;
    }
    if (text === '' || /^\.[a-z]/.test(text)) continue;
    instructions.push(parseInstruction(text, offset, labels));
    labels = [];
  }
  // A label at the very end still marks a place that a branch can name.
  if (labels.length > 0) {
    instructions.push({ opcode: 'nop', parts: ['nop'], operands: [], guard: undefined, labels, offset: template.length, unknown: false });
  }
  return instructions;
}

function blankComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** Cuts at `;`, at scope braces, and at a line break where the next line can only be another instruction. */
function splitStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let depth = 0;
  const cut = (end: number): void => {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (trimmed !== '') statements.push({ text: trimmed, offset: start + raw.indexOf(trimmed) });
    start = end + 1;
    depth = 0;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === ';' || ((c === '{' || c === '}') && depth === 0 && isScopeBrace(text, start, i))) cut(i);
    else if (c === '{' || c === '[' || c === '(') depth++;
    else if (c === '}' || c === ']' || c === ')') depth = Math.max(0, depth - 1);
    else if (c === '\n') {
      const next = skipSpace(text, i);
      if (depth === 0 && startsInstruction(text, start, i, next)) cut(next - 1);
      i = next - 1;
    }
  }
  cut(text.length);
  return statements;
}

/** A scope brace stands where a statement could begin, perhaps after a label. No label is longer than this. */
const LONGEST_LABEL = 256;

function isScopeBrace(text: string, start: number, brace: number): boolean {
  return brace - start <= LONGEST_LABEL && /^\s*(?:[A-Za-z_$%][\w$%=]*\s*:\s*)?$/.test(text.slice(start, brace));
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
}

const NEXT_INSTRUCTION = /(@?)\s{0,8}!?\s{0,8}([\w%]{1,64})([.:;\s]|$)/y;

function startsInstruction(text: string, start: number, newline: number, next: number): boolean {
  const last = text.slice(Math.max(start, newline - LONGEST_LABEL), newline).trimEnd().at(-1);
  if (last === undefined || /[,:|]/.test(last)) return false;
  NEXT_INSTRUCTION.lastIndex = next;
  const found = NEXT_INSTRUCTION.exec(text);
  if (found?.[2] === undefined) return false;
  return found[1] === '@' || found[3] === ':' || isKnownOpcode(found[2]);
}

const OPCODE = /^[a-z][a-z0-9_]*(?:(?:\.|::)[A-Za-z0-9_]+)*(?=[\s{[%]|$)/;

function parseInstruction(text: string, offset: number, labels: readonly string[]): PtxInstruction {
  const guardText = /^@\s*(!?)\s*(%?%?[\w$]+|%\[\w+\])\s+/.exec(text);
  const guard = guardText?.[2] === undefined ? undefined : { negated: guardText[1] === '!', register: parseOperand(guardText[2]) };
  const rest = guardText === null ? text : text.slice(guardText[0].length);
  const at = offset + text.length - rest.length;
  const opcode = OPCODE.exec(rest)?.[0];
  if (opcode === undefined) {
    return { opcode: rest, parts: [], operands: [], guard, labels, offset: at, unknown: true };
  }
  const parts = opcode.split('.');
  const operands = splitOperands(rest.slice(opcode.length)).map(parseOperand);
  return { opcode, parts, operands, guard, labels, offset: at, unknown: !isKnownOpcode(parts[0] ?? '') };
}
