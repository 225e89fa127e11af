/**
 * The positioned graph: what the server's layout sends and the panel draws. Plain JSON, no React and no Node.
 * Coordinates are CSS pixels at zoom 1, origin top left, y downwards; everything is absolute, nothing is relative to a parent.
 */
import type { Language } from '../core/knowledge/language.js';
import type { Finding, GraphNode, Kernel, Space, TemplateValue } from '../core/schema.js';

/** Levels of detail. `overview`: only what leads to a peer; `roles`: all, alike parts joined; `everything`: nothing joined. */
export const DETAILS = ['overview', 'roles', 'everything'] as const;
export type Detail = (typeof DETAILS)[number];

export interface LayoutOptions {
  /** Absent: the level that suits the size of the kernel. */
  readonly detail?: Detail;
  /** Ids of bands that the reader flipped: closed if they are open by default, opened if they are closed by default. */
  readonly toggled: readonly string[];
  /** Template values that the reader fixed; absent: all instantiations together. */
  readonly given?: readonly TemplateValue[];
  /** How wide the graph can be and still be readable where it is shown; absent: in a window of its own. */
  readonly room?: number;
}

export const DEFAULT_LAYOUT: LayoutOptions = { toggled: [] };

/** A kernel with more drawn nodes than so many is shown as an overview first: more do not fit into a pane at a readable size. */
export const OVERVIEW_ABOVE = 24;

/** Above so many drawn nodes the largest bands are closed by default: React Flow's first paint passes a second soon after. */
export const COLLAPSE_ABOVE = 150;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A place in source. Lines and columns are 1-based, columns in UTF-16 units; `file` is relative to the root. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** A horizontal band: one warp role, or what belongs to the whole kernel. */
export interface PositionedBand extends Box {
  readonly id: string;
  readonly kind: 'role' | 'kernel';
  readonly name: string;
  /** The condition that selects the role, as written; empty for the whole kernel. */
  readonly condition: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** Closed: only the heading is drawn. */
  readonly collapsed: boolean;
  /** Graph nodes and edges that belong to the band at this level, drawn or not. */
  readonly nodeCount: number;
  readonly edgeCount: number;
}

/** One drawn node. Alike graph nodes can share it, and a node that several roles use is drawn once in the band of each. */
export interface PositionedNode extends Box {
  readonly id: string;
  /** Ids of the graph nodes behind it, at least one. */
  readonly nodeIds: readonly string[];
  readonly kind: Exclude<GraphNode['kind'], 'barrier'>;
  readonly space: Space;
  readonly band: string;
  /** Lines of the label, already shortened to the box. */
  readonly label: readonly string[];
  /** Space and line. */
  readonly caption: string;
  readonly details: readonly string[];
  /** Of a decision: caption and details stand at its right instead of below it, where the edges leave. */
  readonly isBeside?: true;
  /** All of it, unshortened. */
  readonly title: string;
  readonly places: readonly Place[];
  /** Names of the other bands in which the same object is drawn. */
  readonly alsoIn: readonly string[];
}

export interface EdgeLabel extends Box {
  /** Above the line: mechanism and line. */
  readonly upper: string;
  /** Below the line: the condition, shortened; empty if there is none. */
  readonly lower: string;
}

export interface PositionedEdge {
  readonly id: string;
  /** Indexes into `kernel.graph.edges`, at least one. */
  readonly edges: readonly number[];
  /** Ids of the drawn nodes. */
  readonly from: string;
  readonly to: string;
  readonly band: string;
  /** The corners from source to target, both ends included, on the outlines of the shapes. */
  readonly points: readonly Point[];
  readonly label?: EdgeLabel;
  readonly title: string;
  readonly places: readonly Place[];
  readonly path?: 'nvlink' | 'rdma';
  readonly gap: boolean;
}

/** A barrier: a line across all bands, or across one if only that role meets there. */
export interface PositionedBarrier extends Box {
  readonly id: string;
  readonly nodeIds: readonly string[];
  readonly band?: string;
  /** It joins ranks, not only blocks: its line is whole also where one role meets them. */
  readonly isOfRanks?: true;
  readonly label: string;
  /** What it does, a row for each instantiation that differs. */
  readonly details: readonly string[];
  readonly title: string;
  readonly places: readonly Place[];
}

export interface PositionedGraph extends LayoutOptions {
  readonly detail: Detail;
  readonly width: number;
  readonly height: number;
  readonly bands: readonly PositionedBand[];
  readonly nodes: readonly PositionedNode[];
  readonly edges: readonly PositionedEdge[];
  readonly barriers: readonly PositionedBarrier[];
}

/** Names a kernel: by name, or the one around a line (1-based) of the file, or the first of the file. */
export interface KernelRef {
  readonly uri: string;
  readonly name?: string;
  readonly line?: number;
}

/** Parameters of the request `symscope/kernelGraph`. */
export interface KernelGraphParams extends KernelRef {
  readonly layout: LayoutOptions;
}

/** Answer of `symscope/kernelGraph`; null if there is no such kernel. */
export interface KernelGraphAnswer {
  /** The document with the kernel. */
  readonly uri: string;
  readonly kernel: Kernel;
  /** The findings inside the kernel, in source order. */
  readonly findings: readonly Finding[];
  readonly positioned: PositionedGraph;
  /** What the panel speaks; absent: English. */
  readonly language?: Language;
}
