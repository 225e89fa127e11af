/**
 * The declarations of all files, by name, and which of them a file can see. Names resolve through the include closure first;
 * what is not found there (a header that relies on its includer) is looked for in the whole workspace.
 */
import type { AliasDecl, ClassDecl, FileDecls, FunctionDecl, TypeRef, VariableDecl } from './ir.js';

export class Program {
  private readonly functions = new Map<string, FunctionDecl[]>();
  private readonly classes = new Map<string, ClassDecl[]>();
  private readonly aliases = new Map<string, AliasDecl[]>();
  private readonly variables = new Map<string, VariableDecl[]>();
  private readonly declsByFile = new Map<string, FileDecls>();
  private readonly closures = new Map<string, ReadonlySet<string>>();

  constructor(
    files: Iterable<FileDecls>,
    private readonly resolveInclude: (from: string, include: string) => string | undefined,
  ) {
    for (const file of files) this.add(file);
  }

  /** What was asked of an earlier program still counts where its answers are kept. */
  inherit({ loose, lenders }: Program): void {
    for (const name of loose) this.loose.add(name);
    for (const file of lenders) this.lenders.add(file);
  }

  private add(file: FileDecls): void {
    this.declsByFile.set(file.path, file);
    for (const fn of file.functions) push(this.functions, fn.name, fn);
    for (const cls of file.classes) {
      push(this.classes, cls.name, cls);
      for (const method of cls.methods) push(this.functions, method.name, method);
    }
    for (const alias of file.aliases) push(this.aliases, alias.name, alias);
    for (const variable of file.variables) push(this.variables, variable.name, variable);
  }

  file(path: string): FileDecls | undefined {
    return this.declsByFile.get(path);
  }
  files(): Iterable<FileDecls> {
    return this.declsByFile.values();
  }
  allFunctions(): Iterable<readonly FunctionDecl[]> {
    return this.functions.values();
  }
  functionsNamed(name: string): readonly FunctionDecl[] {
    return this.functions.get(name) ?? [];
  }

  /** The file, and every workspace file that it includes, directly or not. */
  closure(path: string): ReadonlySet<string> {
    const known = this.closures.get(path);
    if (known) return known;
    const reached = new Set<string>([path]);
    for (const file of reached)
      for (const include of this.declsByFile.get(file)?.includes ?? []) {
        const target = this.resolveInclude(file, include.path);
        if (target !== undefined) reached.add(target);
      }
    this.closures.set(path, reached);
    return reached;
  }

  /** Names that somebody looked for and did not find in the include closure: any file could come to declare them. */
  readonly loose = new Set<string>();
  /** Files that such names were found in nevertheless. */
  readonly lenders = new Set<string>();

  private lent<T extends { readonly file: string }>(found: readonly T[], from: string): readonly T[] {
    const closure = this.closure(from);
    for (const { file } of found) if (!closure.has(file)) this.lenders.add(file);
    return found;
  }

  private visible<T extends { readonly file: string }>(declared: ReadonlyMap<string, readonly T[]>, name: string, from: string): readonly T[] {
    const candidates = declared.get(name) ?? [];
    const closure = this.closure(from);
    const near = candidates.filter((c) => closure.has(c.file));
    if (near.length > 0) return near;
    this.loose.add(name);
    return candidates;
  }

  /**
   * Free functions (or static members, for `C::f`) that a call can mean: visible, scope fits the qualification, arity fits.
   * Definitions win over declarations.
   */
  resolveFree(path: readonly string[], from: string, scope: readonly string[], arity: number): readonly FunctionDecl[] {
    const name = path.at(-1) ?? '';
    const qualifier = path.slice(0, -1).filter((part) => part !== '');
    const fits = this.visible(this.functions, name, from).filter(
      (fn) => !fn.isConstructor && acceptsArity(fn, arity) && (qualifier.length > 0 ? endsWith(fn.scope, qualifier) : fn.className === undefined),
    );
    return this.lent(preferDefinitions(qualifier.length > 0 ? fits : nearest(fits, scope)), from);
  }

  /** Methods of a class (and its bases) that a call can mean. */
  resolveMethod(cls: ClassDecl, name: string, arity: number, depth = 4): readonly FunctionDecl[] {
    const own = [...cls.methods, ...this.outOfLine(cls, name)].filter((m) => m.name === name && !m.isConstructor && acceptsArity(m, arity));
    if (own.length > 0 || depth === 0) return preferDefinitions(own);
    for (const base of cls.bases) {
      const found = this.resolveClass(base.path, cls.file, cls.scope);
      const inherited = found ? this.resolveMethod(found, name, arity, depth - 1) : [];
      if (inherited.length > 0) return inherited;
    }
    return [];
  }

  private outOfLine(cls: ClassDecl, name: string): readonly FunctionDecl[] {
    return (this.functions.get(name) ?? []).filter((fn) => fn.className === cls.name && fn.bodySpan !== undefined && !cls.methods.includes(fn) && endsWith(fn.scope, [cls.name]));
  }

  constructors(cls: ClassDecl, arity?: number): readonly FunctionDecl[] {
    return cls.methods.filter((m) => m.isConstructor && (arity === undefined || acceptsArity(m, arity)));
  }

  /** The class a (qualified) name means, through aliases; undefined if there is none in the workspace or it is ambiguous. */
  resolveClass(path: readonly string[], from: string, scope: readonly string[], depth = 4): ClassDecl | undefined {
    const name = path.at(-1);
    if (name === undefined) return undefined;
    const qualifier = path.slice(0, -1).filter((part) => part !== '');
    const found = nearest(
      this.visible(this.classes, name, from).filter((c) => endsWith(c.scope, qualifier) || qualifier.length === 0),
      scope,
    );
    this.lent(found, from);
    const defined = found.filter((c) => c.fields.length + c.methods.length + c.bases.length > 0);
    if (defined.length > 0) return defined.find((c) => c.templateParams.length > 0 || defined.length === 1) ?? defined[0];
    const alias = depth > 0 ? this.resolveAlias(path, from, scope) : undefined;
    return alias ? this.resolveClass(alias.type.path, alias.file, alias.scope, depth - 1) : found[0];
  }

  resolveAlias(path: readonly string[], from: string, scope: readonly string[]): AliasDecl | undefined {
    return this.lent(nearest(this.visible(this.aliases, path.at(-1) ?? '', from), scope), from)[0];
  }

  resolveVariable(path: readonly string[], from: string, scope: readonly string[]): VariableDecl | undefined {
    const qualifier = path.slice(0, -1).filter((part) => part !== '');
    const fits = this.visible(this.variables, path.at(-1) ?? '', from).filter((v) => qualifier.length === 0 || endsWith(v.scope, qualifier));
    return this.lent(nearest(fits, scope), from)[0];
  }

  /** The class of a type as written at a place. */
  classOf(type: TypeRef, from: string, scope: readonly string[]): ClassDecl | undefined {
    return type.path.length === 0 ? undefined : this.resolveClass(type.path, from, scope);
  }
}

export function acceptsArity(fn: FunctionDecl, count: number): boolean {
  const pack = fn.params.some((p) => p.type.text.includes('...'));
  const required = fn.params.filter((p) => !p.defaultValue && !p.type.text.includes('...')).length;
  return count >= required && (pack || count <= fn.params.length);
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function endsWith(scope: readonly string[], tail: readonly string[]): boolean {
  return tail.length <= scope.length && tail.every((part, i) => scope[scope.length - tail.length + i] === part);
}

/** Of several same-named declarations those whose scope encloses the use most closely. */
function nearest<T extends { readonly scope: readonly string[] }>(candidates: readonly T[], scope: readonly string[]): readonly T[] {
  if (candidates.length < 2) return candidates;
  const shared = (c: T): number => {
    let n = 0;
    while (n < c.scope.length && c.scope[n] === scope[n]) n++;
    return n;
  };
  const best = Math.max(...candidates.map(shared));
  return candidates.filter((c) => shared(c) === best);
}

function preferDefinitions(functions: readonly FunctionDecl[]): readonly FunctionDecl[] {
  const defined = functions.filter((fn) => fn.bodySpan !== undefined);
  return defined.length > 0 ? defined : functions;
}
