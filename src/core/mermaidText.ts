/** Text that cannot be trusted (names, conditions, literals of the analysed code) as a quoted label of Mermaid; https://mermaid.js.org/syntax/flowchart.html. */
import { oneLine } from './oneLine.js';

/**
 * Everything but letters, digits and marks that mean nothing inside quotes becomes an entity: a quote would end the label, `#` begins an
 * entity, `%%{…}%%` is a directive even there, and `<` is HTML. An empty label is an error to Mermaid, hence a blank.
 */
export function mermaidText(text: string): string {
  const line = oneLine(text).replace(/[^\p{L}\p{N} .,:·_+=()[\]/*!-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
  return line === '' ? ' ' : line;
}
