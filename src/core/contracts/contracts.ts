/**
 * What the functions of the workspace promise, found by evaluating their bodies: which form peer pointers, which test
 * reachability, what they do to their arguments. Everything is computed on first use and kept.
 */
import type { ClassDecl, FunctionDecl, TypeRef } from '../program/ir.js';
import type { Team } from '../schema.js';
import { evaluateFunction, paramSymbol } from '../flow/evaluateFunction.js';
import { occurs } from '../flow/facts.js';
import type { Machine, World } from '../flow/machine.js';
import { EMPTY_SUMMARY, summarize, type Summary } from '../flow/summaries.js';
import { TermStore, type Term } from '../flow/terms.js';
import { castClassAt } from '../flow/castClasses.js';
import { evaluateType, makerTeam } from '../flow/types.js';
import { findFormer } from './formers.js';
import { FormerCandidates } from './mayForm.js';
import { OrderingFunctions } from './ordering.js';

export interface FormerInfo {
  readonly pointerParam: number;
  readonly rankParam: number;
  readonly family: string;
  readonly team: Team | undefined;
  /** It never returns null and does not check the rank: the caller must know that the rank is in the domain. */
  readonly assumesDomain: boolean;
}

const SMART_POINTERS = new Set(['shared_ptr', 'unique_ptr']);
const VALUE_TYPES = new Set(['bool', 'auto', 'uintptr_t']);
const ADDRESS_INTEGERS = new Set(['uint64_t', 'int64_t', 'uintptr_t', 'size_t']);

/** The array or the pointer that an address starts from. */
function pointedTo(address: Term): Term | undefined {
  if (address.op !== 'add') return address;
  return address.args.find((arg) => arg.op === 'field' && arg.type !== undefined) ?? address.args.find((arg) => arg.op === 'symbol' && (arg.type?.pointers ?? 0) > 0);
}

export class Contracts {
  private readonly formers = new Map<FunctionDecl, FormerInfo | undefined>();
  private readonly summaries = new Map<FunctionDecl, Summary>();
  private readonly reachability = new Set<FunctionDecl>();
  private readonly scanned = new Set<string>();
  private readonly busy = new Set<FunctionDecl>();

  private readonly candidates: FormerCandidates;

  private readonly ordering: OrderingFunctions;

  constructor(private readonly world: () => World) {
    this.ordering = new OrderingFunctions(world);
    this.candidates = new FormerCandidates(world);
  }

  /** Takes over what an earlier session found out about functions whose meaning has not changed. */
  inherit(earlier: Contracts, isUnchanged: (file: string) => boolean): void {
    for (const [fn, info] of earlier.formers) if (isUnchanged(fn.file)) this.formers.set(fn, info);
    for (const [fn, summary] of earlier.summaries) if (isUnchanged(fn.file)) this.summaries.set(fn, summary);
    for (const file of earlier.scanned) if (isUnchanged(file)) this.scanned.add(file);
    for (const fn of earlier.reachability) if (isUnchanged(fn.file)) this.reachability.add(fn);
  }

  /** Does the function return its pointer argument translated for the rank argument? */
  former(fn: FunctionDecl): FormerInfo | undefined {
    const known = this.formers.get(fn);
    if (known !== undefined || this.formers.has(fn)) return known;
    if (this.busy.has(fn)) return undefined;
    if (!this.candidates.has(fn)) {
      this.formers.set(fn, undefined);
      return undefined;
    }
    const probe = this.probe(fn);
    const found = probe && findFormer(probe, fn);
    this.formers.set(fn, found?.info);
    if (probe && found?.nullable) this.noteReachability(fn, probe, found.info);
    return found?.info;
  }

  /** The predicates that decide whether a forming function returns null. */
  isReachability(fn: FunctionDecl): boolean {
    if (fn.returnType.path.at(-1) !== 'bool') return false;
    this.scanFormers(fn.file);
    return this.reachability.has(fn);
  }

  private noteReachability(fn: FunctionDecl, probe: Machine, info: FormerInfo): void {
    const param = fn.params[info.rankParam];
    if (!param) return;
    const rank = paramSymbol(probe.store, fn, info.rankParam, param);
    for (const event of probe.events)
      if (event.kind === 'call' && event.target?.returnType.path.at(-1) === 'bool' && event.anchor === event.place && event.args.some((arg) => occurs(rank, arg)))
        this.reachability.add(event.target);
  }

  /** Finds the forming functions of a file, so that their predicates are known. */
  private scanFormers(file: string): void {
    if (this.scanned.has(file)) return;
    this.scanned.add(file);
    const decls = this.world().program.file(file);
    for (const fn of decls ? [...decls.functions, ...decls.classes.flatMap((cls) => cls.methods)] : []) this.former(fn);
  }

  summary(fn: FunctionDecl): Summary {
    const known = this.summaries.get(fn);
    if (known) return known;
    if (this.busy.has(fn) || !fn.bodySpan) return EMPTY_SUMMARY;
    const probe = this.probe(fn);
    const summary = probe ? summarize(probe, fn) : EMPTY_SUMMARY;
    this.summaries.set(fn, summary);
    return summary;
  }

  /** May a call of it touch memory through an instruction, order, join or complete anything? */
  orders(fn: FunctionDecl): boolean {
    return this.ordering.has(fn);
  }

  /** Evaluates a function with unknown arguments; undefined if that takes too long. */
  private probe(fn: FunctionDecl): Machine | undefined {
    this.busy.add(fn);
    try {
      return evaluateFunction(this.world(), new TermStore(), fn, [], Date.now() + 2000);
    } finally {
      this.busy.delete(fn);
    }
  }

  /** Is a call's value worth following the body: an address, a condition, an object? Numbers made of numbers are not. */
  returnsInteresting(fn: FunctionDecl, hasPointerArgs: boolean): boolean {
    const { returnType } = fn;
    if (returnType.pointers > 0 || (fn.params.length === 0 && fn.className === undefined && returnType.path.at(-1) !== 'void')) return true;
    const name = returnType.path.at(-1) ?? '';
    if (VALUE_TYPES.has(name)) return name !== 'auto' || hasPointerArgs || fn.params.length === 0 || fn.className !== undefined;
    if (ADDRESS_INTEGERS.has(name)) return hasPointerArgs;
    // A shared-memory address fits 32 bits; such a function says that it converts one.
    if (name === 'uint32_t' || name === 'unsigned') return hasPointerArgs && fn.bodySpan !== undefined && this.world().textOf(fn.file, fn.bodySpan).includes('cvta');
    if (fn.templateParams.some((param) => param.name === name)) return hasPointerArgs || (fn.className !== undefined && fn.params.length === 0);
    return this.world().program.classOf(returnType, fn.file, fn.scope) !== undefined;
  }

  classOf(m: Machine, object: Term): ClassDecl | undefined {
    switch (object.op) {
      case 'object': return typeof object.cls === 'string' ? undefined : object.cls;
      case 'symbol': return object.type && this.classOfType(m, object.type, m.file, m.frame.fn.scope);
      case 'ite': return this.classOf(m, object.args[1]) ?? this.classOf(m, object.args[2]);
      case 'apply': {
        const type = m.typeOfReference.get(object.id);
        return type && this.classOfType(m, type, m.file, m.frame.fn.scope);
      }
      case 'field': {
        const owner = object.type && this.classOf(m, object.args[0]);
        return owner ? this.classOfType(m, object.type, owner.file, [...owner.scope, owner.name]) : undefined;
      }
      default: return undefined;
    }
  }

  private classOfType(m: Machine, type: TypeRef, file: string, scope: readonly string[]): ClassDecl | undefined {
    const [pointee] = type.templateArgs;
    if (SMART_POINTERS.has(type.path.at(-1) ?? '') && pointee?.type) return m.world.program.classOf(pointee.type, file, scope);
    const local = type.path.length === 1 ? m.localClasses.get(type.path[0] ?? '') : undefined;
    return local ?? m.world.program.classOf(type, file, scope);
  }

  /** The name of a library class whose definition is not in the workspace. */
  externalClassOf(m: Machine, object: Term): string | undefined {
    if (object.op === 'object') return typeof object.cls === 'string' ? object.cls : undefined;
    if (object.op === 'ite') return this.externalClassOf(m, object.args[1]);
    // An element of an array of them, or the pointee.
    if (object.op === 'load' || object.op === 'add') {
      const address = object.op === 'load' ? object.args[0] : object;
      const start = pointedTo(address);
      return (start && this.externalClassOf(m, start)) ?? castClassAt(m, address);
    }
    if (object.op === 'apply') return object.args[0] && castClassAt(m, object.args[0]);
    if (object.op !== 'symbol' && object.op !== 'field') return undefined;
    return object.type && !this.classOf(m, object) ? this.externalName(m, object.type) : undefined;
  }

  /** The library's own name of a type, through aliases of the body and of the workspace. */
  private externalName(m: Machine, type: TypeRef): string | undefined {
    const name = type.path.at(-1);
    if (name === undefined || m.world.catalog.type(name) || !m.rootScope) return name;
    const meant = (type.path.length === 1 ? m.localAliases.get(name) : undefined) ?? evaluateType(m, type, m.rootScope);
    return meant.op === 'type' ? meant.name : name;
  }

  /** What every constructor gives a field that nothing else assigns: a team, so far. */
  fieldInvariant(m: Machine, object: Term, name: string): Term | undefined {
    const cls = this.classOf(m, object);
    if (!cls) return undefined;
    const makers = new Set<string>();
    for (const constructor of cls.methods) {
      if (!constructor.isConstructor || !constructor.bodySpan) continue;
      const init = constructor.body()?.initializers.find((i) => i.field === name);
      const [value] = init?.args ?? [];
      if (value?.kind !== 'call' || value.callee.kind !== 'name' || !makerTeam(m, value.callee.path)) return undefined;
      makers.add(value.callee.path.at(-1) ?? '');
    }
    const [maker] = makers;
    return makers.size === 1 && maker !== undefined ? m.store.apply(maker, []) : undefined;
  }
}
