import type { Catalog, CatalogData, CatalogEntry, CatalogPattern, SymbolEntry, TypeEntry } from './types.js';

type ArgTypes = readonly (string | undefined)[];

/** Namespace aliases that are conventional enough to be used without a visible declaration. */
const NAMESPACE_ALIASES: Readonly<Record<string, string>> = { cg: 'cooperative_groups' };

/**
 * Builds the lookup over several tables; entries of later tables come first, so that a user's own entry wins.
 * Lookups are one hash access plus a scan over the overloads of that name.
 */
export function createCatalog(...tables: readonly Partial<CatalogData>[]): Catalog {
  const data: CatalogData = {
    entries: tables.toReversed().flatMap((table) => table.entries ?? []),
    types: tables.toReversed().flatMap((table) => table.types ?? []),
    symbols: tables.toReversed().flatMap((table) => table.symbols ?? []),
    patterns: tables.toReversed().flatMap((table) => table.patterns ?? []),
  };
  const functions = new Map<string, CatalogEntry[]>();
  const methods = new Map<string, CatalogEntry[]>();
  for (const entry of data.entries) {
    if (entry.owner === undefined) append(functions, entry.name, entry);
    else append(methods, `${entry.owner}.${entry.name}`, entry);
  }
  const byName = new Map<string, CatalogEntry[]>();
  for (const entry of data.entries) append(byName, entry.name, entry);
  const types = index(data.types);
  const symbols = index(data.symbols);
  const byPattern = matcher(data.patterns ?? []);
  const member = (className: string, name: string, isStatic: boolean, argCount?: number, argTypes?: ArgTypes): CatalogEntry | undefined => {
    const key = `${className}.${name}`;
    const overloads = methods.get(key)?.filter((entry) => (entry.isStatic ?? false) === isStatic);
    return pick(overloads, [], argCount, argTypes) ?? byPattern(key, [], argCount);
  };
  return Object.freeze({
    call: (path, argCount, argTypes) => {
      const name = path.at(-1);
      if (name === undefined) return undefined;
      const owner = path.at(-2);
      const qualifiers = path.slice(0, -1).map((part) => NAMESPACE_ALIASES[part] ?? part);
      return pick(functions.get(name), qualifiers, argCount, argTypes)
        ?? (owner === undefined ? undefined : member(owner, name, true, argCount, argTypes))
        ?? byPattern(name, qualifiers, argCount);
    },
    // `bar.init(n)` first, but `object.staticMember(…)` is legal too.
    method: (className, name, argCount, argTypes) =>
      member(className, name, false, argCount, argTypes) ?? member(className, name, true, argCount, argTypes),
    named: (name) => {
      const entries = byName.get(name);
      if (entries !== undefined) return entries;
      const regular = byPattern(name, [], undefined);
      return regular === undefined ? [] : [regular];
    },
    type: (name) => types.get(name),
    symbol: (name) => symbols.get(name),
    field: (typeName, field) => (types.get(typeName) ?? symbols.get(typeName))?.fields?.find((fact) => fact.name === field),
    data,
  } satisfies Catalog);
}

function append(map: Map<string, CatalogEntry[]>, key: string, entry: CatalogEntry): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}

/** Enough for a large workspace; only there so that a long session cannot grow without bound. */
const CACHED_NAMES = 20_000;

/** Patterns are compiled when a name first starts like them, and tried once a name; the answer is kept, also the negative one. */
function matcher(patterns: readonly CatalogPattern[]): (name: string, qualifiers: readonly string[], argCount: number | undefined) => CatalogEntry | undefined {
  const compiled = new Map<CatalogPattern, RegExp>();
  const known = new Map<string, readonly CatalogEntry[]>();
  const matches = (pattern: CatalogPattern, name: string): boolean => {
    if (!name.startsWith(pattern.prefix)) return false;
    let regexp = compiled.get(pattern);
    if (regexp === undefined) {
      regexp = new RegExp(`^(?:${pattern.pattern})$`);
      compiled.set(pattern, regexp);
    }
    return regexp.test(name);
  };
  const find = (name: string): readonly CatalogEntry[] =>
    patterns.filter((pattern) => matches(pattern, name)).map(({ entry }) => ({ ...entry, name: name.slice(name.indexOf('.') + 1) }));
  return (name, qualifiers, argCount) => {
    let found = known.get(name);
    if (found === undefined) {
      found = find(name);
      if (known.size >= CACHED_NAMES) known.clear();
      known.set(name, found);
    }
    return pick(found, qualifiers, argCount, undefined);
  };
}

function index<T extends TypeEntry | SymbolEntry>(entries: readonly T[]): ReadonlyMap<string, T> {
  return new Map(entries.toReversed().map((entry) => [entry.name, entry]));
}

/** The overload whose namespaces, argument count and argument types fit; the first one if only the types are unknown. */
function pick(
  overloads: readonly CatalogEntry[] | undefined,
  qualifiers: readonly string[],
  argCount: number | undefined,
  argTypes: ArgTypes | undefined,
): CatalogEntry | undefined {
  const candidates = overloads?.filter((entry) => inNamespace(entry, qualifiers) && takes(entry, argCount));
  return candidates?.find((entry) => hasTypes(entry, argTypes)) ?? candidates?.find((entry) => mayHaveTypes(entry, argTypes));
}

function inNamespace(entry: CatalogEntry, qualifiers: readonly string[]): boolean {
  const given = qualifiers.filter((qualifier) => qualifier !== '');
  const own = entry.namespaces ?? [];
  if (given.length === 0) return true;
  // `arch::fence_barrier_init` inside namespace cutlass names cutlass::arch::fence_barrier_init.
  return given.length <= own.length && given.every((qualifier, i) => qualifier === own[own.length - given.length + i]);
}

function takes(entry: CatalogEntry, argCount: number | undefined): boolean {
  return argCount === undefined || entry.args === undefined || (entry.args[0] <= argCount && argCount <= entry.args[1]);
}

function hasTypes(entry: CatalogEntry, argTypes: ArgTypes | undefined): boolean {
  if (entry.when === undefined) return true;
  const type = argTypes?.[entry.when.arg];
  return type !== undefined && entry.when.types.includes(type);
}

function mayHaveTypes(entry: CatalogEntry, argTypes: ArgTypes | undefined): boolean {
  return entry.when === undefined || argTypes?.[entry.when.arg] === undefined;
}
