import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { problemLevels, problems } from './support/problems.js';
import { DISPATCH, DISPATCH_TEST } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { untilWatched } from './support/watched.js';
import { openWorkbench, screenshot, type Workbench } from './support/workbench.js';
import { copyOfExamples, writeTo } from './support/workspace.js';

const RULE = 'pointer.unchecked';
const FILE = '.symscope.json';
const WITHOUT_TEST = [{ file: DISPATCH, from: DISPATCH_TEST, to: '' }];
const project = (level: string): string => JSON.stringify({ levels: { [RULE]: level } });

let window: Workbench | undefined;
afterEach(async () => {
  await window?.close();
});

test('the project file counts before a default and behind a setting, follows its edits, and lasts while it is broken', async () => {
  const workspace = copyOfExamples('project-file', WITHOUT_TEST);
  writeTo(workspace, FILE, project('warning'));
  // A list that is set, for the way of settings to the server; a value for one language, which counts for nothing.
  const settings = { 'symscope.defines': ['A=1'], '[cuda-cpp]': { [`symscope.rules.${RULE}`]: 'off' } };
  writeTo(workspace, '.vscode/settings.json', JSON.stringify(settings));
  const { page } = (window = await openWorkbench({ folder: workspace.folder, file: DISPATCH }));
  await problems(page, RULE, (rows) => rows.some((row) => row.includes(RULE)));
  expect(await problemLevels(page, RULE)).toEqual(['warning']);

  await untilWatched(page, workspace);
  writeTo(workspace, FILE, '{ "levels": ');
  const rows = await problems(page, 'the broken project file', (texts) => texts.some((text) => text.includes('It is no JSON')));
  expect(rows.filter((row) => row.includes('It is no JSON'))).toHaveLength(1);
  expect(await problemLevels(page, RULE)).toEqual(['warning']);
  await screenshot(page, 'project-file-broken');

  writeTo(workspace, FILE, project('information'));
  await waitFor('the level of the mended file', () => problemLevels(page, RULE), (levels) => levels.join() === 'info');
  await problems(page, 'no broken project file', (texts) => !texts.some((text) => text.includes('It is no JSON')));

  writeTo(workspace, '.vscode/settings.json', JSON.stringify({ ...settings, [`symscope.rules.${RULE}`]: 'error' }));
  await waitFor('the level of the setting', () => problemLevels(page, RULE), (levels) => levels.join() === 'error');
});

test('one above the folder is watched, and counts as soon as it is there', async () => {
  const workspace = copyOfExamples('project-file-above', WITHOUT_TEST);
  writeTo(workspace, '.git/HEAD', '');
  const { page } = (window = await openWorkbench({ folder: path.join(workspace.folder, 'mini-ep'), file: DISPATCH.replace('mini-ep/', '') }));
  await problems(page, RULE, (rows) => rows.some((row) => row.includes(RULE)));
  expect(await problemLevels(page, RULE)).toEqual(['error']);
  await untilWatched(page, workspace, 'mini-ep/');
  writeTo(workspace, FILE, project('warning'));
  await waitFor('the level of the file above', () => problemLevels(page, RULE), (levels) => levels.join() === 'warning');
});
