/** All that a hover is made from: plain data, so that what it says can be tested without a server. */
import type { Language, Text } from '../../core/knowledge/language.js';
import type { Finding, Kernel, Location, Site, Translation } from '../../core/schema.js';
import type { SiteIndex } from '../analysis/siteIndex.js';
import { escape, link } from '../../core/markdown.js';

export interface Scene {
  readonly language: Language;
  /** The file in which the hover is shown, and its lines. */
  readonly file: string;
  readonly lines: readonly string[];
  readonly findings: readonly Finding[];
  readonly index: SiteIndex;
  /** What the function that a site calls computes, if it forms peer pointers and its body is known. */
  translationOf(site: Site): Translation | undefined;
  /** Address of a file, without a fragment; undefined: it cannot be opened. */
  uriOf(file: string): string | undefined;
  /** Address that opens a site beside the editor; undefined: the client can't. */
  besideOf(site: Pick<Site, 'file' | 'line' | 'column' | 'endColumn'>): string | undefined;
  /** Address of the page of a rule. */
  ruleDoc(code: string): string | undefined;
}

export type Place = Pick<Location, 'file' | 'line'>;

/** `376`, or `handle.cuh:75` for another file, as a link to the line. */
export function at(scene: Scene, { file, line }: Place): string {
  const name = file === scene.file ? String(line) : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
  const uri = scene.uriOf(file);
  return uri === undefined ? escape(name) : link(name, `${uri}#L${line}`);
}

/** Several places; more than `max` are cut. */
export function atAll(scene: Scene, places: readonly Place[], max = 4): string {
  const seen = new Set<string>();
  const distinct = places.filter(({ file, line }) => seen.size < seen.add(`${file}:${line}`).size);
  const shown = distinct.slice(0, max).map((place) => at(scene, place));
  return distinct.length > max ? `${shown.join(', ')}, …` : shown.join(', ');
}

export function say(scene: Scene, text: Text): string {
  return text[scene.language];
}

export function kernelOf(scene: Scene, site: Site): Kernel | undefined {
  return scene.index.kernelOf(site);
}

/** The warp role that a site belongs to: its own, else the innermost of the kernel that holds its line. */
export function roleOf(scene: Scene, site: Site): string | undefined {
  if (site.role !== undefined) return site.role;
  const around = (kernelOf(scene, site)?.roles ?? []).filter(({ line, endLine }) => line <= site.line && site.line <= endLine);
  return around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line))[0]?.name;
}
