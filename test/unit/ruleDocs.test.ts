/** The rule pages and the rule table say the same. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/core/rules/table.js';

const DOCS = fileURLToPath(new URL('../../docs/rules', import.meta.url));
const read = (name: string): string => readFileSync(`${DOCS}/${name}`, 'utf8');

describe('docs/rules', () => {
  it('lists the rules in the order of the table, with their levels', () => {
    const rows = [...read('README.md').matchAll(/^\| \[([\w.-]+)\]\(([\w.-]+)\) \| (\w+) \|/gm)].map(([, code, file, level]) => ({ code, file, level }));
    expect(rows).toEqual(RULES.map(({ code, level }) => ({ code, file: `${code}.md`, level })));
  });

  it('has a page for each rule and no other', () => {
    expect(readdirSync(DOCS).filter((name) => name !== 'README.md').sort()).toEqual(RULES.map(({ code }) => `${code}.md`).sort());
  });

  it.each(RULES.map(({ code, level }) => [code, level] as const))('%s: title, level, why, example, suppression', (code, level) => {
    const page = read(`${code}.md`);
    expect(page.startsWith(`# ${code}\n\n*${level}* · `)).toBe(true);
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(['Why', 'Example', 'When to suppress']);
    expect(page).toContain('```cuda\n');
  });
});
