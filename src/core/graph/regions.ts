/** Addresses to memory regions: what a reader would call the memory, and which space it is in. */
import type { Space } from '../schema.js';
import type { AccessEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Peer, Place } from '../flow/peer.js';
import { argsOf, isPointerLike, type Term } from '../flow/terms.js';

export interface Region {
  readonly label: string;
  readonly space: Space;
  readonly place: Place;
  /** Through which peer pointer, for `peer`. */
  readonly peer: Peer | undefined;
  /** The choice whose arm this is, as it must hold. */
  readonly choice?: Term;
}

interface Named {
  readonly name: string;
  readonly place: Place;
  /** Summands of the address that the variable stands for. */
  readonly parts: ReadonlySet<Term>;
  readonly isObject: boolean;
  /** Initialiser as written. */
  readonly init: string;
  /** Made in a loop or in a called lambda, each time anew. */
  readonly isRepeated: boolean;
  /** The declaration of the storage itself. */
  readonly isStorage: boolean;
}

/** Method names that say only "the start of it". */
const PLAIN = /^(?:get_)?(?:base|token|rank|data|buffer|channel|hidden|smem|ptr)(?:_(?:ptr|buffer|base|address))*$/;

export class Regions {
  private readonly names: Named[] = [];
  private readonly symmetric = new Set<Term>();
  /** What was translated for the peer, as written. */
  private readonly pointerTexts = new Map<Peer, string>();
  /** Addresses that are read, as written. */
  private readonly texts = new Map<Term, string>();
  /** Addresses of tensor maps: they stand for memory that only the host names. */
  private readonly tensorMaps = new Set<Term>();

  constructor(private readonly m: Machine) {
    for (const { name, place, value, init, isRepeated } of m.named) for (const parts of addressesOf(value)) this.names.push({ name, place, parts: new Set(parts), isObject: value.op === 'object', init, isRepeated, isStorage: value.op === 'symbol' && value.origin === 'shared' && value.name === name });
    for (const event of m.events) this.note(event);
  }

  private note(event: Event): void {
    if (event.kind === 'form' && event.peer.pointer) this.noteSymmetric(event.peer.pointer);
    if (event.kind === 'form' && event.pointerText !== undefined && !this.pointerTexts.has(event.peer)) this.pointerTexts.set(event.peer, event.pointerText);
    if (event.kind === 'access' && event.access === 'load' && event.addressText !== '' && !this.texts.has(event.address)) this.texts.set(event.address, event.addressText);
    if (event.kind === 'access' && event.access !== 'load' && isTensorCopy(event)) for (const map of rootsOf(event.space === 'global' ? event.address : (event.source ?? event.address))) this.tensorMaps.add(map);
    if (event.kind === 'one-sided' && event.translates) for (const term of [event.destination, event.operation === 'put' ? event.source : undefined]) if (term) this.noteSymmetric(term);
  }

  private noteSymmetric(address: Term): void {
    for (const root of rootsOf(address)) if (root.op === 'symbol' && root.origin === 'param') this.symmetric.add(root);
  }

  /** The regions that an address may be in, one for each arm of a choice. */
  of(address: Term, text: string, fallback: Place): Region[] {
    if (address.op === 'bits') return this.of(address.args[0], text, fallback);
    if (address.op === 'peer') return [this.peerRegion(address.peer)];
    if (address.op === 'ite') {
      const [condition, a, b] = address.args;
      // What is written is the same for a peer's buffer and the one that stands in for it: only the object tells them apart.
      const own = this.m.peersIn(address).size > 0 ? '' : text;
      const arm = (term: Term, choice: Term): Region[] => this.of(term, own, fallback).map((region) => ({ ...region, choice: region.choice ? this.m.store.and(choice, region.choice) : choice }));
      return dedupe([...arm(a, condition), ...arm(b, this.m.store.not(condition))]);
    }
    if (address.op === 'null') return [];
    const moving = address.op === 'add' ? address.args.find((arg) => arg.op === 'peer' || arg.op === 'ite' || arg.op === 'bits') : undefined;
    if (moving && this.m.peersIn(moving).size > 0) return this.of(moving, text, fallback);
    return [this.local(address, text, fallback)];
  }

  private peerRegion(peer: Peer): Region {
    const own = peer.pointer ? this.local(peer.pointer, this.pointerTexts.get(peer) ?? '', peer.place) : undefined;
    return { label: `${own?.label ?? 'symmetric memory'} @ peer`, space: 'peer', place: peer.place, peer };
  }

  remote(destination: Term | undefined, text: string, place: Place): Region {
    const own = destination ? this.local(destination, text, place) : undefined;
    return { label: `${own?.label ?? 'symmetric memory'} @ remote`, space: 'remote', place, peer: undefined };
  }

  local(address: Term, written: string, fallback: Place): Region {
    if (address.op === 'address' && this.tensorMaps.has(address)) return { label: this.m.slotNames.get(address.slot) ?? 'tensor map', space: 'global', place: fallback, peer: undefined };
    const text = written === '' ? (this.texts.get(address) ?? '') : written;
    const space = this.spaceOf(address);
    const named = this.nameFor(address);
    const accessor = accessorOf(text) ?? this.accessorBehind(address);
    const byAccessor = named && space !== 'shared' && accessor !== undefined && named.isObject;
    const name = named && !named.isObject ? (accessorOf(named.init) ?? named.name) : named?.name;
    const label = byAccessor ? accessor : (name ?? accessor ?? shorten(text));
    return { label, space, place: (byAccessor ? undefined : named?.place) ?? fallback, peer: undefined };
  }

  /** `const auto p = workspace.get_count_ptr() + i; … p …`: what the pointer variable was made from. */
  private accessorBehind(address: Term): string | undefined {
    const parts = [...new Set(partsOf(address))];
    const variable = this.names.findLast((named) => !named.isObject && named.init !== '' && named.parts.size === parts.length && parts.every((part) => named.parts.has(part)));
    return variable && accessorOf(variable.init);
  }

  /** The variable that stands for the largest part of the address: an object before a pointer, what the kernel sets up once before what a loop or a called lambda makes. */
  private nameFor(address: Term): Named | undefined {
    const parts = new Set(partsOf(address));
    let best: Named | undefined;
    const weight = (named: Named): number => named.parts.size + (named.isObject ? 2000 : 0) + (named.isRepeated ? 0 : 1000) + (named.isStorage ? 0 : 0.5);
    for (const named of this.names) {
      if (named.parts.size > parts.size || (best && weight(named) <= weight(best))) continue;
      if ([...named.parts].every((part) => parts.has(part))) best = named;
    }
    return best;
  }

  private spaceOf(address: Term): Space {
    const roots = rootsOf(address);
    if (roots.some((root) => root.op === 'symbol' && root.origin === 'shared')) return 'shared';
    if (roots.some((root) => (root.op === 'symbol' && root.origin === 'local') || root.op === 'address')) return 'register';
    if (roots.some((root) => this.symmetric.has(root))) return 'own-window';
    if (roots.some((root) => root.op === 'symbol' && root.origin === 'param' && /(?:^|_)(?:host|mapped_host)(?:_|$)/.test(root.name))) return 'host';
    return roots.some((root) => root.op === 'symbol' && root.origin === 'param') ? 'global' : 'unknown';
  }
}

/** PTX ISA "Tensors": the global side of the copy is given by a tensor map. */
function isTensorCopy({ mechanism, copies }: AccessEvent): boolean {
  return copies && /^cp\.(?:reduce\.)?async\.bulk\.tensor\b/.test(mechanism);
}

/** `workspace.get_expert_count_ptr<false>() + i` → `expert_count`. */
export function accessorOf(text: string): string | undefined {
  const methods = [...text.matchAll(/(?:\.|->)\s*(?:template\s+)?([A-Za-z_]\w*)\s*(?:<[^()]*>)?\s*\(/g)].map((match) => match[1] ?? '');
  const last = methods.at(-1);
  return last === undefined || PLAIN.test(last) ? undefined : last.replace(/^get_/, '').replace(/_ptr$/, '');
}

function shorten(text: string): string {
  const name = /[A-Za-z_]\w*/.exec(text.replace(/\b(?:reinterpret_cast|static_cast|const_cast)\s*<[^>]*>/g, ''));
  return name ? name[0] : 'memory';
}

/** What an address is computed from. */
export function rootsOf(term: Term, found: Term[] = [], depth = 12): Term[] {
  if (depth === 0) return found;
  switch (term.op) {
    case 'symbol': case 'address': found.push(term); break;
    case 'apply': if (term.name === '*' && term.args[0]) rootsOf(term.args[0], found, depth - 1); break;
    case 'field': case 'bits': rootsOf(term.args[0], found, depth - 1); break;
    case 'object': {
      if (term.base) rootsOf(term.base, found, depth - 1);
      break;
    }
    case 'peer': if (term.peer.pointer) rootsOf(term.peer.pointer, found, depth - 1); break;
    case 'add': case 'ite': for (const arg of argsOf(term)) if (isPointerLike(arg) || term.op === 'add') rootsOf(arg, found, depth - 1); break;
    default: break;
  }
  return found;
}

function partsOf(address: Term): readonly Term[] {
  const plain = address.op === 'bits' ? address.args[0] : address;
  return plain.op === 'add' ? plain.args.map((part) => (part.op === 'bits' ? part.args[0] : part)) : [plain];
}

/** The addresses that a variable holds: a pointer's value, or an object's pointer members. */
function addressesOf(value: Term): (readonly Term[])[] {
  if (value.op === 'object') return [...value.fields.values()].filter((field) => isAddress(field)).map(partsOf);
  if (value.op === 'ite') return [...addressesOf(value.args[1]), ...addressesOf(value.args[2])];
  return isAddress(value) ? [partsOf(value)] : [];
}

function isAddress(term: Term): boolean {
  if (term.op === 'object' || term.op === 'peer' || term.op === 'null') return false;
  return isPointerLike(term) || (term.op === 'add' && term.args.some(isPointerLike));
}

function dedupe(regions: readonly Region[]): Region[] {
  const seen = new Map<string, Region>();
  for (const region of regions) if (!seen.has(`${region.space} ${region.label}`)) seen.set(`${region.space} ${region.label}`, region);
  return [...seen.values()];
}
