/** Entry of the server as a Node process. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { pathToFileURL } from 'node:url';
import { createAnalyzer } from '../core/createAnalyzer.js';
import { readGrammar } from '../host/grammar.js';
import { garbageCollection, keepHeapSmall, optimizeLate } from '../host/tiering.js';
import { startServer } from './server.js';
import { nodeFileSystem } from './workspace/nodeFileSystem.js';

declare const __SYMSCOPE_VERSION__: string;

/** Files whose trees are kept: those under the cursor and around it. */
const MAX_TREES = 8;

optimizeLate();
keepHeapSmall();
const connection = createConnection(ProposedFeatures.all);
// The last line of defence: a defect that no feature's guard saw must not end the process either.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    connection.console.error(`${event}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
}
startServer(connection, {
  version: __SYMSCOPE_VERSION__,
  createAnalyzer: async () => await createAnalyzer({ grammar: readGrammar(pathToFileURL(`${__dirname}/`)), version: __SYMSCOPE_VERSION__, maxTrees: MAX_TREES }),
  fileSystem: (scheme) => (scheme === 'file' ? nodeFileSystem : undefined),
  collectGarbage: garbageCollection(),
});
