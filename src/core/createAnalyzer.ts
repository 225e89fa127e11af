/** The implementation of the facade. */
import { catalog } from './catalog/index.js';
import { Contracts } from './contracts/contracts.js';
import { predicateOf } from './contracts/predicates.js';
import { translationOf } from './contracts/translations.js';
import { analyzeUnit, functionsOf } from './engine/analyzeUnit.js';
import { changedNames, type FileState } from './engine/changes.js';
import { functionSymbols } from './engine/functionSymbols.js';
import { Roots } from './engine/roots.js';
import { Units } from './engine/units.js';
import type { World } from './flow/machine.js';
import type { FunctionDecl } from './program/ir.js';
import { Program } from './program/program.js';
import { LineIndex } from './sites/locate.js';
import { CudaParser } from './source/parser.js';
import type { Analyzer, AnalyzerOptions, Configuration, FileAnalysis } from './analyzer.js';
import type { AnalysisResult } from './schema.js';

/** Workspaces larger than this (UTF-16 units) are not indexed whole: names resolve in the include closure only. */
const MAX_INDEXED = 24 * 1024 * 1024;

interface Session {
  readonly world: World;
  readonly roots: Roots;
}

export async function createAnalyzer({ grammar, version, configuration = {}, maxTrees }: AnalyzerOptions): Promise<Analyzer> {
  return makeAnalyzer(await CudaParser.create(grammar), version, configuration, maxTrees);
}

/** Apart, so that nothing here keeps the bytes of the grammar alive. */
function makeAnalyzer(parser: CudaParser, version: string, configuration: Configuration, maxTrees: number | undefined): Analyzer {
  const units = new Units(parser, configuration, maxTrees);
  const analyses = new Map<string, FileAnalysis>();
  let session: Session | undefined;
  /** The session before the latest changes, and the files whose meaning they may have changed. */
  let earlier: Session | undefined;
  const affected = new Set<string>();
  /** The changed files as they were in the earlier session; undefined: they were not there. */
  const changes = new Map<string, FileState | undefined>();

  const forget = (stale: readonly string[], textBefore: string | undefined): void => {
    if (stale.length === 0) return;
    const known = session?.world.program ?? earlier?.world.program;
    for (const file of stale) {
      const decls = known?.file(file);
      const text = file === stale[0] ? textBefore : units.text(file);
      if (!changes.has(file)) changes.set(file, decls && text !== undefined ? { decls, text } : undefined);
    }
    if (session) {
      const { program } = session.world;
      const changed = new Set(stale);
      for (const { path } of program.files()) if (changed.has(path) || [...program.closure(path)].some((file) => changed.has(file))) affected.add(path);
      earlier = session;
      session = undefined;
    } else for (const file of stale) affected.add(file);
    for (const [path, analysis] of analyses) if (stale.some((file) => file === path || analysis.dependencies.includes(file))) analyses.delete(path);
  };

  /** Names resolve in the whole workspace, so a file that comes or goes can change what any other means. */
  const forgetAll = (): void => {
    session = earlier = undefined;
    affected.clear();
    changes.clear();
    analyses.clear();
  };

  /** Did the change touch something that a file looked for beyond what it includes? */
  const isSeenElsewhere = (program: Program): boolean => {
    const { loose, lenders } = program;
    for (const [file, before] of changes) {
      for (const lender of lenders) if (program.closure(lender).has(file)) return true;
      const unit = units.unit(file);
      const text = units.text(file);
      for (const name of changedNames(before, unit && text !== undefined ? { decls: unit.decls, text } : undefined)) if (loose.has(name)) return true;
    }
    return false;
  };

  const open = (path: string): Session => {
    if (session) return session;
    const paths = units.totalSize() <= MAX_INDEXED ? units.paths() : units.closure(path);
    const decls = paths.flatMap((file) => units.unit(file)?.decls ?? []);
    const program = new Program(decls, (from, include) => units.resolveInclude(from, include));
    const contracts = new Contracts(() => world);
    const world: World = {
      program, catalog, contracts,
      textOf: (file, span) => units.text(file)?.slice(span.start, span.end) ?? '',
      assertionMacros: (file) => units.unit(file)?.view.assertionMacros ?? new Map(),
    };
    const roots = new Roots(world, (file) => units.text(file) ?? '');
    if (earlier && isSeenElsewhere(earlier.world.program)) analyses.clear();
    else if (earlier) {
      const isUnchanged = (file: string): boolean => !affected.has(file);
      contracts.inherit(earlier.world.contracts, isUnchanged);
      roots.inherit(earlier.roots, isUnchanged);
      program.inherit(earlier.world.program);
    }
    earlier = undefined;
    affected.clear();
    changes.clear();
    return (session = { world, roots });
  };

  const empty = new LineIndex('');
  const locator = { lines: (file: string) => units.unit(file)?.lines ?? empty };

  const analyzeFile = (path: string, isCancelled: () => boolean = () => false): FileAnalysis | undefined => {
    const unit = units.unit(path);
    if (!unit) return undefined;
    const { world, roots } = open(path);
    const known = analyses.get(path);
    if (known) return known;
    const analysis = analyzeUnit(unit, { world, roots, locator, timeLimit: units.timeLimit, configuration: units.configurationOf(path), isCancelled }, { functions: functionSymbols(unit), dependencies: units.closure(path) });
    if (analysis) analyses.set(path, analysis);
    return analysis;
  };

  const definedIn = <T>(path: string, of: (fn: FunctionDecl, session: Session) => T | undefined): T[] => {
    const unit = units.unit(path);
    const opened = open(path);
    return unit ? functionsOf(unit).flatMap((fn) => of(fn, opened) ?? []) : [];
  };

  return {
    setFile: (path, content) => {
      if (!units.has(path)) forgetAll();
      const before = units.text(path);
      forget(units.set(path, content), before);
    },
    removeFile: (path) => {
      if (units.has(path)) forgetAll();
      units.remove(path);
    },
    hasFile: (path) => units.has(path),
    fileText: (path) => units.text(path),
    files: () => units.paths(),
    configure: (configuration: Configuration) => {
      units.configure(configuration);
      forgetAll();
    },
    translations: (path) => definedIn(path, (fn, { world }) => translationOf(world, fn, locator)),
    predicates: (path) => definedIn(path, (fn, { world }) => predicateOf(world, fn, locator)),
    prepare: (path) => { units.unit(path); },
    analyzeFile,
    analyze: (root, paths): AnalysisResult => {
      const all = (paths ?? units.paths()).toSorted().flatMap((path) => analyzeFile(path) ?? []);
      for (const analysis of all) analysis.complete();
      return {
        schema: 1, tool: { name: 'symscope', version }, root,
        files: all.map((analysis) => analysis.report), sites: all.flatMap((a) => a.sites),
        findings: all.flatMap((a) => a.findings), kernels: all.flatMap((a) => a.kernels),
      };
    },
    get liveTrees() { return units.liveTrees; },
    dispose: () => {
      units.dropTrees();
      parser.dispose();
    },
  };
}
