/** mbarrier objects of a function: each array of barriers with all operations on it. */
import type { ClassDecl } from '../program/ir.js';
import type { Machine } from '../flow/machine.js';
import { remembered } from '../flow/remembered.js';
import type { Term } from '../flow/terms.js';
import { mbarrierOperations, type MbarrierOperation } from './mbarriers.js';
import { addends } from './overlap.js';
import { varies } from './reach.js';
import { indexOf } from '../sites/threadIndex.js';
import { fieldOf, sharedDeclarator } from './sharedArrays.js';

export interface MbarrierObject {
  /** As declared, or what the code calls its address. */
  readonly name: string;
  /** Declared extent as written; undefined where no declaration says it. */
  readonly extent: string | undefined;
  /** The storage that the barriers are declared as, or that they lie in. */
  readonly root: Term;
  /** The storage is declared as barriers: nothing else is in it. */
  readonly isDeclared: boolean;
  readonly operations: readonly MbarrierOperation[];
}

export const mbarrierObjects = remembered((m: Machine): readonly MbarrierObject[] => {
  const groups = new Map<string, MbarrierOperation[]>();
  for (const operation of mbarrierOperations(m)) {
    const key = isBarrierStorage(m, operation.object) ? String(operation.object.id) : baseOf(m, operation).map((term) => term.id).join();
    const group = groups.get(key);
    if (group) group.push(operation);
    else groups.set(key, [operation]);
  }
  return [...groups.values()].flatMap((operations): MbarrierObject[] => {
    const [first] = operations;
    if (!first) return [];
    const isDeclared = isBarrierStorage(m, first.object);
    return [{
      root: first.object, isDeclared, operations, extent: isDeclared ? extentOf(m, first.object) : undefined,
      name: (isDeclared ? undefined : (nameInCalls(m, operations) ?? nameOfAddress(m, baseOf(m, first)))) ?? first.name,
    }];
  });
});

const BARRIER_TYPE = /^(?:u?int64_t|\w*[Bb]arrier(?:_t)?)$/;
const OTHER_TYPE = /^(?:u?int(?:8|16|32)_t|char|int|short|unsigned|float|double|u?int[234]|float[234])$/;

/** Storage of a type that barriers are declared with (PTX ISA "mbarrier": a 64-bit opaque object). */
function isBarrierStorage(m: Machine, object: Term): boolean {
  if (object.op === 'field') {
    const field = fieldOf(m, object);
    return field !== undefined && (field.type.pointers === 0 || field.extents.length > 0) && !OTHER_TYPE.test(field.type.path.at(-1) ?? '');
  }
  if (object.op !== 'symbol' || object.origin !== 'shared') return false;
  const name = object.type?.path.at(-1) ?? '';
  return BARRIER_TYPE.test(name) || m.world.catalog.type(name)?.role.kind === 'mbarrier' || /\blong\s+long\b/.test(object.type?.text ?? '');
}

/** The summands of the address that are no index: the same for all threads and passes. */
function baseOf(m: Machine, { event, object }: MbarrierOperation): Term[] {
  const address = event.mbarrier ?? event.destination;
  return address ? addends(address).filter((term) => !isIndex(m, term)).sort((a, b) => a.id - b.id) : [object];
}

function isIndex(m: Machine, term: Term): boolean {
  if (term.op === 'apply' && term.name === '*') return term.args.some((arg) => isIndex(m, arg) || (arg.op === 'int' && arg.value === 0));
  return varies(term) || indexOf(m, term) !== undefined;
}

const ACCESSOR = /([A-Za-z_]\w*)\s*\[[^[\]]*\]\s*(?:->|\.)\s*$/;
/** Of the text before a method's name, in UTF-16 units. */
const MAX_ACCESSOR = 80;

/** `full[i]->wait(…)`: what all calls of methods take the barriers from. */
function nameInCalls(m: Machine, operations: readonly MbarrierOperation[]): string | undefined {
  const names = new Set(operations.flatMap(({ event: { anchor: { file, span } } }) => ACCESSOR.exec(m.world.textOf(file, { start: Math.max(0, span.start - MAX_ACCESSOR), end: span.start }))?.[1] ?? []));
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

/** The variable that holds the address. */
function nameOfAddress(m: Machine, base: readonly Term[]): string | undefined {
  return m.named.find(({ value }) => {
    const parts = addends(value).filter((term) => !isIndex(m, term));
    return parts.length > 1 && parts.length === base.length && parts.every((part) => base.includes(part));
  })?.name;
}

function extentOf(m: Machine, object: Term): string | undefined {
  if (object.op === 'field') {
    const cls = m.world.contracts.classOf(m, object.args[0]);
    const extent = fieldOf(m, object)?.extents[0];
    return cls && extent ? m.world.textOf(fileOf(m, cls), extent.span) : undefined;
  }
  const declared = object.op === 'symbol' ? sharedDeclarator(m, object.name) : undefined;
  const extent = declared?.extents[0];
  return extent ? m.world.textOf(m.root.file, extent.span) : undefined;
}

/** A class in a function's body does not know its file: it is the analysed function's, which names its storage. */
function fileOf(m: Machine, cls: ClassDecl): string {
  return cls.file === '' ? m.root.file : cls.file;
}
