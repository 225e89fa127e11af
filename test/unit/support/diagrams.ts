/** The programs that read our diagrams: Mermaid's parser and Graphviz, with what they make of each text. */
import { instance, type Viz } from '@viz-js/viz';
import { JSDOM } from 'jsdom';

export interface ReadDiagram {
  /** What is written into each shape and on each arrow. */
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

interface MermaidDiagram {
  readonly type: string;
  readonly db: {
    getVertices?(): ReadonlyMap<string, { readonly text?: string }>;
    getEdges?(): readonly { readonly text?: string }[];
    getMessages?(): readonly { readonly message: string; readonly to?: string; readonly from?: string }[];
  };
}

/** Throws what Mermaid says where the text is none of its. */
export async function createMermaidReader(): Promise<(text: string) => Promise<ReadDiagram>> {
  const { window } = new JSDOM();
  // Mermaid's sanitiser takes its window from here, when it is loaded.
  Object.assign(globalThis, { window, document: window.document });
  const { default: mermaid } = await import('mermaid');
  const written = (text: string | undefined): string => {
    const element = window.document.createElement('div');
    // Mermaid keeps entities in letters of its own until it draws.
    element.innerHTML = (text ?? '').replaceAll('ﬂ°°', '&#').replaceAll('ﬂ°', '&').replaceAll('¶ß', ';').replace(/<br\/?>/gu, '\n');
    return element.textContent;
  };
  return async (text) => {
    await mermaid.parse(text);
    // `parse` says only whether it is one; what was read is nowhere else.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const { db } = (await mermaid.mermaidAPI.getDiagramFromText(text)) as MermaidDiagram;
    const messages = db.getMessages?.() ?? [];
    return {
      nodes: [...(db.getVertices?.().values() ?? []), ...messages.filter(({ from, to }) => from === to).map(({ message }) => ({ text: message }))].map((each) => written(each.text)),
      edges: [...(db.getEdges?.() ?? []), ...messages.filter(({ from, to }) => from !== to).map(({ message }) => ({ text: message }))].map((each) => written(each.text)),
    };
  };
}

/** Throws what Graphviz says, warnings too: it draws an unknown shape or attribute otherwise than we mean. */
export async function createGraphvizReader(): Promise<(text: string) => ReadDiagram> {
  const viz: Viz = await instance();
  return (text) => {
    const result = viz.render(text, { format: 'svg' });
    // Without the fonts of a system it guesses widths.
    const [problem] = result.errors.filter(({ message }) => !/hard-coded metrics|no value for width/u.test(message));
    if (result.status === 'failure' || problem !== undefined) throw new Error(problem?.message ?? 'Graphviz draws nothing.');
    const { document } = new JSDOM(result.output, { contentType: 'image/svg+xml' }).window;
    const written = (of: 'node' | 'edge'): readonly string[] => [...document.querySelectorAll(`g.${of}`)].map((each) => [...each.querySelectorAll('text')].map((row) => row.textContent).join('\n'));
    return { nodes: written('node'), edges: written('edge') };
  };
}
