/** Scores a result against sites that people verified by hand. Everything that is said in the truth has to be found as it is said there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access, AnalysisResult, Handling, Nullness, Site, SiteKind, Team } from '../../src/core/schema.js';

/** A verified site. `file` starts with the project's name; what is absent was not verified. */
export interface TrueSite {
  readonly id: string;
  readonly kind: SiteKind;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly api?: string;
  readonly object?: string;
  readonly teams?: readonly Team[];
  readonly nullness?: Nullness;
  readonly handling?: Handling;
  readonly event?: NonNullable<Site['event']>;
  readonly fallback?: readonly { readonly file: string; readonly line: number }[];
  readonly consumers?: readonly { readonly line: number; readonly access: Access }[];
}

export interface Figure {
  readonly right: number;
  readonly all: number;
}

export interface Score {
  readonly figures: ReadonlyMap<string, Figure>;
  readonly misses: readonly string[];
}

/** The truth names every call of these kinds in the files that it names, so a site that it lacks is a false one. */
const COMPLETE_KINDS: readonly SiteKind[] = ['peer-pointer', 'reachability'];

/** A statement may be reported at its first line or at the line of its operand. */
const LINE_TOLERANCE = 2;

export function scoreTruth(truth: readonly TrueSite[], result: AnalysisResult): Score {
  const figures = new Map<string, Figure>();
  const misses: string[] = [];
  const check = (name: string, isRight: boolean, miss: string): void => {
    const { right, all } = figures.get(name) ?? { right: 0, all: 0 };
    figures.set(name, { right: right + (isRight ? 1 : 0), all: all + 1 });
    if (!isRight) misses.push(`${name}: ${miss}`);
  };

  const found = new Map(result.sites.map((site) => [siteKey(site), site]));
  for (const wanted of truth) {
    const site = found.get(siteKey(wanted));
    const where = `${wanted.id} ${wanted.file}:${wanted.line}:${wanted.column} ${wanted.api ?? wanted.object ?? ''}`;
    check(`${wanted.kind} found`, site !== undefined, where);
    if (site === undefined) continue;
    for (const { name, want, got } of properties(wanted, site)) check(name, want === got, `${where}: want ${want}, got ${got}`);
    for (const fallback of wanted.fallback ?? []) {
      const isThere = site.fallback.some(({ file, line }) => shortPath(file) === shortPath(fallback.file) && near(line, fallback.line));
      check('fallback', isThere, `${where}: want line ${fallback.line}, got ${site.fallback.map(({ line }) => line).join(', ')}`);
    }
    for (const consumer of checkedConsumers(wanted)) {
      const isThere = site.consumers.some(({ access, line }) => access === consumer.access && near(line, consumer.line));
      const got = site.consumers.map(({ access, line }) => `${access} at ${line}`).join(', ');
      check('consumer', isThere, `${where}: want ${consumer.access} at ${consumer.line}, got ${got}`);
    }
  }

  const kinds = new Set(truth.map(({ kind }) => kind));
  const files = new Set(truth.map(({ file }) => shortPath(file)));
  const wantedKeys = new Set(truth.map(siteKey));
  for (const site of result.sites) {
    if (!COMPLETE_KINDS.includes(site.kind) || !kinds.has(site.kind) || !files.has(shortPath(site.file))) continue;
    check(`${site.kind} precise`, wantedKeys.has(siteKey(site)), `extra ${site.file}:${site.line}:${site.column} ${site.api}`);
  }
  return { figures, misses };
}

/** One line a figure, for a failing test and for people. */
export function formatScore({ figures, misses }: Score): string {
  return [...[...figures].map(([name, { right, all }]) => `${name}: ${right} of ${all}`), ...misses.map((miss) => `  ${miss}`)].join('\n');
}

function properties(wanted: TrueSite, site: Site): readonly { readonly name: string; readonly want: string; readonly got: string }[] {
  const teams = (values: readonly Team[] | undefined): string => [...(values ?? [])].sort().join(', ');
  const rows: { name: string; want: string | undefined; got: string | undefined }[] = [
    { name: 'team', want: wanted.teams && teams(wanted.teams), got: teams(site.team?.values) },
    { name: 'nullness', want: wanted.nullness, got: site.nullness },
    { name: 'handling', want: wanted.handling, got: site.handling },
    { name: 'mbarrier event', want: wanted.event, got: site.event },
  ];
  return rows.flatMap(({ name, want, got }) => (want === undefined ? [] : [{ name, want, got: got ?? 'nothing' }]));
}

function checkedConsumers(wanted: TrueSite): NonNullable<TrueSite['consumers']> {
  return wanted.kind === 'peer-pointer' ? (wanted.consumers ?? []).filter(({ access }) => access !== 'address-only') : [];
}

function siteKey({ kind, file, line, column }: Pick<TrueSite, 'kind' | 'file' | 'line' | 'column'>): string {
  return `${kind} ${shortPath(file)}:${line}:${column}`;
}

/** The projects may lie together or apart, at any depth: three segments tell their files apart. */
function shortPath(file: string): string {
  return file.split('/').slice(-3).join('/');
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= LINE_TOLERANCE;
}

/** Reads the verified sites, which are kept outside of this repository. */
export function readTruth(): readonly TrueSite[] {
  const path = process.env['SYMSCOPE_TRUTH'] ?? join(import.meta.dirname, '../../../shared/truth/sites.json');
  if (!existsSync(path)) {
    throw new Error(`There are no verified sites at ${path}. Set SYMSCOPE_TRUTH to the file with them: { "sites": [{ id, kind, file, line, column, ... }] }.`);
  }
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly sites: readonly TrueSite[] }).sites;
}
