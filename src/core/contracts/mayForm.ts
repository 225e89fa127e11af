/**
 * Whether a function is worth evaluating to see if it translates an address for another rank. By its text first, which
 * costs no lowering: true too often rather than too seldom.
 */
import type { FunctionDecl, TypeRef } from '../program/ir.js';
import type { World } from '../flow/machine.js';
import { calleesOf } from './callees.js';

const ADDRESS_INTEGERS = new Set(['uint64_t', 'int64_t', 'uintptr_t', 'size_t']);
/** A body longer than this (in UTF-16 units) is no address computation. */
const MAX_FORMER_BODY = 4000;

/** What a translation needs, wherever in the functions that take part: a table entry, and a difference or an address as an integer. */
const READS_MEMORY = 1;
const REBASES = 2;
const FORMS = 4;
const TRANSLATES = READS_MEMORY | REBASES;

const MEMORY = /[[*]|->|\basm\b/;
const DIFFERENCE_OR_CAST = /-(?!>)|_cast\s*<|\b(?:u?int\w*_t|size_t|ptrdiff_t|unsigned|long|int)\s*[)(]|\basm\b/;

export class FormerCandidates {
  private readonly traits = new Map<FunctionDecl, number>();

  constructor(private readonly world: () => World) {}

  has(fn: FunctionDecl): boolean {
    if (!fn.bodySpan || fn.bodySpan.end - fn.bodySpan.start > MAX_FORMER_BODY || fn.isConstructor) return false;
    const traits = this.traitsOf(fn);
    return ((traits & FORMS) !== 0 || (traits & TRANSLATES) === TRANSLATES) && mayForm(fn);
  }

  /** Of the text of a function and of what it calls. */
  private traitsOf(fn: FunctionDecl): number {
    const known = this.traits.get(fn);
    if (known !== undefined) return known;
    this.traits.set(fn, 0);
    if (!fn.bodySpan) return 0;
    const world = this.world();
    const { program, catalog } = world;
    const text = world.textOf(fn.file, fn.bodySpan);
    let traits = (MEMORY.test(text) ? READS_MEMORY : 0) | (DIFFERENCE_OR_CAST.test(text) ? REBASES : 0);
    for (const name of calleesOf(fn, world)) {
      if ((traits & FORMS) !== 0) break;
      if (catalog.named(name).some((entry) => entry.kind === 'peer-pointer')) traits |= FORMS;
      else for (const callee of program.functionsNamed(name)) traits |= this.traitsOf(callee);
    }
    this.traits.set(fn, traits);
    return traits;
  }
}

/** By its signature: an address and an integer in, an address out. */
function mayForm(fn: FunctionDecl): boolean {
  if (fn.params.length < 2) return false;
  const templated = (type: TypeRef): boolean => type.path.length === 1 && fn.templateParams.some((param) => param.kind === 'type' && param.name === type.path[0]);
  const isAddress = (type: TypeRef): boolean => type.pointers > 0 || templated(type) || ADDRESS_INTEGERS.has(type.path.at(-1) ?? '');
  return (isAddress(fn.returnType) || fn.returnType.path.at(-1) === 'auto') && fn.params.some((param) => isAddress(param.type)) && fn.params.some((param) => isInteger(param.type));
}

export function isInteger(type: TypeRef): boolean {
  return type.pointers === 0 && /^(?:u?int\d*(?:_t)?|unsigned|long|short|size_t)$/.test(type.path.at(-1) ?? '');
}
