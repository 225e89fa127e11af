/** Diagrams as Mermaid text. Names of the workspace go in as quoted labels, with what Mermaid or HTML would read as markup escaped. */
import type { Language } from '../knowledge/language.js';
import { mermaidText } from '../mermaidText.js';
import type { Flow, Step } from './model.js';

const ARROWS: Readonly<Record<Flow['path'], string>> = { nvlink: '==>', rdma: '-.->', local: '-->', gap: '--x' };

export function flowchart(flows: readonly Flow[]): string {
  const ids = new Map<string, string>();
  const id = (label: string): string => {
    const known = ids.get(label) ?? `n${ids.size}`;
    ids.set(label, known);
    return known;
  };
  const edges = flows.map(({ from, to, path, mechanism, condition, place }) => {
    const words = [mechanism, ...(condition === undefined ? [] : [`if ${shortened(condition)}`]), `line ${place.line}`].map(mermaidText).join('<br/>');
    return `  ${id(from)} ${ARROWS[path]}|"${words}"| ${id(to)}`;
  });
  const nodes = [...ids].map(([label, name]) => `  ${name}["${mermaidText(label)}"]`);
  return ['flowchart LR', ...nodes, ...edges].join('\n');
}

function shortened(condition: string): string {
  return condition.length > 80 ? `${condition.slice(0, 79)}…` : condition;
}

export function sequence(steps: readonly Step[], language: Language = 'en'): string {
  const lines = steps.map(({ what, text, place }) => {
    const words = `${mermaidText(text[language].replaceAll('`', ''))} (line ${place.line})`;
    switch (what) {
      case 'signal': return `  self->>peers: ${words}`;
      case 'wait': return `  peers-->>self: ${words}`;
      default: return `  Note over self: ${words}`;
    }
  });
  return ['sequenceDiagram', '  participant self as this rank', '  participant peers as its peers', ...lines].join('\n');
}
