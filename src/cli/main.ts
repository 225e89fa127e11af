/** Entry of the command-line program: binds `run` to this process. */
import { readFileSync } from 'node:fs';
import { createAnalyzer } from '../core/createAnalyzer.js';
import { readGrammar } from '../host/grammar.js';
import { run } from './run.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string };

// A reader that stops early (`symscope … | head`) closes the pipe; that is not a failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 2);
});

try {
  // The status is set, not forced with exit(), so that a long report is written out first.
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    version,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    createAnalyzer: (configuration) =>
      createAnalyzer({ grammar: readGrammar(new URL('./', import.meta.url)), version, configuration }),
  });
} catch (error) {
  process.stderr.write(`symscope: this is a defect of symscope, please report it with the files at hand.\n${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 2;
}
