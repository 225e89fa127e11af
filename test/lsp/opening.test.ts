/** A file that is opened shows at once what is known of it, whether or not it was analysed before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hover } from 'vscode-languageserver';
import { CHANGED, INACTIVE_REGIONS, type ChangedParams, type InactiveRegionsParams } from '../../src/server/protocol.js';
import { DISPATCH, MISSING_TEST, positionOf, sample } from './support/sample.js';
import { startServer, type Server } from './support/serverProcess.js';

const files = sample();
const uri = files.uri(MISSING_TEST);
const changed: string[] = [];
const inactive: InactiveRegionsParams[] = [];
let server: Server;
beforeAll(async () => {
  server = await startServer({
    folders: files.folders,
    prepare(connection) {
      connection.onNotification(CHANGED, ({ uris }: ChangedParams) => { changed.push(...uris); });
      connection.onNotification(INACTIVE_REGIONS, (params: InactiveRegionsParams) => { inactive.push(params); });
    },
  });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  files.remove();
});

const close = (): Promise<void> => server.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });

test('a closed file that a hover had analysed has its diagnostics when it is opened, and none when it is closed', async () => {
  const text = files.text(DISPATCH);
  server.open(files.uri(DISPATCH), text);
  const hover = await server.connection.sendRequest<Hover | null>('textDocument/hover', {
    textDocument: { uri: files.uri(DISPATCH) }, position: positionOf(text, 'get_sym_ptr', 'gin.'),
  });
  // Also the first one: what the barrier's body does stands in a header that nobody has looked at yet.
  expect(JSON.stringify(hover?.contents)).toMatch(/Published by.*gpu_barrier.*red\.release\.sys.*ncclGin::signal/u);
  await expect.poll(() => changed).toContain(uri);
  // The second look follows, of which nothing tells a client as long as the file is closed.
  await new Promise((resolve) => { setTimeout(resolve, 1500); });
  expect(server.published.filter((each) => each.uri === uri)).toEqual([]);

  for (const round of [1, 2]) {
    server.open(uri, files.text(MISSING_TEST));
    const shown = await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(shown.diagnostics.map(({ code }) => code), `round ${round}`).toEqual(['pointer.unchecked']);
    expect(shown.version).toBe(1);
    await expect.poll(() => inactive.filter((each) => each.uri === uri).length).toBe(round);
    await close();
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  }
});
