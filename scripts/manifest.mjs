/** Writes the derived parts of package.json, the package.nls*.json files, the schema in schemas/ and the grammars in syntaxes/. `npm run manifest`; a test says when it is needed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { main, say } from './lib/log.mjs';
import { fromRoot } from './lib/paths.mjs';

async function derive() {
  const { outputFiles } = await build({
    absWorkingDir: fromRoot(),
    entryPoints: ['src/extension/manifest/derive.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'warning',
  });
  const { deriveManifest } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return deriveManifest();
}

await main(async () => {
  const { commands, configuration, grammars, jsonValidation, projectSchema, grammarFiles, nls } = await derive();
  const manifest = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  manifest.contributes = { ...manifest.contributes, commands, configuration, grammars, jsonValidation };
  const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
  await writeFile(fromRoot('package.json'), json(manifest));
  await writeFile(fromRoot('package.nls.json'), json(nls.en));
  await writeFile(fromRoot('package.nls.zh-cn.json'), json(nls['zh-cn']));
  await mkdir(fromRoot('schemas'), { recursive: true });
  await writeFile(fromRoot('schemas/symscope.json'), json(projectSchema));
  await mkdir(fromRoot('syntaxes'), { recursive: true });
  for (const { path, grammar } of grammarFiles) await writeFile(fromRoot(path), json(grammar));
  say('package.json, package.nls.json, package.nls.zh-cn.json, schemas/ and syntaxes/ are up to date.');
});
