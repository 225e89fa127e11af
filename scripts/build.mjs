/** Builds dist/: the bundles and the WebAssembly files. `--release` minifies and leaves out source maps. */
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildBundles } from './lib/bundles.mjs';
import { main, say, table } from './lib/log.mjs';
import { dist } from './lib/paths.mjs';
import { copyWasm } from './lib/wasm.mjs';

await main(async () => {
  const release = process.argv.includes('--release');
  const provenance = copyWasm();
  const { built, missing } = await buildBundles({ release });
  if (release) for (const { outfile } of built) rmSync(path.join(dist, `${outfile}.map`), { force: true });
  const files = [...built.map(({ outfile }) => outfile), ...provenance.map(({ file }) => file)];
  say(table(files.map((file) => [`dist/${file}`, statSync(path.join(dist, file)).size])));
  for (const entry of missing) say(`Left out: ${entry} does not exist.`);
});
