/**
 * A tree cursor that asks wasm directly. web-tree-sitter's own one copies its four words of state into wasm memory before
 * and out of it after every question, which costs several times the question itself; a walk over a file asks 200,000 of them.
 * The state is copied once instead, when the walk ends. That uses the runtime's exported functions and transfer buffer, which are
 * not its public interface: when they are not as expected (another version), the public cursor is used.
 */
import type { Node, TreeCursor } from 'web-tree-sitter';

export interface NodeCursor {
  /** Index into the language's node types; outside it for ERROR. */
  typeId(): number;
  /** UTF-16 offsets. */
  start(): number;
  end(): number;
  /** Index into the language's fields; 0 for none. */
  fieldId(): number;
  toFirstChild(): boolean;
  toNextSibling(): boolean;
  toParent(): void;
}

type WasmFunction = (tree: number) => number;

interface Runtime {
  readonly HEAP32: Int32Array;
  readonly typeId: WasmFunction;
  readonly start: WasmFunction;
  readonly end: WasmFunction;
  readonly fieldId: WasmFunction;
  readonly firstChild: WasmFunction;
  readonly nextSibling: WasmFunction;
  readonly parent: WasmFunction;
}

const EXPORTS = {
  typeId: '_ts_tree_cursor_current_node_type_id_wasm',
  start: '_ts_tree_cursor_start_index_wasm',
  end: '_ts_tree_cursor_end_index_wasm',
  fieldId: '_ts_tree_cursor_current_field_id_wasm',
  firstChild: '_ts_tree_cursor_goto_first_child_wasm',
  nextSibling: '_ts_tree_cursor_goto_next_sibling_wasm',
  parent: '_ts_tree_cursor_goto_parent_wasm',
} as const;
const STATE_WORDS = 4;

interface Direct {
  /** The Emscripten module; `HEAP32` is read from it anew each time, since it is replaced when memory grows. */
  readonly module: Record<string, unknown>;
  readonly runtime: Omit<Runtime, 'HEAP32'>;
  /** Index into `HEAP32` of the buffer through which cursors are passed. */
  readonly buffer: number;
}

let direct: Direct | undefined;

/** `module` is the options object given to the runtime's first initialisation, which Emscripten turns into the module itself. */
export function useRuntime(module: object): void {
  if (direct) return;
  const found = module as Record<string, unknown>;
  const init = found['_ts_init'];
  if (typeof init !== 'function' || !(found['HEAP32'] instanceof Int32Array)) return;
  const functions = Object.entries(EXPORTS).map(([key, name]) => [key, found[name]] as const);
  if (functions.some(([, value]) => typeof value !== 'function')) return;
  const buffer = (init as () => number)() >> 2;
  direct = { module: found, runtime: Object.fromEntries(functions) as unknown as Direct['runtime'], buffer };
}

/** For a test to tell when an update of the runtime has taken the direct way. */
export const isDirect = (): boolean => direct !== undefined;

/** Walks below `root` (which the cursor cannot leave). No other use of tree-sitter may happen during `use`. */
export function withCursor<T>(root: Node, use: (cursor: NodeCursor) => T): T {
  const cursor = root.walk();
  const { handles, tree } = cursor as unknown as { handles?: unknown; tree?: Readonly<Record<number, unknown>> };
  const address = tree?.[0];
  try {
    if (!direct || !Array.isArray(handles) || handles.length !== STATE_WORDS || typeof address !== 'number') return use(publicCursor(cursor));
    try {
      return use(directCursor(direct.runtime, address));
    } finally {
      const heap = direct.module['HEAP32'] as Int32Array;
      for (let i = 0; i < STATE_WORDS; i++) (handles as number[])[i] = heap[direct.buffer + i] ?? 0;
    }
  } finally {
    cursor.delete();
  }
}

/** Making the cursor left its state in the buffer, each function works on it there, and nothing else runs in between. */
function directCursor(runtime: Direct['runtime'], tree: number): NodeCursor {
  const { typeId, start, end, fieldId, firstChild, nextSibling, parent } = runtime;
  return {
    typeId: () => typeId(tree),
    start: () => start(tree),
    end: () => end(tree),
    fieldId: () => fieldId(tree),
    toFirstChild: () => firstChild(tree) === 1,
    toNextSibling: () => nextSibling(tree) === 1,
    toParent: () => { parent(tree); },
  };
}

function publicCursor(cursor: TreeCursor): NodeCursor {
  return {
    typeId: () => cursor.nodeTypeId,
    start: () => cursor.startIndex,
    end: () => cursor.endIndex,
    fieldId: () => cursor.currentFieldId,
    toFirstChild: () => cursor.gotoFirstChild(),
    toNextSibling: () => cursor.gotoNextSibling(),
    toParent: () => { cursor.gotoParent(); },
  };
}
