/** Everything that the extension says in the editor comes from a table with both languages: looked for in its source, in every file. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { COMPARE_TEXTS } from '../../src/extension/manifest/compareTexts.js';
import { COMMANDS, MANIFEST_TEXTS } from '../../src/extension/manifest/commands.js';
import { TEXTS } from '../../src/extension/texts.js';
import type * as Words from '../../src/extension/words.js';

const SOURCE = fileURLToPath(new URL('../../src/extension', import.meta.url));
/** The tables themselves, and what goes into the manifest by way of them. */
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/^(?:manifest|grammars)\/|^texts\.ts$/u.test(file));

/** Names that are the same in every language. */
const NAMES: ReadonlySet<string> = new Set(['SymScope', 'SVG', 'PNG', 'Mermaid', 'Graphviz', 'Graphviz DOT', 'JSON', 'Markdown', 'HTML']);

/** Where VS Code shows a string, whatever is around it. */
const SHOWN_PROPERTIES: ReadonlySet<string> = new Set(['title', 'placeHolder', 'prompt', 'label', 'description', 'detail', 'text', 'name', 'tooltip', 'reason', 'message', 'saveLabel', 'openLabel', 'documentation']);
const SHOWN_CALLS = /^(?:show(?:Error|Information|Warning)Message|showQuickPick|showInputBox|setStatusBarMessage|createWebviewPanel|MarkdownString|Error)$/u;

/** Strings that a user reads and no table has, as `line: string`. */
function unlocalised(source: string): readonly string[] {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // What goes to the log is for whoever mends the extension, and so is what cannot happen.
    if (ts.isCallExpression(node) && /^(?:\w+\.)?log\.\w+$/u.test(node.expression.getText(file))) return;
    const words = wordsIn(node);
    if (words !== undefined && !words.startsWith('unreachable: ') && !NAMES.has(words.trim()) && (isProse(words) || (/\p{L}{2}/u.test(words) && isShown(node, file)))) {
      found.push(`${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${words}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What stands in a literal or a template of its own words; undefined: it is none, or names a module. */
function wordsIn(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent)) return undefined;
  return ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…') : node.text;
}

/** Two words with a blank between them are a sentence or a part of one; policies and markup of the page are none. */
function isProse(words: string): boolean {
  return /\p{L}{2,},? \p{L}{2,}/u.test(words) && !words.includes('<!DOCTYPE') && !/^[a-z]+-(?:src|uri|action) /u.test(words);
}

/** Whether it is, or is part of, what VS Code shows. */
function isShown(node: ts.Node, file: ts.SourceFile): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isBinaryExpression(parent)) {
    const target = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? parent.left : undefined;
    if (target !== undefined) return ts.isPropertyAccessExpression(target) && SHOWN_PROPERTIES.has(target.name.text);
    // What is only compared with is not shown.
    const isValue = ts.isConditionalExpression(parent) ? parent.condition !== node : ts.isParenthesizedExpression(parent) || /^(?:\?\?|\|\||&&|\+)$/u.test(parent.operatorToken.getText(file));
    return isValue && isShown(parent, file);
  }
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && SHOWN_PROPERTIES.has(parent.name.getText(file));
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return SHOWN_CALLS.test(lastName(parent.expression, file)) && parent.arguments?.[0] !== undefined && isShownArgument(parent, node, file);
  return false;
}

/** A panel's first argument is its type. */
function isShownArgument(call: ts.CallExpression | ts.NewExpression, node: ts.Node, file: ts.SourceFile): boolean {
  return lastName(call.expression, file) !== 'createWebviewPanel' || call.arguments?.[0] !== node;
}

function lastName(expression: ts.Expression, file: ts.SourceFile): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(file);
}

describe('the search for texts without a translation', () => {
  it.each([
    ["vscode.window.showErrorMessage('Broken')", ['1: Broken']],
    ['vscode.window.showInformationMessage(`SymScope: ${name} is written.`, open)', ['1: SymScope: … is written.']],
    ["const show = 'Show Output';", ['1: Show Output']],
    ["item.text = isStopped ? 'stopped' : `${n} found`;", ['1: stopped', '1: … found']],
    ["pick(items, { title: 'Export', placeHolder: x ?? 'Kernel' })", ['1: Export', '1: Kernel']],
    ["throw new Error('gone');", ['1: gone']],
    ["vscode.window.createWebviewPanel('a.view', name ?? 'Kernel', {})", ['1: Kernel']],
    // What the user does not read, or reads in every language alike.
    ["import x from 'two words';", []],
    ["app.log.error(`The server did not start: ${text}`);", []],
    ["vscode.window.showErrorMessage(say(TEXTS.symscope, text), show)", []],
    ["item.name = 'SymScope';", []],
    ["command(app, 'symscope.exportGraph', run); if (kind === 'gap') f({ kind: 'kernel' });", []],
    ["throw new Error('unreachable: there is one');", []],
  ])('%s', (source, expected) => {
    expect(unlocalised(source)).toEqual(expected);
  });
});

it('reads the extension', () => {
  expect(files).toEqual(expect.arrayContaining(['commands.ts', 'analyzeKernel.ts', 'statusItem.ts', 'client.ts', 'panel/kernelPanel.ts', 'panel/save.ts']));
});

it.each(files)('%s says nothing in one language only', (file) => {
  expect(unlocalised(readFileSync(join(SOURCE, file), 'utf8'))).toEqual([]);
});

describe('the tables', () => {
  const all = Object.entries({ ...TEXTS, ...COMPARE_TEXTS, ...MANIFEST_TEXTS, ...Object.fromEntries(COMMANDS.map(({ command, title }) => [command, title])) });

  it.each(all)('%s is translated, with the same places for names', (_, { en, 'zh-cn': zhCn }) => {
    const places = (words: string): readonly string[] => (words.match(/\{\d\}/gu) ?? []).sort();
    expect(places(zhCn)).toEqual(places(en));
    // Without names and code nothing is left to translate of some.
    if (/\p{L}{2}/u.test(en.replace(/\{\d\}|SymScope/gu, ''))) expect(zhCn).toMatch(/\p{Script=Han}/u);
  });
});

describe('what is said', () => {
  const language = vi.hoisted(() => ({ set: undefined as string | undefined, editor: 'en' }));
  vi.mock('vscode', () => ({ env: { get language() { return language.editor; } }, workspace: { getConfiguration: () => ({ get: () => language.set }) } }));

  it('is in the language of the setting, else of the editor, with the names in their places and not read again', async () => {
    const { say }: typeof Words = await import('../../src/extension/words.js');
    expect(say(TEXTS.leftOut, '7', '2')).toBe('7 files, 2 left out (limits)');
    language.editor = 'zh-cn';
    expect(say(TEXTS.leftOut, '7', '2')).toBe('7 个文件，2 个因超限未读');
    language.set = 'en';
    expect(say(TEXTS.noKernel, '{1}', 'a.cu')).toBe('There is no kernel to show: {1} was not found in a.cu.');
  });
});
