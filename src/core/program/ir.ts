/**
 * The typed program that the analyses read. Lowering makes it from a syntax tree; nothing here refers to a tree.
 * Every `span` is in UTF-16 offsets of the *file's own* text, also for code that came out of a macro
 * (then it is the span of the macro argument the code was written in, or of the whole macro call).
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A type as written. `pointers` counts `*` (and array extents of a parameter); `name` is the qualified name without template arguments. */
export interface TypeRef {
  readonly text: string;
  /** e.g. `['layout', 'BufferLayout']`; empty for decltype, function types and the like. `auto` is `['auto']`. */
  readonly path: readonly string[];
  readonly templateArgs: readonly TemplateArg[];
  readonly pointers: number;
  readonly reference: boolean;
  readonly isConst: boolean;
}

/** A template argument: a type or a value, which syntax alone cannot always tell apart (then both are present). */
export interface TemplateArg {
  readonly text: string;
  readonly type?: TypeRef;
  readonly value?: Expr;
}

export type AssignOp = '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=';
export type BinaryOp =
  | '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^'
  | '==' | '!=' | '<' | '<=' | '>' | '>=' | '<=>' | '&&' | '||';
/** `not`, `and`, `or` and the other words are normalised to the symbols. */
export type UnaryOp = '*' | '&' | '-' | '+' | '!' | '~' | '++' | '--' | 'post++' | 'post--';

export interface NameExpr {
  readonly kind: 'name';
  readonly span: Span;
  /** Qualified path, e.g. `['ptx', 'tma_store_1d']`; a leading `''` stands for `::`. */
  readonly path: readonly string[];
  readonly templateArgs: readonly TemplateArg[] | undefined;
  /** Template arguments of the innermost qualifier that has some: `T` in `A<T>::f`. */
  readonly scopeArgs?: readonly TemplateArg[];
  /** The last identifier's own span. */
  readonly nameSpan: Span;
}
export interface MemberExpr {
  readonly kind: 'member';
  readonly span: Span;
  readonly object: Expr;
  readonly name: string;
  readonly arrow: boolean;
  readonly templateArgs: readonly TemplateArg[] | undefined;
  readonly nameSpan: Span;
}
export interface CallExpr {
  readonly kind: 'call';
  readonly span: Span;
  readonly callee: Expr;
  readonly args: readonly Expr[];
  /** An argument is a pack (`args...`), so there are more or fewer arguments than are written. */
  readonly spreads?: boolean;
}
export interface LaunchExpr {
  readonly kind: 'launch';
  readonly span: Span;
  readonly callee: Expr;
  readonly config: readonly Expr[];
  readonly args: readonly Expr[];
}
export interface LambdaExpr {
  readonly kind: 'lambda';
  readonly span: Span;
  readonly captureDefault: '=' | '&' | undefined;
  readonly captures: readonly { readonly name: string; readonly byReference: boolean; readonly init: Expr | undefined }[];
  readonly params: readonly Param[];
  readonly body: BlockStmt;
  /** `[]<int N>(…)`; absent if there are none. */
  readonly templateParams?: readonly TemplateParam[];
}
export type Expr =
  | NameExpr
  | MemberExpr
  | CallExpr
  | LaunchExpr
  | LambdaExpr
  | { readonly kind: 'number'; readonly span: Span; readonly text: string; readonly value: number | undefined }
  | { readonly kind: 'string'; readonly span: Span; readonly text: string }
  | { readonly kind: 'bool'; readonly span: Span; readonly value: boolean }
  | { readonly kind: 'null'; readonly span: Span }
  | { readonly kind: 'this'; readonly span: Span }
  | { readonly kind: 'index'; readonly span: Span; readonly object: Expr; readonly index: Expr }
  | { readonly kind: 'unary'; readonly span: Span; readonly op: UnaryOp; readonly operand: Expr }
  | { readonly kind: 'binary'; readonly span: Span; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'assign'; readonly span: Span; readonly op: AssignOp; readonly target: Expr; readonly value: Expr }
  | { readonly kind: 'conditional'; readonly span: Span; readonly condition: Expr; readonly then: Expr; readonly otherwise: Expr }
  /** C-style and named casts; `style` is `c` or the keyword. */
  | { readonly kind: 'cast'; readonly span: Span; readonly style: string; readonly type: TypeRef; readonly operand: Expr }
  /** `T{…}` (a call `T(…)` stays a call: only name resolution knows). `type` undefined: a bare `{…}`. */
  | { readonly kind: 'braces'; readonly span: Span; readonly type: TypeRef | undefined; readonly items: readonly Expr[] }
  /** Also `alignof` and `offsetof`; `text` is the whole expression, `type` the operand if it can be a type. */
  | { readonly kind: 'sizeof'; readonly span: Span; readonly text: string; readonly type?: TypeRef }
  | { readonly kind: 'comma'; readonly span: Span; readonly items: readonly Expr[] }
  | { readonly kind: 'new'; readonly span: Span; readonly type: TypeRef; readonly args: readonly Expr[] }
  /** Anything that was not understood: ERROR nodes, unknown syntax. Its value and effects are unknown. */
  | { readonly kind: 'unknown'; readonly span: Span; readonly text: string };

export interface Declarator {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeRef;
  /** Array extents, outermost first; `undefined` for `[]`. */
  readonly extents: readonly (Expr | undefined)[];
  readonly init: Expr | undefined;
  /** `T x(a, b)`: constructor arguments. */
  readonly constructorArgs: readonly Expr[] | undefined;
}
export interface BlockStmt {
  readonly kind: 'block';
  readonly span: Span;
  readonly body: readonly Stmt[];
  /** The block holds a construct that was misread (a declarator named like a keyword): all facts in it are unknown. */
  readonly suspect: boolean;
}
export interface AsmStmt {
  readonly kind: 'asm';
  readonly span: Span;
  readonly isVolatile: boolean;
  /** The template with adjacent literals and string macros joined, escapes resolved; undefined if a piece is unknown. */
  readonly template: string | undefined;
  readonly templateSpan: Span;
  readonly outputs: readonly AsmOperand[];
  readonly inputs: readonly AsmOperand[];
  readonly clobbers: readonly string[];
}
export interface AsmOperand {
  readonly constraint: string;
  readonly symbol: string | undefined;
  readonly value: Expr;
}
export interface DeclStmt {
  readonly kind: 'decl';
  readonly span: Span;
  readonly declarators: readonly Declarator[];
  readonly isShared: boolean;
  readonly isExtern: boolean;
  readonly isStatic: boolean;
  readonly isConstexpr: boolean;
}
export interface IfStmt {
  readonly kind: 'if';
  readonly span: Span;
  readonly isConstexpr: boolean;
  /** `if (init; condition)` or `if (auto* p = …)`. */
  readonly init: Stmt | undefined;
  readonly condition: Expr;
  readonly then: Stmt;
  readonly otherwise: Stmt | undefined;
}
export type Stmt =
  | BlockStmt
  | AsmStmt
  | DeclStmt
  | IfStmt
  /** `auto [a, b] = init;` */
  | { readonly kind: 'bindings'; readonly span: Span; readonly names: readonly { readonly name: string; readonly nameSpan: Span }[]; readonly init: Expr }
  | { readonly kind: 'expr'; readonly span: Span; readonly expr: Expr }
  | { readonly kind: 'for'; readonly span: Span; readonly init: Stmt | undefined; readonly condition: Expr | undefined; readonly step: Expr | undefined; readonly body: Stmt }
  | { readonly kind: 'range-for'; readonly span: Span; readonly variable: Declarator | undefined; readonly range: Expr; readonly body: Stmt }
  | { readonly kind: 'while'; readonly span: Span; readonly condition: Expr; readonly body: Stmt }
  | { readonly kind: 'do'; readonly span: Span; readonly condition: Expr; readonly body: Stmt }
  | { readonly kind: 'switch'; readonly span: Span; readonly subject: Expr; readonly body: Stmt }
  /** A label inside a switch; `value` undefined: `default`. */
  | { readonly kind: 'case'; readonly span: Span; readonly value: Expr | undefined }
  | { readonly kind: 'label'; readonly span: Span; readonly name: string }
  | { readonly kind: 'return'; readonly span: Span; readonly value: Expr | undefined }
  | { readonly kind: 'break'; readonly span: Span }
  | { readonly kind: 'continue'; readonly span: Span }
  | { readonly kind: 'goto'; readonly span: Span; readonly label: string }
  /** `using vec_t = …;` inside a body. */
  | { readonly kind: 'alias'; readonly span: Span; readonly name: string; readonly type: TypeRef }
  /** A class of the body's own; only its fields are known. */
  | { readonly kind: 'class'; readonly span: Span; readonly decl: ClassDecl }
  | { readonly kind: 'static-assert'; readonly span: Span; readonly condition: Expr | undefined }
  | { readonly kind: 'empty'; readonly span: Span }
  | { readonly kind: 'unknown'; readonly span: Span; readonly text: string };

export interface Param {
  /** Empty for an unnamed parameter. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeRef;
  readonly defaultValue: Expr | undefined;
  /** `T... args`: takes any number of arguments. */
  readonly isPack?: boolean;
}

export interface TemplateParam {
  readonly name: string;
  readonly kind: 'type' | 'value' | 'template' | 'pack';
  /** Of a value parameter, e.g. `bool`. */
  readonly type: TypeRef | undefined;
  readonly defaultType: TypeRef | undefined;
  readonly defaultValue: Expr | undefined;
}

export interface FunctionDecl {
  readonly kind: 'function';
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly file: string;
  /** Namespaces, then classes, outermost first. */
  readonly scope: readonly string[];
  /** The class it is a member of (also for an out-of-line definition `A::f`), else undefined. */
  readonly className: string | undefined;
  readonly templateParams: readonly TemplateParam[];
  /** Template parameters of the enclosing class. */
  readonly classTemplateParams: readonly TemplateParam[];
  readonly params: readonly Param[];
  readonly returnType: TypeRef;
  readonly isKernel: boolean;
  readonly isDevice: boolean;
  readonly isConstructor: boolean;
  readonly isStatic: boolean;
  /** An explicit specialisation: `template <> void f<int>()`. */
  readonly isSpecialization?: boolean;
  /** Undefined: a declaration without a body. */
  readonly bodySpan: Span | undefined;
  /** Lowered on first use and kept; undefined for a declaration. */
  body(): FunctionBody | undefined;
}
export interface FunctionBody {
  readonly block: BlockStmt;
  readonly initializers: readonly { readonly field: string; readonly args: readonly Expr[]; readonly span: Span }[];
}

export interface ClassDecl {
  readonly kind: 'class';
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly file: string;
  readonly scope: readonly string[];
  readonly templateParams: readonly TemplateParam[];
  readonly bases: readonly TypeRef[];
  readonly fields: readonly Field[];
  readonly methods: readonly FunctionDecl[];
  /** Of an explicit or partial specialisation: the arguments after its name. */
  readonly specialization?: readonly TemplateArg[];
}
export interface Field {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeRef;
  readonly init: Expr | undefined;
  readonly isStatic: boolean;
  readonly extents: readonly (Expr | undefined)[];
}

/** `using X = T;` or `typedef T X;` outside a function. */
export interface AliasDecl {
  readonly kind: 'alias';
  readonly name: string;
  readonly span: Span;
  readonly file: string;
  readonly scope: readonly string[];
  readonly templateParams: readonly TemplateParam[];
  readonly type: TypeRef;
}

/** A namespace- or file-scope variable or constant. */
export interface VariableDecl {
  readonly kind: 'variable';
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly file: string;
  readonly scope: readonly string[];
  readonly type: TypeRef;
  readonly init: Expr | undefined;
  readonly isConstexpr: boolean;
}

/**
 * Enumerators are variables with a scope; an enum's own name is a class without members.
 * Methods declared in a class are in the class only; members defined out of line are in `functions`.
 */
export interface FileDecls {
  readonly path: string;
  readonly includes: readonly { readonly path: string; readonly system: boolean; readonly line: number }[];
  readonly functions: readonly FunctionDecl[];
  readonly classes: readonly ClassDecl[];
  readonly aliases: readonly AliasDecl[];
  readonly variables: readonly VariableDecl[];
}
