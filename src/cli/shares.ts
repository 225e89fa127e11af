/** Which sources can be analysed apart: those that no chain of includes joins. */
import { createIncludeIndex } from '../core/source/includes.js';
import type { Include } from '../host/includes.js';

/** Less than this is not worth the start of another thread, in bytes. */
const SMALLEST_SHARE = 256 * 1024;

export interface SourceSize {
  /** Relative to the root. */
  readonly path: string;
  readonly bytes: number;
  readonly includes: readonly Include[];
}

/** At most `count` shares of about equal size; files that are joined by includes, in whatever direction, stay together. */
export function shareOut(sources: readonly SourceSize[], count: number): readonly (readonly string[])[] {
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const wanted = Math.min(count, Math.floor(total / SMALLEST_SHARE));
  if (wanted < 2) return [sources.map(({ path }) => path)];
  const groups = joined(sources).sort((a, b) => b.bytes - a.bytes);
  const shares = Array.from({ length: Math.min(wanted, groups.length) }, () => ({ paths: [] as string[], bytes: 0 }));
  for (const group of groups) {
    const smallest = shares.reduce((least, share) => (share.bytes < least.bytes ? share : least));
    smallest.paths.push(...group.paths);
    smallest.bytes += group.bytes;
  }
  return shares.map(({ paths }) => paths);
}

/** The connected components of the include graph. */
function joined(sources: readonly SourceSize[]): { paths: string[]; bytes: number }[] {
  const index = createIncludeIndex(sources.map(({ path }) => path));
  const parent = new Map(sources.map(({ path }) => [path, path]));
  const representative = (path: string): string => {
    let top = path;
    for (let above = parent.get(top); above !== undefined && above !== top; above = parent.get(top)) {
      parent.set(top, parent.get(above) ?? above);
      top = above;
    }
    return top;
  };
  for (const { path, includes } of sources) {
    for (const { name, system } of includes) {
      const target = index.resolve(path, name, system);
      if (target !== undefined) parent.set(representative(path), representative(target));
    }
  }
  const groups = new Map<string, { paths: string[]; bytes: number }>();
  for (const { path, bytes } of sources) {
    const top = representative(path);
    const group = groups.get(top) ?? { paths: [], bytes: 0 };
    groups.set(top, group);
    group.paths.push(path);
    group.bytes += bytes;
  }
  return [...groups.values()];
}
