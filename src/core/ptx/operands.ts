import type { PtxOperand } from './types.js';

/** A regular expression: PTX ISA "Special Registers", those that inline asm reads by name; vector ones carry `.x`, `.y`, `.z`. */
export const SPECIAL_REGISTER =
  '(?:(?:tid|ntid|ctaid|nctaid|clusterid|nclusterid|cluster_ctaid|cluster_nctaid)(?:\\.[xyzw])?|laneid|warpid|nwarpid|smid|nsmid|gridid' +
    '|is_explicit_cluster|cluster_ctarank|cluster_nctarank|lanemask_(?:eq|le|lt|ge|gt)|clock(?:_hi|64)?|pm\\d+(?:_64)?|envreg\\d+' +
    '|globaltimer(?:_lo|_hi)?|reserved_smem_offset_(?:begin|end|cap|\\d)|total_smem_size|aggr_smem_size|dynamic_smem_size|current_graph_exec)';
const SPECIAL = new RegExp(`^${SPECIAL_REGISTER}$`);

/** Splits at commas that stand outside brackets. */
export function splitOperands(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '[' || c === '{' || c === '(') depth++;
    else if (c === ']' || c === '}' || c === ')') depth--;
    else if (c === ',' && depth === 0) {
      pieces.push(text.slice(start, i));
      start = i + 1;
    }
  }
  pieces.push(text.slice(start));
  const trimmed = pieces.map((piece) => piece.trim());
  return trimmed.length === 1 && trimmed[0] === '' ? [] : trimmed;
}

/** Reads a number as PTX writes it (PTX ISA "Constants"); undefined for what is no number or is not exact as one. */
export function parseConstant(text: string): number | undefined {
  const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)U?$/.exec(text);
  if (match?.[2] === undefined) return undefined;
  const digits = match[2];
  const value = /^0\d+$/.test(digits) ? parseInt(digits, 8) : Number(digits);
  return match[1] === '-' ? -value : value;
}

/** `[a, {b}]` is the deepest operand that PTX has; more is no operand, and must not exhaust the stack. */
const DEEPEST = 4;

/** Parses one operand; what is not understood is kept as `unparsed`. Never throws. */
export function parseOperand(text: string): PtxOperand {
  return parseNested(text, 0);
}

function parseNested(text: string, depth: number): PtxOperand {
  const trimmed = text.trim();
  if (depth > DEEPEST) return { kind: 'unparsed', text: trimmed };
  const inner = (piece: string): PtxOperand => parseNested(piece, depth + 1);
  if (trimmed === '_') return { kind: 'sink' };
  if (trimmed.startsWith('[') && trimmed.endsWith(']')) return parseAddress(trimmed.slice(1, -1), inner);
  if (trimmed.startsWith('{') && trimmed.endsWith('}')) return { kind: 'vector', items: splitOperands(trimmed.slice(1, -1)).map(inner) };
  const pair = trimmed.split('|');
  if (pair.length === 2) return { kind: 'pair', items: pair.map(inner) };
  return parseName(trimmed.startsWith('!') ? trimmed.slice(1).trim() : trimmed);
}

function parseAddress(text: string, inner: (piece: string) => PtxOperand): PtxOperand {
  const pieces = splitOperands(text);
  const head = pieces[0] ?? '';
  const sum = /^(.*?[\w\]}])\s*([-+])\s*([-+]?\s*\w+)$/.exec(head);
  const constant = sum?.[3] === undefined ? undefined : parseConstant(sum[3].replace(/\s/g, ''));
  const base = constant === undefined ? head : (sum?.[1] ?? head);
  const coordinates = pieces.slice(1).flatMap((piece) => {
    const operand = inner(piece);
    return operand.kind === 'vector' ? operand.items : [operand];
  });
  return { kind: 'address', base: inner(base), offset: constant === undefined ? 0 : sum?.[2] === '-' ? -constant : constant, coordinates };
}

function parseName(text: string): PtxOperand {
  const symbolic = /^%[a-zA-Z]?\[([A-Za-z_]\w*)\]$/.exec(text);
  if (symbolic?.[1] !== undefined) return { kind: 'named', name: symbolic[1] };
  const positional = /^%([a-zA-Z]?)(\d+)$/.exec(text);
  if (positional?.[2] !== undefined) return { kind: 'operand', index: Number(positional[2]), modifier: positional[1] ?? '' };
  const register = /^%{0,2}([A-Za-z_$][\w$.=%]*)$/.exec(text);
  if (register?.[1] !== undefined) {
    const name = register[1];
    return text.startsWith('%') && SPECIAL.test(name) ? { kind: 'special', name } : { kind: 'register', name };
  }
  const value = parseConstant(text);
  if (value !== undefined || /^[-+]?0[fFdD][0-9a-fA-F]+$/.test(text)) return { kind: 'immediate', text, value };
  return { kind: 'unparsed', text };
}
