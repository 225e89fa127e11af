/** Makes symscope-<version>.vsix and prints what is in it. `--allow-incomplete` packages without the bundles whose entry is missing. */
import { statSync } from 'node:fs';
import { buildBundles } from './lib/bundles.mjs';
import { Explained, main, say, table } from './lib/log.mjs';
import { fromRoot, vsix } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { copyWasm } from './lib/wasm.mjs';
import { zipEntries } from './lib/zip.mjs';

/** The budget for what a person downloads, in bytes. */
const LIMIT = 1_500_000;

await main(async () => {
  copyWasm();
  const { missing } = await buildBundles({ release: true });
  if (missing.length > 0 && !process.argv.includes('--allow-incomplete')) {
    throw new Explained(`Not packaged, since these do not exist: ${missing.join(', ')}`);
  }
  const vsce = fromRoot('node_modules/@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await run(process.execPath, [vsce, 'package', ...flags, '--out', vsix], { quiet: true });
  const entries = zipEntries(vsix).sort((a, b) => b.packed - a.packed);
  const total = statSync(vsix).size;
  say(table([['packed', 'size', 'file'], ...entries.map(({ name, packed, size }) => [packed, size, name])]));
  say(`\n${vsix.slice(fromRoot().length + 1)}: ${entries.length} files, ${(total / 1e6).toFixed(2)} MB of at most ${LIMIT / 1e6} MB`);
  if (total > LIMIT) throw new Explained(`The package is ${total - LIMIT} bytes over its limit.`);
});
