/** The messages between the panel and its host, both ways, and the state that survives a reload. */
import { GRAPH_FORMATS } from '../core/graph/export/formats.js';
import type { GraphFormat } from '../core/graph/export/formats.js';
import type { TemplateValue } from '../core/schema.js';
import type { KernelComparisonAnswer, KernelPlace } from './compare/model.js';
import { DETAILS } from './graphModel.js';
import type { Detail, KernelGraphAnswer, KernelRef, LayoutOptions } from './graphModel.js';

export const TABS = ['graph', 'sync', 'pipelines', 'compare', 'findings', 'text'] as const;
export type Tab = (typeof TABS)[number];

/** Pictures are drawn by the panel, which knows the theme; texts are made by the server. */
export const PICTURE_FORMATS = ['svg', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
export const EXPORT_FORMATS = [...PICTURE_FORMATS, ...GRAPH_FORMATS] as const;
export type ExportFormat = PictureFormat | GraphFormat;

export function isPicture(format: ExportFormat): format is PictureFormat {
  return PICTURE_FORMATS.some((picture) => picture === format);
}

/** From the host to the panel. */
export type HostMessage =
  /** Draw this; also sent again after each analysis that changes the kernel. */
  | { readonly kind: 'show'; readonly answer: KernelGraphAnswer }
  /** The cursor is on a line that these graph nodes and edges (indexes) stand for; both empty: on none. */
  | { readonly kind: 'highlight'; readonly nodeIds: readonly string[]; readonly edges: readonly number[] }
  /** Work has begun or ended. */
  | { readonly kind: 'busy'; readonly busy: boolean }
  /** Draw the picture and send it with `save`. */
  | { readonly kind: 'export'; readonly format: PictureFormat }
  /** The kernel beside another; also sent again when one of them changes. */
  | { readonly kind: 'comparison'; readonly answer: KernelComparisonAnswer }
  /** There is nothing to draw, for this reason. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** From the panel to the host. */
export type PanelMessage =
  /** The script runs and listens; the host answers with `show` or `unavailable`. */
  | { readonly kind: 'ready'; readonly layout: LayoutOptions }
  /** Show this place in the editor. 1-based. */
  | { readonly kind: 'reveal'; readonly file: string; readonly line: number; readonly column: number }
  /** Lay the same kernel out in another way. */
  | { readonly kind: 'layout'; readonly layout: LayoutOptions }
  | { readonly kind: 'copy'; readonly text: string }
  /** Set the kernel beside another, or beside the one that does the same work. The host answers with `comparison`. */
  | { readonly kind: 'compare'; readonly other?: KernelPlace }
  /** Open a further folder. */
  | { readonly kind: 'addFolder' }
  /** The reader wants a file: a text is asked of the server, a picture has been drawn. */
  | { readonly kind: 'export'; readonly format: GraphFormat }
  /** Base64 for `png`, text for `svg`. */
  | { readonly kind: 'save'; readonly format: PictureFormat; readonly data: string }
  /** The panel could not draw; for the log. */
  | { readonly kind: 'failed'; readonly message: string };

export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Kept with `setState`, read by the panel itself and by the host's serializer. */
export interface PanelState {
  readonly version: 1;
  readonly kernel: KernelRef;
  readonly layout: LayoutOptions;
  readonly tab: Tab;
  /** Absent: fit. */
  readonly viewport?: Viewport;
  /** The kernel that it is compared with; absent: the one that does the same work. */
  readonly other?: KernelPlace;
  /** The barrier whose steps are shown; absent: none was chosen. */
  readonly barrier?: string;
}

/** Reads a state that came from storage; undefined if it is not one (an older version, or damaged). */
export function readPanelState(value: unknown): PanelState | undefined {
  if (!isRecord(value) || value['version'] !== 1) return undefined;
  const kernel = readKernel(value['kernel']);
  const layout = readLayout(value['layout']);
  const tab = TABS.find((t) => t === value['tab']);
  if (kernel === undefined || layout === undefined || tab === undefined) return undefined;
  const viewport = readViewport(value['viewport']);
  const other = readKernelPlace(value['other']);
  const { barrier } = value;
  return { version: 1, kernel, layout, tab, ...(viewport === undefined ? {} : { viewport }), ...(typeof barrier === 'string' ? { barrier } : {}), ...(other === undefined ? {} : { other }) };
}

/** Reads a message of the panel; undefined if it is none. The webview is not trusted to send well-formed messages. */
export function readPanelMessage(value: unknown): PanelMessage | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['kind'] as PanelMessage['kind']) {
    case 'ready':
    case 'layout': {
      const layout = readLayout(value['layout']);
      return layout === undefined ? undefined : { kind: value['kind'] as 'ready' | 'layout', layout };
    }
    case 'reveal': {
      const { file, line, column } = value;
      if (typeof file !== 'string' || !isPosition(line) || !isPosition(column)) return undefined;
      return { kind: 'reveal', file, line, column };
    }
    case 'export': {
      const format = GRAPH_FORMATS.find((each) => each === value['format']);
      return format === undefined ? undefined : { kind: 'export', format };
    }
    case 'save': {
      const { data } = value;
      const format = PICTURE_FORMATS.find((each) => each === value['format']);
      return format === undefined || typeof data !== 'string' ? undefined : { kind: 'save', format, data };
    }
    case 'compare': {
      const other = readKernelPlace(value['other']);
      return { kind: 'compare', ...(other === undefined ? {} : { other }) };
    }
    case 'addFolder':
      return { kind: 'addFolder' };
    case 'copy':
      return typeof value['text'] === 'string' ? { kind: 'copy', text: value['text'] } : undefined;
    case 'failed':
      return typeof value['message'] === 'string' ? { kind: 'failed', message: value['message'] } : undefined;
    default:
      return undefined;
  }
}

function readKernel(value: unknown): KernelRef | undefined {
  if (!isRecord(value) || typeof value['uri'] !== 'string') return undefined;
  return {
    uri: value['uri'],
    ...(typeof value['name'] === 'string' ? { name: value['name'] } : {}),
    ...(isPosition(value['line']) ? { line: value['line'] } : {}),
  };
}

function readKernelPlace(value: unknown): KernelPlace | undefined {
  if (!isRecord(value)) return undefined;
  const { file, line } = value;
  return typeof file === 'string' && isPosition(line) ? { file, line } : undefined;
}

function readLayout(value: unknown): LayoutOptions | undefined {
  if (!isRecord(value) || !Array.isArray(value['toggled'])) return undefined;
  const detail: Detail | undefined = DETAILS.find((d) => d === value['detail']);
  if (detail === undefined && value['detail'] !== undefined) return undefined;
  const { room } = value;
  const toggled = value['toggled'].filter((id): id is string => typeof id === 'string');
  const given = readGiven(value['given']);
  return { ...(detail === undefined ? {} : { detail }), toggled, ...(given.length > 0 ? { given } : {}), ...(isPosition(room) ? { room } : {}) };
}

function readGiven(value: unknown): readonly TemplateValue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => (isRecord(item) && typeof item['name'] === 'string' && typeof item['value'] === 'string' ? [{ name: item['name'], value: item['value'] }] : []));
}

function readViewport(value: unknown): Viewport | undefined {
  if (!isRecord(value)) return undefined;
  const { x, y, zoom } = value;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof zoom !== 'number') return undefined;
  return Number.isFinite(x) && Number.isFinite(y) && zoom > 0 && Number.isFinite(zoom) ? { x, y, zoom } : undefined;
}

function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
