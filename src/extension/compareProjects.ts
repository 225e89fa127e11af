/** SymScope: Compare DeepEP and DeepGEMM: any two projects whose kernels reach peers. */
import * as vscode from 'vscode';
import { COMPARE, PROJECTS, type CompareParams, type ProjectsResult, type ProjectSummary, type ReportFormat } from '../server/protocol.js';
import type { App } from './app.js';
import { command } from './commands.js';
import { COMPARE_TEXTS as TEXTS } from './manifest/compareTexts.js';
import { ask } from './serverWork.js';
import { say } from './words.js';

export const COMPARE_COMMAND = 'symscope.compareProjects';

type Pair = readonly [ProjectSummary, ProjectSummary];

export function compareProjects(app: App): vscode.Disposable {
  return command(app, COMPARE_COMMAND, async () => {
    const projects = await ask<ProjectsResult>(app, say(TEXTS.reading), PROJECTS, {});
    if (projects === null) return;
    const pair = await choose(projects);
    if (pair === undefined) return;
    const chosen = await pickTarget(pair);
    if (chosen === 'open') await open(app, pair);
    else if (chosen !== undefined) await save(app, pair, chosen);
  });
}

/** Where there are two, those; where there are more, two from a list. */
async function choose(projects: readonly ProjectSummary[]): Promise<Pair | undefined> {
  const [first, second, third] = projects;
  if (first === undefined || second === undefined) {
    await explain(first === undefined ? say(TEXTS.none) : say(TEXTS.one, first.name));
    return undefined;
  }
  if (third === undefined) return [first, second];
  const one = await pick(say(TEXTS.first), projects);
  const other = one && (await pick(say(TEXTS.second, one.name), projects.filter((each) => each !== one)));
  return one && other && [one, other];
}

export async function explain(message: string): Promise<void> {
  const add = say(TEXTS.addFolder);
  if ((await vscode.window.showInformationMessage(message, add)) === add) await vscode.commands.executeCommand('workbench.action.addRootFolder');
}

async function pick(title: string, projects: readonly ProjectSummary[]): Promise<ProjectSummary | undefined> {
  const items = projects.map((project) => ({ label: project.name, description: say(TEXTS.kernels, String(project.kernels)), detail: vscode.workspace.asRelativePath(vscode.Uri.parse(project.uri), true), project }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.project;
}

async function pickTarget([first, second]: Pair): Promise<ReportFormat | 'open' | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly to: ReportFormat | 'open' })[] = [
    { label: say(TEXTS.open), detail: say(TEXTS.openDetail), iconPath: new vscode.ThemeIcon('open-preview'), to: 'open' },
    { label: say(TEXTS.html), detail: say(TEXTS.htmlDetail), iconPath: new vscode.ThemeIcon('browser'), to: 'html' },
    { label: say(TEXTS.markdown), iconPath: new vscode.ThemeIcon('markdown'), to: 'markdown' },
    { label: say(TEXTS.json), iconPath: new vscode.ThemeIcon('json'), to: 'json' },
  ];
  return (await vscode.window.showQuickPick(items, { title: say(TEXTS.what, first.name, second.name) }))?.to;
}

const FORMATS: Readonly<Record<ReportFormat, readonly [name: string, extension: string]>> = { markdown: ['Markdown', 'md'], html: ['HTML', 'html'], json: ['JSON', 'json'] };

const fileName = ([first, second]: Pair, format: ReportFormat): string => `${first.name}-${second.name}`.replace(/[^\p{L}\p{N}_.-]+/gu, '-') + `.${FORMATS[format][1]}`;

async function report(app: App, [first, second]: Pair, format: ReportFormat, folder: vscode.Uri): Promise<string> {
  const params: CompareParams = { projects: [first.prefix, second.prefix], format, from: folder.toString() };
  const text = await ask<string | null>(app, say(TEXTS.comparing, first.name, second.name), COMPARE, params);
  if (text === null) throw new Error(say(TEXTS.gone));
  return text;
}

/** In the extension's own storage: it is a view, made anew by each comparison, and closing it asks for nothing. */
async function open(app: App, pair: Pair): Promise<void> {
  const folder = vscode.Uri.joinPath(app.context.storageUri ?? app.context.globalStorageUri, 'reports');
  const target = vscode.Uri.joinPath(folder, fileName(pair, 'markdown'));
  const text = await report(app, pair, 'markdown', folder);
  await vscode.workspace.fs.createDirectory(folder);
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  try {
    await vscode.commands.executeCommand('markdown.showPreview', target);
  } catch (error) {
    // VS Code's Markdown extension can be switched off.
    app.log.info(`No Markdown preview: ${error instanceof Error ? error.message : String(error)}`);
    await vscode.window.showTextDocument(target);
  }
}

async function save(app: App, pair: Pair, format: ReportFormat): Promise<void> {
  const [name, extension] = FORMATS[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({ filters: { [name]: [extension] }, ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, fileName(pair, format)) }) });
  if (target === undefined) return;
  const text = await report(app, pair, format, vscode.Uri.joinPath(target, '..'));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const openFile = say(TEXTS.openFile);
  const chosen = await vscode.window.showInformationMessage(say(TEXTS.written, vscode.workspace.asRelativePath(target)), openFile);
  if (chosen === openFile) await vscode.commands.executeCommand('vscode.open', target);
}
