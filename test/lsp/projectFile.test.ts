/** A project file in a workspace of the built server: it counts, an edit of it counts at once, and a broken one is said once and changes nothing. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MISSING_TEST, sample } from './support/sample.js';
import { startServer, type Published, type Server } from './support/serverProcess.js';

const RULE = 'pointer.unchecked';
const PROJECT = 'mini-ep/.symscope.json';
const files = sample();
const source = files.uri(MISSING_TEST);
const project = files.uri(PROJECT);
const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

let server: Server;
const watched: unknown[] = [];
beforeAll(async () => {
  files.write(PROJECT, JSON.stringify({ levels: { [RULE]: 'hint' } }));
  server = await startServer({
    folders: files.folders,
    capabilities: { workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } } },
    prepare: (connection) => {
      connection.onRequest('client/registerCapability', ({ registrations }: { registrations: readonly { registerOptions?: { watchers?: readonly unknown[] } }[] }) => {
        watched.push(...registrations.flatMap(({ registerOptions }) => registerOptions?.watchers ?? []));
        return null;
      });
    },
  });
  server.open(source, files.text(MISSING_TEST));
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  files.remove();
});

const saved = (text: string, type = CHANGED): Promise<void> => {
  files.write(PROJECT, text);
  return server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: project, type }] });
};
const levels = ({ diagnostics }: Published): string => diagnostics.map(({ code, severity }) => `${code ?? ''} ${severity ?? ''}`).join();
const are = (wanted: string) => (published: Published): boolean => levels(published) === wanted;

test('its levels count, an edit changes them, and they last while it is broken', async () => {
  await server.diagnostics(source, are(`${RULE} 4`));
  expect(watched).toContainEqual({ globPattern: '**/.symscope.json' });
  await saved(JSON.stringify({ levels: { [RULE]: 'warning' } }));
  await server.diagnostics(source, are(`${RULE} 2`));

  const before = server.published.length;
  await saved(`{\n  "levels": { "${RULE}": "off",\n`);
  const { diagnostics } = await server.diagnostics(project, ({ diagnostics: all }) => all.length > 0);
  expect(diagnostics).toMatchObject([{ severity: 1, code: 'project-file', range: { start: { line: 2 } } }]);
  expect(diagnostics[0]?.message).toMatch(/^It is no JSON: .+\nUntil this is mended, what the file said before counts\.$/su);
  // An edit makes the server say the file's diagnostics again: they are as they were, and never were others.
  server.change(source, 2, [{ text: `${files.text(MISSING_TEST)}\n` }]);
  await server.diagnostics(source, ({ version }) => version === 2);
  expect(server.published.slice(before).filter(({ uri }) => uri === source).map(levels).filter((each) => each !== `${RULE} 2`)).toEqual([]);
  expect(server.published.slice(before).filter(({ uri }) => uri === project)).toHaveLength(1);

  await saved(JSON.stringify({ levels: { [RULE]: 'off' } }));
  await server.diagnostics(source, are(''));
  await server.diagnostics(project, are(''));
});

test('without it the defaults count; a new one counts again', async () => {
  rmSync(fileURLToPath(project));
  await server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: project, type: DELETED }] });
  await server.diagnostics(source, are(`${RULE} 1`));
  await saved(JSON.stringify({ levels: { [RULE]: 'information' } }), CREATED);
  await server.diagnostics(source, are(`${RULE} 3`));
});

test('nothing has failed meanwhile', () => {
  expect(server.log).toEqual([]);
});
