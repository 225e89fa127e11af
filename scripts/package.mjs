/** Makes symscope-<version>.vsix and prints what is in it. `--allow-incomplete` packages without the bundles whose entry is missing. */
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBundles } from './lib/bundles.mjs';
import { Explained, main, say, table } from './lib/log.mjs';
import { cache, fromRoot, vsix } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { copyWasm } from './lib/wasm.mjs';
import { zipEntries } from './lib/zip.mjs';

/** The budget for what a person downloads, in bytes. */
const LIMIT = 1_500_000;

/** Packaged from a folder of its own, so that a build in dist/ at the same time can't slip in. */
const STAGE = path.join(cache, 'package');

/** What is copied there besides the bundles; .vscodeignore lists what of it is shipped. */
const FOLDERS = ['media', 'syntaxes', 'schemas', 'l10n', 'examples', 'docs/rules'];
const FILES = /^(?:package(?:\.nls(?:\.[\w-]+)?)?\.json|README\.md|CHANGELOG\.md|LICENSE|THIRD_PARTY_NOTICES\.md|\.vscodeignore)$/u;

function stage() {
  rmSync(STAGE, { recursive: true, force: true });
  const files = readdirSync(fromRoot()).filter((file) => FILES.test(file));
  for (const entry of [...files, ...FOLDERS]) {
    if (existsSync(fromRoot(entry))) cpSync(fromRoot(entry), path.join(STAGE, entry), { recursive: true });
  }
  // The pictures are larger than the rest of the documentation and are left out, so their lines are too.
  const readme = path.join(STAGE, 'README.md');
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(/^!\[.*\n\n?/gmu, ''));
}

await main(async () => {
  stage();
  const folder = path.join(STAGE, 'dist');
  copyWasm(folder);
  const { missing } = await buildBundles({ release: true, folder });
  if (missing.length > 0 && !process.argv.includes('--allow-incomplete')) {
    throw new Explained(`Not packaged, since these do not exist: ${missing.join(', ')}`);
  }
  const vsce = fromRoot('node_modules/@vscode/vsce/vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await run(process.execPath, [vsce, 'package', ...flags, '--out', vsix], { cwd: STAGE, quiet: true });
  const entries = zipEntries(vsix).sort((a, b) => b.packed - a.packed);
  const total = statSync(vsix).size;
  say(table([['packed', 'size', 'file'], ...entries.map(({ name, packed, size }) => [packed, size, name])]));
  say(`\n${path.basename(vsix)}: ${entries.length} files, ${(total / 1e6).toFixed(2)} MB of at most ${LIMIT / 1e6} MB`);
  if (total > LIMIT) throw new Explained(`The package is ${total - LIMIT} bytes over its limit.`);
});
