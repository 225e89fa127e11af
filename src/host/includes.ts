/**
 * Finds on a disk what the given sources include, so that one file named on a command line is still judged with the contracts
 * of the functions it calls. No compile database is needed: a name is tried against the includer's directory and each
 * directory above it, and against their `include` and `src` directories, up to the top of the repository.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSource } from './files.js';
import { directoryKind, isSourceName } from './sources.js';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]/gmu;

export interface Include {
  readonly name: string;
  /** Written with angle brackets. */
  readonly system: boolean;
}

export interface IncludeClosure {
  /** What was given and what it includes: absolute path -> bytes. */
  readonly sources: ReadonlyMap<string, Uint8Array | undefined>;
  /** The directives of each of them, by absolute path. */
  readonly includes: ReadonlyMap<string, readonly Include[]>;
}

/**
 * Reads what `given` (absolute path -> bytes) includes, and what that includes in turn. Only names of sources count, and
 * directories of other projects or of build products are not entered.
 */
export function closeOverIncludes(given: ReadonlyMap<string, Uint8Array | undefined>): IncludeClosure {
  const sources = new Map(given);
  const includes = new Map<string, readonly Include[]>();
  const listings = new Map<string, ReadonlySet<string>>();
  const tried = new Set<string>();
  // A map grows while it is walked: what is found is searched in its turn.
  for (const [path, bytes] of sources) {
    if (bytes === undefined) continue;
    const directives = includesOf(bytes);
    includes.set(path, directives);
    for (const { name } of directives) {
      const key = `${dirname(path)}\n${name}`;
      if (tried.has(key)) continue;
      tried.add(key);
      const target = locate(dirname(path), name, listings);
      if (target === undefined || sources.has(target)) continue;
      const content = readSource(target);
      if (content !== undefined) sources.set(target, content);
    }
  }
  return { sources, includes };
}

function includesOf(bytes: Uint8Array): Include[] {
  // Latin-1 is enough to find the directives, and cheaper than UTF-8; a name outside ASCII is decoded by itself.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return [...text.matchAll(INCLUDE)].map((match) => ({
    name: Buffer.from(match[2] ?? '', 'latin1').toString('utf8').trim(),
    system: match[1] === '<',
  }));
}

function locate(from: string, name: string, listings: Map<string, ReadonlySet<string>>): string | undefined {
  if (!isSourceName(name)) return undefined;
  const segments = name.split('/');
  for (let directory = from; ; directory = dirname(directory)) {
    for (const base of [directory, join(directory, 'include'), join(directory, 'src')]) {
      if (exists(base, segments, listings)) return resolve(base, name);
    }
    const isTop = directory === dirname(directory) || names(directory, listings).has('.git');
    if (isTop) return undefined;
  }
}

/** Listings are kept: most tries fail on the first segment, and then cost no system call. */
function exists(base: string, segments: readonly string[], listings: Map<string, ReadonlySet<string>>): boolean {
  let directory = base;
  for (const [i, segment] of segments.entries()) {
    if (segment === '.' || segment === '..') directory = resolve(directory, segment);
    else {
      const isLast = i === segments.length - 1;
      if (!names(directory, listings).has(segment) || (!isLast && directoryKind(segment) !== 'sources')) return false;
      directory = join(directory, segment);
    }
  }
  return true;
}

function names(directory: string, listings: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  let listing = listings.get(directory);
  if (listing === undefined) {
    try {
      listing = new Set(readdirSync(directory));
    } catch {
      listing = new Set();
    }
    listings.set(directory, listing);
  }
  return listing;
}
