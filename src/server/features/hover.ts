/** Hovers: on what the analysis knows about (a site), on instructions of inline PTX, else on functions and terms of the knowledge base. */
import { MarkupKind, type Hover, type HoverParams, type Position } from 'vscode-languageserver';
import { apiFacts } from '../../core/knowledge/apis.js';
import { GLOSSARY } from '../../core/knowledge/glossary.js';
import type { Kernel, Site } from '../../core/schema.js';
import { createCallees, type Callees } from '../analysis/callees.js';
import { createSiteIndexCache, type SiteIndex } from '../analysis/siteIndex.js';
import { asmHover } from '../hover/asm.js';
import { barrierSite, calleeName } from '../hover/barriers.js';
import { orderingLines, renderOrdering } from '../hover/ordering.js';
import { renderSite, renderTerm } from '../hover/render.js';
import type { Scene } from '../hover/scene.js';
import { wordAt, type Word } from '../hover/word.js';
import { toRange } from '../positions.js';
import { OPEN_COUNTERPART_COMMAND, type OpenCounterpartArguments } from '../protocol.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const hover: Feature = {
  capabilities: { hoverProvider: true },
  register({ connection, answer, onSession }) {
    let known: Known | undefined;
    onSession((session) => {
      known = { index: createSiteIndexCache(session.analyses, session.drawn.isDrawn), callees: createCallees(session.analyses, session.analyzer, session.whole) };
    });
    connection.onHover(
      answer<HoverParams, Hover | null>('hover', null, (session, { textDocument, position }) =>
        known === undefined ? null : hoverAt(session, known, session.workspace.paths.toPath(textDocument.uri), position),
      ),
    );
  },
};

interface Known {
  readonly index: () => SiteIndex;
  readonly callees: Callees;
}

function hoverAt(session: Session, { index, callees }: Known, path: string, position: Position): Hover | null {
  const analysis = session.analyses.of(path);
  const lines = session.analyses.text(path)?.split(/\r\n|\r|\n/u);
  if (analysis === undefined || lines === undefined) return null;
  const word = wordAt(lines, position);
  const site = siteAt(analysis.sites, path, position, word);
  const term = word && GLOSSARY.find(({ names }) => names.includes(word.text));
  const asm = asmHover(lines, position.line, position.character, session.language);
  const orderings = asm?.synchronises === true || isSynchronising(site, word, term !== undefined) ? analysis.orderingAt(position.line + 1, asm ? undefined : word?.text) : undefined;
  if (site === undefined && term === undefined && asm === undefined && orderings === undefined) return null;
  // The kernel around the cursor says which role and which barrier; it is drawn at once if it is not yet.
  const around = analysis.kernels.find(({ line, endLine }) => line - 1 <= position.line && position.line < endLine);
  if (around !== undefined && !session.drawn.isDrawn(around)) session.drawn.draw(around);
  // What is said of the other project needs all files: the next hover knows more than this one.
  session.wantAll();
  callees.read(analysis, spokenOf(site, around));
  const scene: Scene = {
    language: session.language,
    file: path,
    lines,
    findings: analysis.findings,
    index: index(),
    translationOf: ({ file, api }) => callees.translation(file, api),
    uriOf: (file) => (session.analyses.text(file) === undefined ? undefined : session.workspace.paths.toUri(file)),
    besideOf: ({ file, line, column, endColumn }) => {
      if (session.client.options.opensCounterparts !== true) return undefined;
      const target: OpenCounterpartArguments = { target: { uri: session.workspace.paths.toUri(file), line, column, endColumn } };
      return `command:${OPEN_COUNTERPART_COMMAND}?${encodeURIComponent(JSON.stringify([target]))}`;
    },
    ruleDoc: (code) => session.client.options.ruleDocs && `${session.client.options.ruleDocs}/${code}.md`,
  };
  if (asm !== undefined) {
    const { start, end } = asm;
    const why = orderings === undefined ? [] : orderingLines(scene, orderings);
    return markdown([asm.markdown, ...why].join('\n\n'), { start: { line: position.line, character: start }, end: { line: position.line, character: end } });
  }
  if (site !== undefined) return markdown(renderSite(scene, site, orderings), toRange({ ...site, endLine: site.line }));
  if (orderings !== undefined && word !== undefined) return markdown(renderOrdering(scene, word.text, orderings), toRange({ ...word, endLine: word.line }));
  return term === undefined || word === undefined ? null : markdown(renderTerm(scene, term), toRange({ ...word, endLine: word.line }));
}

/** The functions whose bodies a hover on the site speaks of. */
function spokenOf(site: Site | undefined, kernel: Kernel | undefined): readonly string[] {
  const barriers = (kernel?.barriers ?? []).map(({ text = '' }) => calleeName(text));
  return [...(site === undefined ? [] : [site.api]), ...barriers].filter((name) => name !== '');
}

/** A barrier or a wait that is a site, or a call that is none: a wrapper of a block's barrier or of a fence. */
function isSynchronising(site: Site | undefined, word: Word | undefined, isTerm: boolean): boolean {
  if (site) return site.kind === 'barrier' || (site.kind === 'mbarrier' && site.event === 'wait');
  return word?.isCall === true && !isTerm;
}

function isOn({ line, column, endColumn }: Site, position: Position): boolean {
  return line - 1 === position.line && column - 1 <= position.character && position.character <= endColumn - 1;
}

/**
 * The site that the cursor is on. A call of a wrapper can have the sites of what happens inside it; then what is known about the
 * wrapper itself comes first.
 */
function siteAt(sites: readonly Site[], file: string, position: Position, word: Word | undefined): Site | undefined {
  const here = sites.filter((each) => isOn(each, position));
  const named = here.find(({ api }) => api === word?.text);
  return named ?? (word && barrierCall(file, word)) ?? here[0];
}

function barrierCall(file: string, { text, isCall, line, column }: Word): Site | undefined {
  if (apiFacts(text)?.kind !== 'barrier' || !isCall) return undefined;
  return barrierSite({ api: text, file, line, column, function: '', isKernel: false });
}

function markdown(value: string, range: Hover['range']): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, ...(range === undefined ? {} : { range }) };
}
