/** Writes THIRD_PARTY_NOTICES.md from the licences of the packages that are in the bundles. `--check`: only says whether it is current. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildBundles } from './lib/bundles.mjs';
import { noticesText, readLicence, shippedFolders } from './lib/licences.mjs';
import { Explained, main, say } from './lib/log.mjs';
import { fromRoot } from './lib/paths.mjs';

const FILE = fromRoot('THIRD_PARTY_NOTICES.md');

await main(async () => {
  const { built } = await buildBundles({ release: true, write: false });
  const licences = shippedFolders(built.map(({ metafile }) => metafile)).map(readLicence);
  const text = noticesText(licences);
  const current = existsSync(FILE) && readFileSync(FILE, 'utf8') === text;
  if (process.argv.includes('--check')) {
    if (!current) throw new Explained('THIRD_PARTY_NOTICES.md does not match what is bundled: run npm run notices and commit it.');
    say(`THIRD_PARTY_NOTICES.md is current: ${licences.length} packages.`);
    return;
  }
  writeFileSync(FILE, text);
  say(`${licences.length} packages in THIRD_PARTY_NOTICES.md.`);
});
