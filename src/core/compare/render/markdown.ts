/** The report as GitHub-flavoured Markdown; diagrams are Mermaid blocks. */
import type { Language } from '../../knowledge/language.js';
import { linkText } from '../../markdown.js';
import type { Location } from '../../schema.js';
import type { Block, Cell, Claims, ComparisonReport, Diagram, Steps, Table } from '../model.js';
import { sequence } from '../mermaid.js';
import { href, labels, pieces, sayIn, sizeOf, VERDICTS, WORDS, type AddressOf, type Say } from './words.js';

export interface RenderOptions {
  readonly language: Language;
  readonly addressOf: AddressOf;
}

export function renderMarkdown(report: ComparisonReport, { language, addressOf }: RenderOptions): string {
  const say = sayIn(language);
  const head = [`# ${inline(say(report.title))}`, '', say(WORDS.counted), '', ...report.projects.map((project) => `- ${inline(project.name)}: ${say(sizeOf(project))}`)];
  const sections = report.sections.map(({ title, blocks }) => [`## ${inline(say(title))}`, ...blocks.map((each) => block(each, say, language, addressOf))].join('\n\n'));
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

/** Code stays code; elsewhere nothing is read as markup. A pipe would end a table's cell. */
function inline(words: string): string {
  return pieces(words.replace(/[\r\n]+/gu, ' ')).map(({ isCode, text }) => (isCode ? `\`${text.replaceAll('|', '\\|')}\`` : text.replace(/[\\*_[\]<>#|~!]/gu, '\\$&'))).join('');
}

function links(places: readonly Location[], addressOf: AddressOf): string {
  const words = labels(places);
  return places.map((place, i) => `[${linkText(words[i] ?? '')}](<${href(place, addressOf)}>)`).join(' ');
}

function cellText({ text, places, more = [] }: Cell, say: Say, addressOf: AddressOf): string {
  const own = [inline(say(text)), links(places, addressOf)].filter((part) => part !== '').join(' ');
  return [own, ...more.map((each) => cellText(each, say, addressOf))].join('<br>');
}

function tableText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function block(each: Block, say: Say, language: Language, addressOf: AddressOf): string {
  switch (each.kind) {
    case 'table': return table(each, say, addressOf);
    case 'diagram': return diagram(each, say);
    case 'steps': return steps(each, say, language, addressOf);
    case 'claims': return claims(each, say, addressOf);
    case 'note': return inline(say(each.text));
  }
}

function table({ caption, columns, rows }: Table, say: Say, addressOf: AddressOf): string {
  return `### ${inline(say(caption))}\n\n${tableText(columns.map((column) => inline(say(column))), rows.map((row) => row.map((cell) => cellText(cell, say, addressOf))))}`;
}

function diagram({ caption, mermaid }: Diagram, say: Say): string {
  return `### ${inline(say(caption))}\n\n\`\`\`mermaid\n${mermaid}\n\`\`\``;
}

function steps({ caption, steps: all }: Steps, say: Say, language: Language, addressOf: AddressOf): string {
  const list = all.map(({ text, place, when }, i) => `${i + 1}. ${inline(say(text))} ${links([place], addressOf)}${when === undefined ? '' : `, ${say(WORDS.when)} ${inline(`\`${when.replaceAll('`', "'")}\``)}`}`);
  return `### ${inline(say(caption))}\n\n${list.join('\n')}\n\n\`\`\`mermaid\n${sequence(all, language)}\n\`\`\``;
}

function claims({ caption, claims: all }: Claims, say: Say, addressOf: AddressOf): string {
  const columns = [WORDS.statement, WORDS.verdict, WORDS.because, WORDS.read].map(say);
  const rows = all.map(({ text, source, verdict, because, places }) => [inline(say(text)), `**${say(VERDICTS[verdict])}**`, `${inline(say(because))} ${links(places, addressOf)}`.trim(), inline(source)]);
  return `### ${inline(say(caption))}\n\n${tableText(columns, rows)}`;
}
