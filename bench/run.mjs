/** `npm run bench`: builds what is measured, bundles the benchmark beside it, and runs it. Arguments go through; see main.ts. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildBundles } from '../scripts/lib/bundles.mjs';
import { main, say } from '../scripts/lib/log.mjs';
import { cache, fromRoot, vsix } from '../scripts/lib/paths.mjs';
import { run } from '../scripts/lib/run.mjs';
import { copyWasm } from '../scripts/lib/wasm.mjs';

await main(async () => {
  const packaging = await run(process.execPath, ['scripts/package.mjs'], { quiet: true, allowFailure: true });
  if (packaging.code !== 0) {
    say(`The extension could not be packaged, so its size is not measured:\n${packaging.output.trim()}\n`);
  }
  // What is measured is always the release build.
  copyWasm();
  await buildBundles({ release: true });
  const directory = path.join(cache, 'bench');
  await build({
    absWorkingDir: fromRoot(),
    entryPoints: { main: 'bench/main.ts', child: 'bench/child.ts' },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    logLevel: 'warning',
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  });
  const places = ['--root', fromRoot(), '--bundles', directory, ...(existsSync(vsix) && packaging.code === 0 ? ['--vsix', vsix] : [])];
  const { code } = await run(process.execPath, [path.join(directory, 'main.mjs'), ...places, ...process.argv.slice(2)], { allowFailure: true });
  process.exitCode = code;
});
