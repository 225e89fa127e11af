/** The comparison of two projects as data: sections of tables, diagrams and claims, each cell with the lines it was computed from. */
import type { Text } from '../knowledge/language.js';
import type { Location, Space, TemplateValue } from '../schema.js';

export interface ComparisonReport {
  readonly schema: 1;
  readonly tool: { readonly name: 'symscope'; readonly version: string };
  readonly title: Text;
  readonly projects: readonly [ProjectSummary, ProjectSummary];
  readonly sections: readonly Section[];
}

export interface ProjectSummary {
  readonly name: string;
  /** Prefix of its files, relative to the root, with forward slashes; empty: the root itself. */
  readonly prefix: string;
  readonly files: number;
  readonly kernels: number;
  readonly sites: number;
}

export interface Section {
  readonly id: string;
  readonly title: Text;
  readonly blocks: readonly Block[];
}

export type Block = Table | Diagram | Steps | Claims | Note;

export interface Table {
  readonly kind: 'table';
  readonly id: string;
  readonly caption: Text;
  readonly columns: readonly Text[];
  readonly rows: readonly (readonly Cell[])[];
  /** Detail behind a picture: a page may show it on demand. */
  readonly folded?: true;
}

/** Text that may hold code in backticks. `places` are links to the lines that say it. */
export interface Cell {
  readonly text: Text;
  readonly places: readonly Location[];
  /** Further entries, each on a line of its own. */
  readonly more?: readonly Cell[];
}

/** What moves, from where to where; drawn as a flow, or as Mermaid. */
export interface Diagram {
  readonly kind: 'diagram';
  readonly id: string;
  readonly caption: Text;
  readonly flows: readonly Flow[];
  readonly mermaid: string;
  /** Of a kernel's data flow: the kernel, for hosts that can draw it. */
  readonly kernel?: Location;
  /** Of another picture: what its ends are, by their names; those that are left out are of no known kind. */
  readonly spaces?: Readonly<Record<string, Space>>;
}

export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly path: 'nvlink' | 'rdma' | 'local' | 'gap';
  readonly mechanism: string;
  readonly condition?: string;
  readonly role?: string;
  readonly place: Location;
}

/** A protocol in the order of its lines. */
export interface Steps {
  readonly kind: 'steps';
  readonly id: string;
  readonly caption: Text;
  readonly steps: readonly Step[];
  readonly mermaid: string;
}

export interface Step {
  readonly what: 'signal' | 'wait' | 'join' | 'complete' | 'count';
  readonly text: Text;
  readonly mechanism: string;
  readonly place: Location;
  /** Under which condition it is done; absent: always. */
  readonly when?: string;
}

/** Statements of the knowledge base, held against the open source. */
export interface Claims {
  readonly kind: 'claims';
  readonly id: string;
  readonly caption: Text;
  readonly claims: readonly Claim[];
}

export interface Claim {
  readonly text: Text;
  /** Where it was read. */
  readonly source: string;
  readonly verdict: 'holds' | 'contradicted' | 'unchecked';
  /** What the open source says instead, or what bears it out. */
  readonly because: Text;
  readonly places: readonly Location[];
}

export interface Note {
  readonly kind: 'note';
  readonly text: Text;
}

/** Two kernels side by side, table by table. */
export interface KernelComparison {
  readonly kernels: readonly [ComparedKernel, ComparedKernel];
  readonly tables: readonly SideTable[];
}

export interface ComparedKernel {
  readonly project: string;
  readonly name: string;
  readonly place: Location;
  /** In these instantiations only; absent: in all. */
  readonly given?: readonly TemplateValue[];
}

export interface SideTable {
  readonly id: 'translation' | 'paths' | 'movement' | 'barriers' | 'pipelines' | 'overhead';
  readonly title: Text;
  readonly rows: readonly SideRow[];
}

export interface SideRow {
  readonly aspect: Text;
  readonly cells: readonly [Cell, Cell];
  /** The two say different things. */
  readonly differs: boolean;
}
