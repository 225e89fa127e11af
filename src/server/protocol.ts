/**
 * Every message between the extension and the server that is not plain LSP. Both sides import this file and nothing else of
 * each other. Method names are strings and the payloads plain JSON, so that any LSP client can speak them.
 * Lines and columns are 1-based as in the result schema, except where LSP's own types are used.
 */
import type { GraphFormat } from '../core/graph/export/formats.js';
import type { PlaceCounterpart } from '../core/compare/index.js';
import type { TemplateValue } from '../core/schema.js';
import type { KernelComparisonAnswer, KernelPlace } from '../panel/compare/model.js';
import type { KernelGraphAnswer, KernelGraphParams, KernelRef } from '../panel/graphModel.js';

export type { KernelGraphParams } from '../panel/graphModel.js';

/** Client → server: the data-flow graph of one kernel, laid out. Parameters are `KernelGraphParams`; null: there is no such kernel. */
export const KERNEL_GRAPH = 'symscope/kernelGraph';
export interface KernelGraphResult extends KernelGraphAnswer {
  /** Addresses of the documents that the kernel names, by their `file` in the result schema. */
  readonly uris: Readonly<Record<string, string>>;
}

/** Client → server: the graph of a kernel as text. The answer is the text; null: there is no such kernel. */
export const EXPORT_GRAPH = 'symscope/exportGraph';
export interface ExportGraphParams extends KernelGraphParams {
  readonly format: GraphFormat;
}

/**
 * The projects of the workspace whose kernels reach peers: each workspace folder that is one, else its top folders. Read whole, which takes
 * seconds at first: the requests that need them report their progress to `workDoneToken`, and null says that they were cancelled.
 */
export const PROJECTS = 'symscope/projects';
export interface ProgressParams {
  readonly workDoneToken?: string | number;
}
export interface ProjectSummary {
  readonly name: string;
  /** Names it in COMPARE. */
  readonly prefix: string;
  readonly uri: string;
  /** Kernels that reach peers. */
  readonly kernels: number;
}
export type ProjectsResult = readonly ProjectSummary[] | null;

/** Client → server: two projects compared, as text in the user's language; null: cancelled, or there are no such projects (any more). */
export const COMPARE = 'symscope/compare';
export const REPORT_FORMATS = ['markdown', 'html', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
export interface CompareParams extends ProgressParams {
  /** Prefixes of two of PROJECTS. */
  readonly projects: readonly [string, string];
  readonly format: ReportFormat;
  /** Address of the folder that the report will be read from: links are relative to it. Absent: they are absolute. */
  readonly from?: string;
}

/** Client → server: a kernel beside the one of another project that does the same work; null: cancelled. */
export const COMPARE_KERNEL = 'symscope/compareKernel';
export interface CompareKernelParams extends KernelRef, ProgressParams {
  /** Another kernel than the best: as in `counterparts` of an earlier answer. */
  readonly other?: KernelPlace;
  /** Template values that the reader fixed; absent: all instantiations together. */
  readonly given?: readonly TemplateValue[];
}
export type CompareKernelResult = (KernelComparisonAnswer & { readonly uris: Readonly<Record<string, string>> }) | null;

/** Client → server: where another project does what stands at a place; null: cancelled. */
export const COUNTERPART = 'symscope/counterpart';
export interface CounterpartParams extends ProgressParams {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
}
export type CounterpartResult =
  | { readonly state: 'found'; readonly what: PlaceCounterpart['what']; readonly name: string; readonly target: Target }
  /** No other project does that, as far as is known. */
  | { readonly state: 'none'; readonly what: PlaceCounterpart['what']; readonly name: string }
  /** Only one project of the workspace reaches peers, or none. */
  | { readonly state: 'one-project' }
  /** Nothing that has a counterpart stands there. */
  | { readonly state: 'nothing' }
  | null;
/** A word of a document. */
export interface Target {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** Client → server: the kernels of a document, or of the whole workspace if `uri` is absent. */
export const KERNELS = 'symscope/kernels';
export interface KernelsParams {
  readonly uri?: string;
}
export interface KernelSummary {
  readonly name: string;
  readonly uri: string;
  readonly line: number;
  readonly endLine: number;
  /** What is in it, in the user's language: `6 peer writes · 2 paths · 0 gaps`. */
  readonly summary: string;
}

/**
 * Client → server: the tree of all that is analysed so far. Asked again when the answer may have changed (CHANGED). Labels are in
 * the user's language and may hold names of the analysed code: they are text, not markup.
 */
export const OVERVIEW = 'symscope/overview';
export interface OverviewParams {
  /** From now on all files of the workspace are analysed, in the background. */
  readonly whole?: boolean;
}
export interface OverviewResult {
  /** Kernels that reach a peer or wait for somebody, in path order. */
  readonly kernels: readonly OverviewItem[];
  /** Rules with findings. */
  readonly rules: readonly OverviewItem[];
}
export interface OverviewItem {
  readonly kind:
    | 'kernel' | 'role' | 'write' | 'read' | 'gap' | 'barrier' | 'pipeline' | 'operation'
    | 'rule' | 'error' | 'warning' | 'information' | 'hint';
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** Where it stands in the source. */
  readonly target?: { readonly uri: string; readonly line: number; readonly column: number };
  readonly children: readonly OverviewItem[];
}

/** The legend of the semantic tokens; the manifest describes the modifiers. */
export const TOKEN_TYPES = ['variable', 'function'] as const;
export const TOKEN_MODIFIERS = ['peerPointer', 'reachability'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

/** Server → client: analyses of these documents are new; what was asked about them before may be stale. */
export const CHANGED = 'symscope/changed';
export interface ChangedParams {
  readonly uris: readonly string[];
}

/** Server → client: regions that the preprocessor configuration leaves out. */
export const INACTIVE_REGIONS = 'symscope/inactiveRegions';
export interface InactiveRegionsParams {
  readonly uri: string;
  /** Version of the document that the ranges belong to. */
  readonly version: number;
  /** First and last line of each region. */
  readonly regions: readonly { readonly start: number; readonly end: number }[];
}

/** Server → client: what the status item shows. */
export const STATUS = 'symscope/status';
export interface StatusParams {
  readonly busy: boolean;
  /** Files known, and of these not read because a limit was reached. */
  readonly files: number;
  readonly skipped: number;
  readonly documents: readonly DocumentStatus[];
}
export interface DocumentStatus {
  readonly uri: string;
  /** `partial`: some of the file was not understood, and rules say nothing about that part. */
  readonly parse: 'clean' | 'partial';
  readonly problems: readonly string[];
  readonly findings: number;
  readonly kernels: number;
  /** Places with a meaning for symmetric memory: calls that form peer pointers, barriers and their kin. */
  readonly sites: number;
}

/** Server → client: file access for schemes that the server cannot read itself (virtual workspaces, the browser). */
export const READ_DIRECTORY = 'symscope/readDirectory';
export const READ_FILE = 'symscope/readFile';
/** Answers the kind of what the address leads to, or null. */
export const STAT = 'symscope/stat';
export type StatResult = 'file' | 'directory' | null;
export interface FileParams {
  readonly uri: string;
}
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link';
}
/** Base64; null: it cannot be read, or is larger than the limit. */
export type ReadFileResult = string | null;
export interface ReadFileParams extends FileParams {
  /** Bytes. */
  readonly maxSize: number;
}

/** What the client passes as `initializationOptions`. All of it is optional: other editors pass nothing. */
export interface InitializationOptions {
  /** Address of the folder that holds one page per rule, `<code>.md`. */
  readonly ruleDocs?: string;
  /** The client answers READ_DIRECTORY, READ_FILE and STAT. */
  readonly fileAccess?: boolean;
  /** The client has OPEN_COUNTERPART_COMMAND, and runs it from links of hovers. */
  readonly opensCounterparts?: boolean;
  /** The same tree as the `symscope` section of the settings, for clients without `workspace/configuration`. */
  readonly settings?: unknown;
}

/** Commands that code lenses and hovers name; the extension registers them. */
export const ANALYZE_KERNEL_COMMAND = 'symscope.analyzeKernel';
export interface AnalyzeKernelArguments {
  readonly uri: string;
  readonly name: string;
  readonly line: number;
}

/** Opens a place beside the current editor. Without arguments: the counterpart of what the cursor is on. */
export const OPEN_COUNTERPART_COMMAND = 'symscope.openCounterpart';
export interface OpenCounterpartArguments {
  readonly target: Target;
}
