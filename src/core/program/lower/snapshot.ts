/**
 * Copies the part of a syntax tree that lowering reads into plain objects, in one cursor walk.
 * Every question crosses into wasm, so this asks the fewest: punctuation is skipped,
 * tokens carry no offsets, leaves are not entered, and field names are read only below nodes where position does not tell.
 */
import { withCursor, type NodeCursor } from '../../source/cursor.js';
import type { Node } from '../../source/parser.js';

export interface Syntax {
  /** The grammar's name, `ERROR` for an error node; for a kept operator or keyword token its text. */
  readonly type: string;
  readonly named: boolean;
  /** Empty when it has no field, or below a node whose children are told apart by position. */
  readonly field: string;
  /** Offsets in the parsed text. Tokens have none (0). */
  readonly start: number;
  readonly end: number;
  /** A direct child is an ERROR node or a MISSING leaf. */
  readonly broken: boolean;
  readonly children: readonly Syntax[];
}

interface Mutable {
  type: string;
  named: boolean;
  field: string;
  start: number;
  end: number;
  broken: boolean;
  children: Mutable[];
}

/** Tells whether a node is taken without its children. */
export type Opaque = (type: string, parentType: string) => boolean;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const KEPT_TOKENS = words(`
  + - * / % << >> & | ^ == != < <= > >= <=> && || ! ~ ++ -- = += -= *= /= %= &= |= ^= <<= >>=
  and or not xor bitand bitor compl not_eq and_eq or_eq xor_eq . -> .* ... constexpr inline class struct
  __global__ __device__ __host__ virtual`);
const LEAVES = words(`
  identifier field_identifier type_identifier namespace_identifier statement_identifier primitive_type sized_type_specifier
  number_literal string_literal raw_string_literal char_literal true false null this auto decltype placeholder_type_specifier
  type_qualifier storage_class_specifier attribute_declaration attribute_specifier alignas_qualifier operator_name
  destructor_name lambda_default_capture default_method_clause delete_method_clause pure_virtual_clause
  gnu_asm_qualifier requires_clause requires_expression user_defined_literal`);
const SKIPPED = words(`
  comment preproc_include preproc_def preproc_function_def preproc_call preproc_arg preproc_directive access_specifier
  virtual_specifier noexcept throw_specifier launch_bounds ref_qualifier ms_restrict_modifier ms_call_modifier
  explicit_function_specifier ms_declspec_modifier preproc_defined`);
/** Their children are told apart by type and position alone. */
const WITHOUT_FIELDS = words(`
  translation_unit declaration_list compound_statement field_declaration_list argument_list parameter_list template_argument_list
  template_parameter_list expression_statement parenthesized_expression initializer_list init_statement enumerator_list
  subscript_argument_list comma_expression else_clause base_class_clause binary_expression call_expression unary_expression
  pointer_expression update_expression assignment_expression qualified_identifier template_type template_function template_method
  dependent_name dependent_type reference_declarator pointer_declarator abstract_pointer_declarator parameter_declaration
  attributed_statement concatenated_string field_expression subscript_expression return_statement field_initializer
  field_initializer_list parenthesized_declarator kernel_call_syntax trailing_return_type`);

const enum Shape { Branch, Leaf, Token, Skipped }

interface GrammarTable {
  readonly names: readonly string[];
  readonly shapes: readonly Shape[];
  readonly withoutFields: readonly boolean[];
  readonly fields: readonly string[];
  /** One object for each type of token, since a token has nothing of its own. */
  readonly tokens: readonly Mutable[];
}

const NONE: Mutable[] = [];
const tables = new WeakMap<readonly string[], GrammarTable>();

/** Property names are internalised strings, which compare by address; strings decoded from wasm are not. */
const intern = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

function grammarTable(root: Node): GrammarTable {
  const { language } = root.tree;
  const known = tables.get(language.types);
  if (known) return known;
  const names = language.types.map((type) => intern(type));
  const shapes = names.map((name, id) => {
    if (!language.nodeTypeIsNamed(id)) return KEPT_TOKENS.has(name) ? Shape.Token : Shape.Skipped;
    return LEAVES.has(name) ? Shape.Leaf : SKIPPED.has(name) ? Shape.Skipped : Shape.Branch;
  });
  const table: GrammarTable = {
    names,
    shapes,
    withoutFields: names.map((name) => WITHOUT_FIELDS.has(name)),
    fields: language.fields.map((field) => intern(field ?? '')),
    tokens: names.map((type) => ({ type, named: false, field: '', start: 0, end: 0, broken: false, children: NONE })),
  };
  tables.set(language.types, table);
  return table;
}

export function snapshot(root: Node, isOpaque?: Opaque): Syntax {
  const table = grammarTable(root);
  return withCursor(root, (cursor) => copy(cursor, table, isOpaque));
}

/**
 * Iterative: the depth of a tree is up to whoever wrote the file. Children wait on one shared stack until their parent ends,
 * so that each list of children is made once and at its exact length.
 */
function copy(cursor: NodeCursor, { names, shapes, withoutFields, fields, tokens }: GrammarTable, isOpaque: Opaque | undefined): Syntax {
  const top: Mutable = { type: '', named: true, field: '', start: 0, end: 0, broken: false, children: NONE };
  const parents: Mutable[] = [top];
  const firstChild: number[] = [0];
  // Grows and is written over; what lies past `count` is left over from before.
  const done: Mutable[] = [];
  let count = 0;
  let parent = top;
  let readFields = false;
  for (;;) {
    const id = cursor.typeId();
    const shape = shapes[id] ?? Shape.Branch;
    const token = shape === Shape.Token ? tokens[id] : undefined;
    if (token) {
      done[count++] = token;
    } else if (shape !== Shape.Skipped) {
      const start = cursor.start();
      const end = cursor.end();
      const type = names[id] ?? 'ERROR';
      const field = readFields ? (fields[cursor.fieldId()] ?? '') : '';
      const node: Mutable = { type, named: true, field, start, end, broken: false, children: NONE };
      if (type === 'ERROR' || (start === end && shape === Shape.Leaf)) parent.broken = true;
      done[count++] = node;
      if (shape === Shape.Branch && !isOpaque?.(type, parent.type) && cursor.toFirstChild()) {
        parents.push(node);
        firstChild.push(count);
        parent = node;
        readFields = withoutFields[id] === false;
        continue;
      }
    }
    while (!cursor.toNextSibling()) {
      const from = firstChild.pop() ?? 0;
      parents.pop();
      const above = parents[parents.length - 1];
      if (!above) return done[0] ?? top;
      if (count > from) parent.children = done.slice(from, count);
      count = from;
      if (above === top) return parent;
      cursor.toParent();
      parent = above;
      readFields = !WITHOUT_FIELDS.has(above.type);
    }
  }
}
