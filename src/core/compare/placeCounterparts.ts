/** What stands at a place of one project, and where another project does the same. */
import type { Kernel, Location, PipelineOperation, Site, Synchronisation } from '../schema.js';
import { at } from './cells.js';
import { counterpartsOf, representative } from './counterparts.js';
import { accessesOf, aroundIn } from './exchange.js';
import type { ProjectInput } from './input.js';
import { counterpartKernels, type KernelIn } from './kernelCounterparts.js';
import { isInside, purposeOf } from './purpose.js';
import { barriersOf, type BarrierFunction } from './sections/barriers.js';

/** A word of the source. */
export interface Span extends Location {
  readonly endColumn: number;
}

export interface PlaceCounterpart {
  /** What was found at the place that was asked about. */
  readonly what: 'pointer' | 'reachability' | 'rdma' | 'flag' | 'barrier' | 'pipeline' | 'translation' | 'kernel';
  /** Its own name, as the source has it. */
  readonly name: string;
  /** Undefined: no other project does the same, as far as is known. */
  readonly target: Span | undefined;
}

/** Undefined: nothing that has a counterpart stands there. What is narrower comes before what is around it. */
export function counterpartAt(place: Location, own: ProjectInput, others: readonly ProjectInput[]): PlaceCounterpart | undefined {
  const barrier = barrierAt(place, own);
  if (barrier) return { what: 'barrier', name: barrier.sync.text ?? '', target: likeBarrier(barrier, others) };
  const site = own.sites.find((each) => each.file === place.file && isOnWord(place, each));
  if (site) return likeSite(site, own, others);
  const definition = definitionAt(place, own, others);
  if (definition) return definition;
  const onLine = siteOnLine(place, own);
  return onLine ? likeSite(onLine, own, others) : kernelAt(place, own, others);
}

const spanOf = (place: Location, name: string): Span => ({ ...at(place), endColumn: place.column + name.length });

const isOnWord = ({ line, column }: Location, word: Location & { readonly endColumn: number }): boolean => word.line === line && word.column <= column && column <= word.endColumn;

/** The pointer that is used on the line, replaced there by RDMA or tested there; else whatever is on the line. */
function siteOnLine(place: Location, { sites }: ProjectInput): Site | undefined {
  const inFile = sites.filter(({ file }) => file === place.file);
  const pointers = inFile.filter(({ kind }) => kind === 'peer-pointer');
  const uses = (places: readonly Location[]): boolean => places.some(({ file, line }) => file === place.file && line === place.line);
  return pointers.find((site) => uses(site.consumers) || uses(site.fallback))
    ?? pointers.find((site) => uses(site.evidence))
    ?? inFile.find(({ line }) => line === place.line);
}

const SITES: Readonly<Record<Site['kind'], PlaceCounterpart['what']>> = { 'peer-pointer': 'pointer', reachability: 'reachability', 'one-sided': 'rdma', flag: 'flag', barrier: 'barrier', mbarrier: 'pipeline' };

function likeSite(site: Site, own: ProjectInput, others: readonly ProjectInput[]): PlaceCounterpart {
  const found = (what: PlaceCounterpart['what'], target: Span | undefined): PlaceCounterpart => ({ what, name: site.api, target });
  const around = aroundIn([own, ...others]);
  if (site.kind === 'mbarrier') return found('pipeline', likeOperation(site, own, others));
  if (site.kind === 'barrier') return found('barrier', likeFunction(site.api, own, others));
  // What the NIC moves where a pointer is null is the pointer's other half.
  const pointer = site.kind === 'one-sided' ? own.sites.find(({ kind, fallback }) => kind === 'peer-pointer' && fallback.some(({ file, line }) => file === site.file && line === site.line)) : undefined;
  const asked = pointer ?? site;
  const candidates = others.flatMap(({ sites }) => sites);
  // An operation of the NIC can have the same done through a pointer: the other project's own way speaks for it.
  const instead = asked.kind === 'one-sided' ? representative(candidates.filter((each) => each.isKernel && accessesOf(each).length > 0), purposeOf(asked, around(asked)), around) : undefined;
  const other = counterpartsOf(asked, candidates, around)[0] ?? instead;
  return found(SITES[asked.kind], other && { ...at(other), endColumn: other.endColumn });
}

interface BarrierIn {
  readonly own: KernelIn;
  readonly sync: Synchronisation;
}

/** A call in a kernel that makes threads, blocks or ranks wait. */
function barrierAt(place: Location, project: ProjectInput): BarrierIn | undefined {
  for (const kernel of project.kernels.filter((each) => isInside(each, place))) {
    const here = (kernel.synchronisation ?? []).filter(({ file, line }) => file === place.file && line === place.line);
    const sync = here.find((each) => isOnWord(place, { ...each, endColumn: each.column + (each.text ?? '').length })) ?? here.find(({ level }) => level === 'ranks' || level === 'grid');
    if (sync) return { own: { project, kernel }, sync };
  }
  return undefined;
}

/** The barrier of the same level in the kernel that does the same work, as far from the kernel's end as this one is among its like. */
function likeBarrier({ own, sync }: BarrierIn, others: readonly ProjectInput[]): Span | undefined {
  const alike = ({ synchronisation = [] }: Kernel): readonly Synchronisation[] => synchronisation.filter(({ level }) => level === sync.level);
  const fromEnd = alike(own.kernel).length - alike(own.kernel).indexOf(sync);
  for (const { kernel } of counterpartKernels(own, others)) {
    const candidates = alike(kernel);
    const other = candidates[Math.max(0, candidates.length - fromEnd)];
    if (other) return spanOf(other, other.text ?? '');
  }
  return undefined;
}

/** The same part in a pipeline of the kernel that does the same work: who initialises, who arrives, who waits. */
function likeOperation({ file, line, event }: Site, own: ProjectInput, others: readonly ProjectInput[]): Span | undefined {
  const kernel = own.kernels.find((each) => isInside(each, { file, line }));
  if (!kernel) return undefined;
  const operations = ({ init, arrive, wait }: Kernel['pipelines'][number]): readonly PipelineOperation[] => (event === 'init' ? init : event === 'wait' ? wait : arrive);
  for (const other of counterpartKernels({ project: own, kernel }, others)) {
    const [operation] = other.kernel.pipelines.flatMap(operations);
    if (operation) return spanOf(operation, /^[\w:.>-]+/u.exec(operation.text ?? '')?.[0] ?? '');
  }
  return undefined;
}

/** In the body of a translation or of a barrier. */
function definitionAt(place: Location, own: ProjectInput, others: readonly ProjectInput[]): PlaceCounterpart | undefined {
  const within = ({ file, firstLine, endLine }: { readonly file: string; readonly firstLine: number; readonly endLine: number }): boolean => file === place.file && firstLine <= place.line && place.line <= endLine;
  const translation = own.translations.find(within);
  if (translation) {
    const [other] = others.flatMap(({ translations }) => translations);
    return { what: 'translation', name: translation.name, target: other && spanOf(other, other.name) };
  }
  const barrier = barriersOf(own).find(({ file, symbol }) => within({ file, firstLine: symbol.line, endLine: symbol.endLine }));
  return barrier && { what: 'barrier', name: barrier.symbol.name, target: likeFunction(bareName(barrier), own, others) };
}

const bareName = ({ symbol }: BarrierFunction): string => symbol.name.split('::').at(-1) ?? symbol.name;

/** The function of another project that joins as widely, or else as widely as one GPU does not reach. */
function likeFunction(name: string, own: ProjectInput, others: readonly ProjectInput[]): Span | undefined {
  const level = barriersOf(own).find((each) => bareName(each) === name)?.level;
  if (level === undefined) return undefined;
  const isOfRanks = (each: BarrierFunction['level']): boolean => each === 'ranks' || each === 'nodes';
  const all = others.flatMap(barriersOf);
  const other = all.find((each) => each.level === level) ?? all.find((each) => isOfRanks(each.level) && isOfRanks(level));
  return other && { file: other.file, line: other.symbol.nameLine, column: other.symbol.nameColumn, endColumn: other.symbol.nameEndColumn };
}

function kernelAt(place: Location, project: ProjectInput, others: readonly ProjectInput[]): PlaceCounterpart | undefined {
  const kernel = project.kernels.find((each) => isInside(each, place));
  if (!kernel) return undefined;
  const [other] = counterpartKernels({ project, kernel }, others).filter(({ alike }) => alike);
  return { what: 'kernel', name: kernel.name, target: other && spanOf(other.kernel, other.kernel.name) };
}
