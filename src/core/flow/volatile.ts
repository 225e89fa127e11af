/**
 * C++ accesses to volatile memory. The compiler makes `ld.volatile` and `st.volatile` of them (PTX ISA "ld", "st": relaxed, at system
 * scope; CUDA C++ Programming Guide "Volatile Qualifier"), so that is what they are here.
 */
import type { Expr, TypeRef } from '../program/ir.js';
import { makeEffect } from '../ptx/index.js';
import type { PtxAddress, PtxEffect, StateSpace } from '../ptx/index.js';
import { emitEffect } from './effects.js';
import type { Machine } from './machine.js';
import { basesOf, isVolatile } from './memory.js';
import type { Place } from './peer.js';
import { lookup, type Scope } from './state.js';
import type { Term } from './terms.js';

/** Of an access: the instruction, or what an access that is not volatile is called. */
export function mechanismOf(access: 'load' | 'store', volatile: boolean): string {
  return volatile ? (access === 'load' ? 'ld.volatile' : 'st.volatile') : `ordinary ${access}`;
}

/** Does the expression name memory of a volatile type? By the last cast or by the declaration of the pointer; else by where the address comes from. */
export function isVolatilePlace(m: Machine, expr: Expr, scope: Scope, address: Term): boolean {
  const pointer = pointerOf(expr);
  const declared = pointer && pointsToVolatile(m, pointer, scope);
  return declared ?? basesOf(address).some(isVolatile);
}

function pointerOf(expr: Expr): Expr | undefined {
  switch (expr.kind) {
    case 'unary': return expr.op === '*' ? expr.operand : undefined;
    case 'index': return expr.object;
    case 'member': return expr.arrow ? expr.object : undefined;
    default: return undefined;
  }
}

/** Undefined: neither a cast nor a declaration says it. */
export function pointsToVolatile(m: Machine, expr: Expr, scope: Scope): boolean | undefined {
  switch (expr.kind) {
    case 'cast': return saysVolatile(expr.type);
    case 'name': {
      const bound = expr.path.length === 1 ? lookup(scope, expr.path[0] ?? '') : undefined;
      return bound?.kind === 'slot' ? m.pointees.get(bound.slot) : undefined;
    }
    case 'binary': return pointsToVolatile(m, expr.left, scope) ?? pointsToVolatile(m, expr.right, scope);
    case 'unary': {
      if (expr.op === '*') return undefined;
      const pointer = expr.op === '&' ? pointerOf(expr.operand) : expr.operand;
      return pointer && pointsToVolatile(m, pointer, scope);
    }
    default: return undefined;
  }
}

/** Of a variable: what its declaration says of the memory behind it. */
export function notePointee(m: Machine, slot: number, type: TypeRef, init: Expr | undefined, scope: Scope): void {
  const says = saysVolatile(type) ?? (init && pointsToVolatile(m, init, scope));
  if (says !== undefined) m.pointees.set(slot, says);
}

/** Undefined: no pointer, or one whose target the type does not spell out. */
export function saysVolatile({ text, path, pointers }: TypeRef): boolean | undefined {
  if (pointers === 0 || path.at(-1) === 'auto') return undefined;
  return pointers === 1 && /\bvolatile\b/.test(text);
}

/** As the instruction's effect, where effects are traced. `text`: the access as written. */
export function emitVolatile(m: Machine, access: 'load' | 'store', address: Term, value: Term | undefined, place: Place, text: string): void {
  const effect = access === 'load' ? loadOf(spaceOf(address)) : storeOf(spaceOf(address));
  emitEffect(m, effect, place, text, (operand) => (operand === 0 ? address : value));
}

function spaceOf(address: Term): StateSpace {
  const origins = basesOf(address).map((base) => (base.op === 'symbol' ? base.origin : undefined));
  return origins.includes('shared') ? 'shared' : origins.includes('local') ? 'local' : 'generic';
}

const at = (space: StateSpace): PtxAddress => ({ operand: 0, space, offset: 0, text: '', mapped: false });

function loadOf(space: StateSpace): PtxEffect {
  return makeEffect({ kind: 'load', mechanism: mechanismOf('load', true), source: at(space), inputs: [0], order: 'volatile', scope: 'sys', proxy: 'generic' });
}

function storeOf(space: StateSpace): PtxEffect {
  const value = { operand: 1, constant: undefined, text: '' };
  return makeEffect({ kind: 'store', mechanism: mechanismOf('store', true), destination: at(space), values: [value], inputs: [0, 1], order: 'volatile', scope: 'sys', proxy: 'generic' });
}
