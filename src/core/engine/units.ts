/** The files of a workspace: text, source view, declarations and (for a while) the tree. The only holder of trees. */
import { lowerFile } from '../program/lower/index.js';
import type { FileDecls, FunctionDecl } from '../program/ir.js';
import type { FileReport } from '../schema.js';
import { LineIndex } from '../sites/locate.js';
import { innermost } from '../source/innermost.js';
import { readSource, type Source } from '../source/readSource.js';
import { parseView, syntaxProblems } from '../source/parseView.js';
import type { CudaParser, Node, ParsedText, SyntaxTree } from '../source/parser.js';
import type { SourceView } from '../source/sourceView.js';
import { createSourceWorkspace } from '../source/workspace.js';
import type { Configuration, FolderConfiguration } from '../analyzer.js';

export interface Unit {
  readonly path: string;
  readonly view: SourceView;
  readonly decls: FileDecls;
  readonly report: FileReport;
  readonly lines: LineIndex;
  /** The file ends too soon: from this offset of it on, functions are there in part. */
  readonly openFrom?: number;
}

const DEFAULT_TIME_LIMIT = 10_000;
const DEFAULT_MAX_SIZE = 8 * 1024 * 1024;
/** Trees kept for bodies that are lowered later; beyond that the file is parsed again when needed. */
const DEFAULT_MAX_TREES = 96;

export class Units {
  private readonly sources = new Map<string, Source>();
  private readonly units = new Map<string, Unit>();
  private readonly trees = new Map<string, SyntaxTree>();
  private readonly retired = new Map<string, ParsedText>();
  private readonly workspace;

  constructor(
    private readonly parser: CudaParser,
    private configuration: Configuration,
    private readonly maxTrees = DEFAULT_MAX_TREES,
  ) {
    this.workspace = createSourceWorkspace({ text: (path) => this.sources.get(path)?.text, paths: () => this.sources.keys() }, configuration);
  }

  configure(configuration: Configuration): void {
    this.configuration = configuration;
    this.workspace.reset(configuration);
    this.units.clear();
    this.dropTrees();
  }

  get timeLimit(): number {
    return this.configuration.timeLimit ?? DEFAULT_TIME_LIMIT;
  }

  configurationOf(path: string): FolderConfiguration {
    const { folders } = this.configuration;
    return (folders && innermost(folders, path)) ?? this.configuration;
  }

  /** Returns the files whose declarations are stale now. */
  set(path: string, content: string | Uint8Array | undefined): readonly string[] {
    const isNew = !this.sources.has(path);
    const source = this.read(content);
    const before = this.sources.get(path);
    // A refused file has no text either, but another problem than an empty one.
    if (before?.text === source.text && before.problems[0]?.code === source.problems[0]?.code) return [];
    this.sources.set(path, source);
    if (isNew) this.workspace.reset();
    const stale = isNew ? this.includersByName(path) : this.workspace.changed(path);
    for (const file of stale) this.forget(file);
    return stale;
  }

  /**
   * The path, and the files that include something of its name, directly or not: they may see another file now that this one
   * appears or vanishes. By name alone, so that loading a workspace does not resolve all includes once for each file.
   */
  private includersByName(path: string): readonly string[] {
    const stale = new Set([path]);
    for (const from of stale) {
      const name = baseName(from);
      for (const [other, { view }] of this.units) if (!stale.has(other) && view.includes.some((include) => baseName(include.path) === name)) stale.add(other);
    }
    return [...stale];
  }

  private read(content: string | Uint8Array | undefined): Source {
    return readSource(content, this.configuration.maxFileSize ?? DEFAULT_MAX_SIZE);
  }

  remove(path: string): void {
    if (!this.sources.delete(path)) return;
    this.workspace.reset();
    for (const file of this.includersByName(path)) this.forget(file);
  }

  /** The tree is kept for the next parse, which then reads only what changed. */
  private forget(path: string): void {
    const tree = this.trees.get(path);
    const unit = this.units.get(path);
    this.units.delete(path);
    this.trees.delete(path);
    const exists = this.sources.has(path);
    if (tree || !exists) {
      this.retired.get(path)?.tree.delete();
      this.retired.delete(path);
    }
    if (tree && unit && exists) this.retired.set(path, { tree, text: unit.view.view });
    else tree?.delete();
  }

  has(path: string): boolean {
    return this.sources.has(path);
  }
  text(path: string): string | undefined {
    return this.sources.get(path)?.text;
  }
  paths(): readonly string[] {
    return [...this.sources.keys()];
  }
  totalSize(): number {
    let size = 0;
    for (const source of this.sources.values()) size += source.text.length;
    return size;
  }
  closure(path: string): readonly string[] {
    return this.workspace.closure(path);
  }
  resolveInclude(from: string, include: string): string | undefined {
    return this.workspace.resolveInclude(from, include, false);
  }

  unit(path: string): Unit | undefined {
    const known = this.units.get(path);
    if (known) return known;
    const source = this.sources.get(path);
    const view = source && this.workspace.view(path);
    if (!view) return undefined;
    const unit = this.build(path, source, view);
    this.units.set(path, unit);
    return unit;
  }

  private build(path: string, source: Source, view: SourceView): Unit {
    const before = this.retired.get(path);
    const parsed = parseView(this.parser, view, Date.now() + this.timeLimit, before);
    before?.tree.delete();
    this.retired.delete(path);
    const problems = [...source.problems, ...view.problems];
    if (parsed) problems.push(...syntaxProblems(parsed));
    else problems.push({ code: 'time-limit', message: `Parsing took longer than ${this.timeLimit} ms and was given up; nothing is known about this file.`, line: 1, column: 1 });
    const used = parsed?.view ?? view;
    if (parsed) this.keep(path, parsed.tree);
    const decls = lowerFile(path, used, { withTree: (use) => this.withTree(path, used, use) });
    if (!hasDeviceCode(decls)) this.dropTree(path);
    const clean = parsed !== undefined && !parsed.tree.hasError && parsed.openFrom === undefined && source.problems.length === 0 && view.problems.every(({ code }) => code !== 'syntax');
    return { path, view: used, decls, report: { path, parse: clean ? 'clean' : 'partial', problems: problems.slice(0, 1) }, lines: new LineIndex(source.text), ...(parsed?.openFrom === undefined ? {} : { openFrom: parsed.view.toFile(parsed.openFrom) }) };
  }

  private dropTree(path: string): void {
    this.trees.get(path)?.delete();
    this.trees.delete(path);
  }

  private keep(path: string, tree: SyntaxTree): void {
    this.trees.set(path, tree);
    for (const [oldest, old] of this.trees) {
      if (this.trees.size <= this.maxTrees) break;
      old.delete();
      this.trees.delete(oldest);
    }
  }

  private withTree<T>(path: string, view: SourceView, use: (root: Node) => T): T | undefined {
    const kept = this.trees.get(path);
    if (kept) return use(kept.root);
    const tree = this.parser.parse(view.view, Date.now() + this.timeLimit);
    if (!tree) return undefined;
    this.keep(path, tree);
    return use(tree.root);
  }

  get liveTrees(): number {
    return this.parser.liveTrees;
  }

  dropTrees(): void {
    for (const tree of this.trees.values()) tree.delete();
    for (const { tree } of this.retired.values()) tree.delete();
    this.trees.clear();
    this.retired.clear();
  }
}

/** Bodies of host code are seldom asked for. */
function hasDeviceCode({ functions, classes }: FileDecls): boolean {
  const isDevice = (fn: FunctionDecl): boolean => fn.isDevice || fn.isKernel;
  return functions.some(isDevice) || classes.some((cls) => cls.methods.some(isDevice));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
