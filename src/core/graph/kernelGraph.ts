/** The data-flow graph of a kernel, from the events of all its instantiations. */
import type { GraphEdge, GraphNode, Kernel, Location } from '../schema.js';
import type { AccessEvent, DirectAccess, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import type { StateSpace } from '../ptx/index.js';
import { argsOf, type Term } from '../flow/terms.js';
import { locate, type Locator } from '../sites/locate.js';
import type { FunctionRuns, Run } from '../sites/run.js';
import { addDecisions } from './decisions.js';
import { simplify } from '../flow/facts.js';
import { shortMechanism } from './mechanism.js';
import { Regions, type Region } from './regions.js';
import { findRoles, type RoleSpan } from './roles.js';

/** Loads below a stored value that count as its sources. */
const MAX_VALUE_DEPTH = 10;

export type KernelBody = Pick<Kernel, 'roles' | 'graph' | 'barriers'>;

export function buildKernel(analysis: FunctionRuns, locator: Locator): KernelBody {
  const { fn, runs } = analysis;
  const lines = locator.lines(fn.file);
  const roles = findRoles(runs.map((run) => run.machine), lines);
  const graph = new GraphBuilder(analysis, locator, roles);
  // The instantiation with a choice of path says more about an edge than one without.
  const choices = (run: Run): number => run.uses.filter((use) => use.evidence !== undefined).length;
  for (const run of runs.toSorted((a, b) => choices(b) - choices(a))) graph.addRun(run);
  return {
    roles: roles.map(({ name, condition, line, endLine }) => ({ name, condition, line, endLine })),
    graph: { nodes: [...graph.nodes.values()], edges: [...graph.edges.values()] },
    barriers: [...graph.barriers.values()],
  };
}

class GraphBuilder {
  readonly nodes = new Map<string, GraphNode>();
  readonly edges = new Map<string, GraphEdge>();
  readonly barriers = new Map<number, Location>();

  constructor(private readonly analysis: FunctionRuns, private readonly locator: Locator, private readonly roles: readonly RoleSpan[]) {}

  addRun(run: Run): void {
    const regions = new Regions(run.machine);
    // What a barrier does to its own counters is its business.
    const barriers = new Set(run.machine.events.flatMap((event) => (event.kind === 'sync' ? [event.anchor.span.start] : [])));
    for (const event of run.machine.events) {
      if (event.anchor.file !== this.analysis.fn.file) continue;
      if (event.kind === 'access' && !barriers.has(event.anchor.span.start)) this.addAccess(run.machine, regions, event);
      else if (event.kind === 'one-sided') this.addOneSided(run.machine, regions, event);
      else if (event.kind === 'sync' && event.level !== 'cluster') this.addBarrier(event.anchor, event.name, event.level);
    }
    addDecisions(run, this.nodes, this.edges, this.locator, (event) => this.roleAt(event.anchor));
  }

  private roleAt(place: Place): string | undefined {
    return this.roles.find((role) => place.file === this.analysis.fn.file && role.span.start <= place.span.start && place.span.start < role.span.end)?.name;
  }

  private node(region: Region, role: string | undefined): GraphNode {
    // Shared memory and registers belong to the warps that use them; everything else is one object for the kernel.
    const own = region.space === 'shared' || region.space === 'register' || region.space === 'peer' || region.space === 'remote' ? role : undefined;
    const id = `${region.space}:${region.label}${own === undefined ? '' : `:${own}`}`;
    const known = this.nodes.get(id);
    if (known) return known;
    const node: GraphNode = {
      id, kind: 'memory', label: region.label, space: region.space, ...locate(this.locator, region.place),
      ...(own === undefined ? {} : { role: own }), remote: region.space === 'peer' || region.space === 'remote',
    };
    this.nodes.set(id, node);
    return node;
  }

  private addAccess(m: Machine, regions: Regions, event: AccessEvent): void {
    if (event.access === 'load' && (event.copies || m.peersIn(event.address).size === 0)) return;
    const role = this.roleAt(event.anchor);
    const targets = regions.of(simplify(m.store, event.facts, event.address), event.addressText, event.anchor).filter(isMemory).map((region) => inSpaceOf(event.space, region));
    // A callee's own bookkeeping is not the kernel's data.
    if (event.anchor !== event.place && targets.every((to) => to.space === 'unknown')) return;
    if (event.access === 'load') {
      for (const from of targets) this.edge(m, from, registers(event.anchor), event, shortMechanism(event.mechanism), event.mechanism, role, from.space === 'peer' ? 'nvlink' : undefined);
      return;
    }
    const sources = event.copies && event.source ? regions.of(simplify(m.store, event.facts, event.source), event.sourceText, event.anchor).map((region) => inSpaceOf(sourceSpaceOf(event), region)) : sourcesOf(event.source, regions, event.anchor);
    for (const to of targets)
      for (const from of sources.length > 0 ? sources : [registers(event.anchor)])
        this.edge(m, from, to, event, shortMechanism(event.mechanism), event.mechanism, role, to.space === 'peer' || from.space === 'peer' ? 'nvlink' : undefined);
  }

  private addOneSided(m: Machine, regions: Regions, event: OneSidedEvent): void {
    if (event.access === undefined || (event.anchor !== event.place && event.place.file !== event.anchor.file)) return;
    const role = this.roleAt(event.anchor);
    const far = regions.remote(event.destination, event.destinationText ?? '', event.anchor);
    const near = event.copies && event.source ? regions.of(simplify(m.store, event.facts, event.source), event.sourceText ?? '', event.anchor).filter(isMemory) : sourcesOf(event.source, regions, event.anchor);
    const sources = near.length > 0 ? near : [registers(event.anchor)];
    for (const source of sources) {
      const [from, to] = event.access === 'remote-load' ? [far, source] : [source, far];
      if (event.direct) this.directEdge(m, from, far, event, event.direct, role);
      // The LSA team always has the direct way.
      if (!(event.direct && event.team === 'Lsa')) this.edge(m, from, to, event, event.api, event.mechanism, role, 'rdma');
    }
  }

  private directEdge(m: Machine, from: Region, far: Region, event: OneSidedEvent, { mechanism, own = mechanism }: DirectAccess, role: string | undefined): void {
    // NCCL's rail team joins ranks of different NVLink domains: the only one that is reached directly is the caller itself.
    const [how, suffix, space] = event.team === 'Rail' ? [own, '', 'own-window' as const] : [mechanism, ' @ peer', 'peer' as const];
    this.edge(m, from, { ...far, label: far.label.replace(' @ remote', suffix), space }, event, shortMechanism(how), how, role, space === 'peer' ? 'nvlink' : undefined);
  }

  private edge(m: Machine, from: Region, to: Region, event: Event, label: string, mechanism: string, role: string | undefined, path: 'nvlink' | 'rdma' | undefined): void {
    const a = this.node(from, role);
    const b = this.node(to, role);
    if (a === b) return;
    const { file, line } = locate(this.locator, event.anchor);
    const key = `${a.id}>${b.id}>${line}>${path ?? ''}`;
    if (this.edges.has(key)) return;
    const condition = [this.conditionOf(event), ...this.choiceText(m, to), ...this.choiceText(m, from)].filter((part) => part !== '').join(' and ');
    this.edges.set(key, {
      from: a.id, to: b.id, label, mechanism, ...(condition === '' ? {} : { condition }), file, line,
      ...(role === undefined ? {} : { role }), ...(path === undefined ? {} : { path }),
    });
  }

  /** The branches inside the kernel's own text that lead here; the role's own condition is the band's. */
  private conditionOf(event: Event): string {
    const role = this.roles.find((r) => r.span.start <= event.anchor.span.start && event.anchor.span.start < r.span.end);
    const parts = new Set<string>();
    for (const { source, value } of event.path) {
      if (!source || source.asserted || source.loop || source.place.file !== this.analysis.fn.file) continue;
      if (role && source.place.span.start < role.span.start) continue;
      const { text } = source;
      parts.add(value ? text : negated(text));
    }
    return [...parts].join(' and ');
  }

  /** The arm of a `?:` that picked this memory. */
  private choiceText(m: Machine, { choice }: Region): string[] {
    if (!choice) return [];
    const written = m.writtenCondition(choice);
    if (!written) return [];
    const { text } = written.source;
    return [written.holds ? text : negated(text)];
  }

  private addBarrier(place: Place, name: string, level: 'ranks' | 'grid'): void {
    if (this.barriers.has(place.span.start)) return;
    const location = locate(this.locator, place, name);
    this.barriers.set(place.span.start, location);
    const role = this.roleAt(place);
    const id = `barrier:${place.span.start}`;
    this.nodes.set(id, {
      id, kind: 'barrier', label: name, space: 'unknown', file: location.file, line: location.line, column: location.column,
      ...(role === undefined ? {} : { role }), remote: level === 'ranks', detail: level === 'ranks' ? 'joins ranks' : 'joins the grid',
    });
  }
}

function negated(text: string): string {
  return /\b(?:and|or)\b|&&|\|\|/.test(text) ? `not (${text})` : `not ${text}`;
}

/** Where the address does not say what it is of, the instruction may. */
function inSpaceOf(space: StateSpace, region: Region): Region {
  return region.space === 'unknown' && space.startsWith('shared') ? { ...region, space: 'shared' } : region;
}

/** PTX ISA "cp.async.bulk": the destination's space, then the source's. */
function sourceSpaceOf({ mechanism }: AccessEvent): StateSpace {
  return /\.global\.shared(?:::cta)?\b/.test(mechanism) ? 'shared' : 'generic';
}

function registers(place: Place): Region {
  return { label: 'computed values', space: 'register', place, peer: undefined };
}

function isMemory(region: Region): boolean {
  return region.space !== 'register';
}

/** Memory that a stored value was read from. */
function sourcesOf(value: Term | undefined, regions: Regions, place: Place): Region[] {
  if (!value) return [];
  const found = new Map<string, Region>();
  const visit = (term: Term, depth: number): void => {
    if (term.op === 'load') {
      for (const region of regions.of(term.args[0], '', place)) if (isMemory(region)) found.set(`${region.space} ${region.label}`, region);
      return;
    }
    if (depth > 0 && (term.op === 'apply' || term.op === 'ite' || term.op === 'add' || term.op === 'neg' || term.op === 'field')) for (const arg of argsOf(term).slice(term.op === 'ite' ? 1 : 0)) visit(arg, depth - 1);
  };
  visit(value, MAX_VALUE_DEPTH);
  return [...found.values()];
}
