/** The panel's state and how messages and the reader change it. Pure: no React, no DOM. */
import type { KernelComparisonAnswer, KernelPlace } from './compare/model.js';
import { DEFAULT_LAYOUT } from './graphModel.js';
import type { KernelGraphAnswer, LayoutOptions } from './graphModel.js';
import type { HostMessage, PanelState, Tab, Viewport } from './messages.js';

export interface Model {
  readonly answer: KernelGraphAnswer | undefined;
  /** Why there is nothing to show; undefined: nothing is known yet, or there is something. */
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly layout: LayoutOptions;
  readonly tab: Tab;
  readonly viewport: Viewport | undefined;
  readonly lit: { readonly nodeIds: readonly string[]; readonly edges: readonly number[] };
  /** Id of the drawn item that the keyboard is at or that was clicked. */
  readonly selected: string | undefined;
  readonly query: string;
  /** Undefined: not asked for, or being made. */
  readonly comparison: KernelComparisonAnswer | undefined;
  /** The kernel that was chosen to compare with; undefined: the one that does the same work. */
  readonly other: KernelPlace | undefined;
  /** The barrier whose steps are shown, as `SyncView` names it; undefined: the one that does the most. */
  readonly barrier: string | undefined;
}

export type Action =
  | { readonly kind: 'message'; readonly message: HostMessage }
  | { readonly kind: 'tab'; readonly tab: Tab }
  | { readonly kind: 'layout'; readonly layout: LayoutOptions }
  | { readonly kind: 'viewport'; readonly viewport: Viewport | undefined }
  | { readonly kind: 'select'; readonly id: string | undefined }
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'other'; readonly other: KernelPlace | undefined }
  | { readonly kind: 'barrier'; readonly barrier: string };

/** `room`: how wide the graph can be where the panel is now; another one than before is another picture. */
export function initialModel(stored: PanelState | undefined, room?: number): Model {
  const { room: before, ...layout } = stored?.layout ?? DEFAULT_LAYOUT;
  return {
    answer: undefined,
    reason: undefined,
    busy: false,
    layout: { ...layout, ...(room === undefined ? {} : { room }) },
    tab: stored?.tab ?? 'graph',
    viewport: before === room ? stored?.viewport : undefined,
    lit: { nodeIds: [], edges: [] },
    selected: undefined,
    query: '',
    comparison: undefined,
    other: stored?.other,
    barrier: stored?.barrier,
  };
}

export function reduce(model: Model, action: Action): Model {
  switch (action.kind) {
    case 'message':
      return receive(model, action.message);
    case 'tab':
      return { ...model, tab: action.tab };
    case 'layout':
      // Another level of detail or another width is another picture: the old view of it means nothing. Opening a band keeps the view.
      return { ...model, layout: action.layout, viewport: isSamePicture(action.layout, model) ? model.viewport : undefined };
    case 'viewport':
      return { ...model, viewport: action.viewport };
    case 'select':
      return { ...model, selected: action.id };
    case 'query':
      return { ...model, query: action.query };
    case 'other':
      return { ...model, other: action.other };
    case 'barrier':
      return { ...model, barrier: action.barrier };
  }
}

/** Where nobody has chosen a level it is the one that is shown. */
function isSamePicture(next: LayoutOptions, { layout, answer }: Model): boolean {
  return next.detail === (layout.detail ?? answer?.positioned.detail) && next.room === layout.room;
}

function receive(model: Model, message: HostMessage): Model {
  switch (message.kind) {
    case 'show': {
      const isOther = model.answer !== undefined && (model.answer.uri !== message.answer.uri || model.answer.kernel.name !== message.answer.kernel.name);
      return { ...model, answer: message.answer, reason: undefined, ...(isOther ? { viewport: undefined, selected: undefined, comparison: undefined, other: undefined, barrier: undefined } : {}) };
    }
    case 'highlight':
      return { ...model, lit: { nodeIds: message.nodeIds, edges: message.edges } };
    case 'busy':
      return { ...model, busy: message.busy };
    case 'comparison':
      return { ...model, comparison: message.answer };
    // The app draws it; nothing in the model changes.
    case 'export':
      return model;
    case 'unavailable':
      return { ...model, answer: undefined, reason: message.reason };
  }
}

/** What is to be kept over a reload; undefined until it is known which kernel this is. */
export function stateToStore(model: Model): PanelState | undefined {
  if (model.answer === undefined) return undefined;
  const { uri, kernel } = model.answer;
  return {
    version: 1,
    kernel: { uri, name: kernel.name, line: kernel.line },
    layout: model.layout,
    tab: model.tab,
    ...(model.viewport === undefined ? {} : { viewport: model.viewport }),
    ...(model.other === undefined ? {} : { other: model.other }),
    ...(model.barrier === undefined ? {} : { barrier: model.barrier }),
  };
}
