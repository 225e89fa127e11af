/** What is bundled, from what, for which host. The package size and the third-party notices are derived from the same list. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { dist, fromRoot, manifest } from './paths.mjs';

const require = createRequire(import.meta.url);

/**
 * web-tree-sitter's ESM build asks for `import.meta.url`, which does not exist in a CommonJS bundle: it would compile and
 * then fail when it runs. Its CommonJS build is the same code.
 */
const COMMONJS_RUNTIME = { 'web-tree-sitter': require.resolve('web-tree-sitter') };

/** What Node would take of it asks for its parts in a way that cannot be bundled; its ESM build is the same code. */
const ESM_JSON = { 'jsonc-parser': path.join(path.dirname(require.resolve('jsonc-parser/package.json')), 'lib/esm/main.js') };

/**
 * The layout engine is larger than the rest of the server together, and most of the time nothing is drawn: it is a file of its
 * own, read with the first drawing. Inside the server's bundle its text alone took memory from every start.
 */
const LAYOUT_ENGINE = 'elkjs/lib/elk.bundled.js';
const LAYOUT_FILE = './layout-engine.cjs';
const WITH_LAYOUT_BESIDE = { alias: { ...COMMONJS_RUNTIME, ...ESM_JSON, [LAYOUT_ENGINE]: LAYOUT_FILE }, external: [LAYOUT_FILE] };

const NODE = { platform: 'node', target: 'node20' };
const BROWSER = { platform: 'browser', target: 'es2022' };

/** ESM bundles of CommonJS packages need `require` for Node's own modules. */
const REQUIRE_BANNER = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

const BUNDLES = [
  { entry: 'src/extension/extension.ts', outfile: 'extension.cjs', options: { ...NODE, format: 'cjs', alias: COMMONJS_RUNTIME } },
  { entry: 'src/server/node.ts', outfile: 'server.cjs', options: { ...NODE, format: 'cjs', ...WITH_LAYOUT_BESIDE } },
  { entry: `node_modules/${LAYOUT_ENGINE}`, outfile: path.basename(LAYOUT_FILE), options: { ...NODE, format: 'cjs' } },
  // Drawing brings the layout engine, larger than everything else together: a part of its own, read when a report is drawn.
  { entry: 'src/cli/main.ts', outfile: 'cli.js', shebang: true, options: { ...NODE, format: 'esm' } },
  { entry: 'src/report/drawings.ts', outfile: 'drawings.js', options: { ...NODE, format: 'esm' } },
  { entry: 'src/panel/main.tsx', outfile: 'panel.js', options: { ...BROWSER, format: 'iife', jsx: 'automatic' } },
];

async function banner(bundle) {
  const lines = [];
  if (bundle.shebang && !(await readFile(fromRoot(bundle.entry), 'utf8')).startsWith('#!')) lines.push('#!/usr/bin/env node');
  if (bundle.options.format === 'esm') lines.push(REQUIRE_BANNER);
  return lines.join('\n');
}

/** Builds all bundles whose entry exists into `folder`. Returns what was built, with esbuild's metafiles, and the entries that are missing. */
export async function buildBundles({ release = false, write = true, folder = dist } = {}) {
  const present = BUNDLES.filter(({ entry }) => existsSync(fromRoot(entry)));
  const missing = BUNDLES.filter((bundle) => !present.includes(bundle)).map(({ entry }) => entry);
  const built = await Promise.all(
    present.map(async (bundle) => {
      const { external = [], ...options } = bundle.options;
      const result = await build({
        absWorkingDir: fromRoot(),
        entryPoints: [bundle.entry],
        outfile: path.join(folder, bundle.outfile),
        bundle: true,
        write,
        metafile: true,
        external: ['vscode', 'web-worker', ...external],
        define: { 'process.env.NODE_ENV': '"production"', __SYMSCOPE_VERSION__: JSON.stringify(manifest.version) },
        banner: { js: await banner(bundle) },
        minify: release,
        sourcemap: release ? false : 'linked',
        legalComments: 'none',
        logLevel: 'warning',
        ...options,
      });
      return { ...bundle, metafile: result.metafile };
    }),
  );
  return { built, missing };
}
