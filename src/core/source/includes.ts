/** Where an `#include` leads, without a compile database: pure over the list of the workspace's paths. */

export interface IncludeIndex {
  /**
   * `from`: the including file. Undefined: nothing in the workspace, or several files fit equally well.
   * Tried in this order: relative to the including file (quotes only); the path's own tail, where a candidate that shares
   * more leading directories with the including file wins, then the one with fewer directories.
   */
  resolve: (from: string, include: string, system: boolean) => string | undefined;
}

export function createIncludeIndex(paths: Iterable<string>): IncludeIndex {
  const all = new Set<string>();
  const byBaseName = new Map<string, string[]>();
  for (const path of paths) {
    if (all.has(path)) continue;
    all.add(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byBaseName.get(name);
    if (same) same.push(path);
    else byBaseName.set(name, [path]);
  }
  const search: IncludeIndex['resolve'] = (from, include, system) => {
    if (include.length === 0) return undefined;
    if (!system) {
      const relative = normalize(directoryOf(from) + include);
      if (all.has(relative)) return relative;
    }
    const tail = include.replace(/\\/g, '/').replace(/^(\.{0,2}\/)+/, '');
    const candidates = byBaseName.get(tail.slice(tail.lastIndexOf('/') + 1));
    return candidates === undefined ? undefined : best(from, candidates.filter((path) => endsWithPath(path, tail)));
  };
  // Each edit asks for whole closures again.
  const answers = new Map<string, string | undefined>();
  return {
    resolve(from, include, system) {
      const key = `${from}${system ? '<' : '"'}${include}`;
      const known = answers.get(key);
      if (known !== undefined || answers.has(key)) return known;
      const answer = search(from, include, system);
      answers.set(key, answer);
      return answer;
    },
  };
}

function best(from: string, candidates: readonly string[]): string | undefined {
  let found: string | undefined;
  let foundShared = -1;
  let foundDepth = 0;
  let tied = false;
  for (const path of candidates) {
    if (path === from) continue;
    const shared = sharedDirectories(from, path);
    const depth = path.split('/').length;
    const better = shared > foundShared || (shared === foundShared && depth < foundDepth);
    if (better) {
      found = path;
      foundShared = shared;
      foundDepth = depth;
      tied = false;
    } else if (shared === foundShared && depth === foundDepth) tied = true;
  }
  return tied ? undefined : found;
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function endsWithPath(path: string, tail: string): boolean {
  return path.endsWith(tail) && (path.length === tail.length || path.charAt(path.length - tail.length - 1) === '/');
}

function sharedDirectories(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  const most = Math.min(left.length, right.length) - 1;
  let shared = 0;
  while (shared < most && left[shared] === right[shared]) shared++;
  return shared;
}

/** Resolves `.` and `..`. A path that leaves the workspace keeps its leading `..`, as hosts write files outside of it. */
function normalize(path: string): string {
  if (!path.includes('./') && !path.includes('//')) return path;
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..' || out.length === 0 || out.at(-1) === '..') out.push(part);
    else out.pop();
  }
  return out.join('/');
}
