/** The licences of what is shipped, read from the installed packages. What is shipped is what esbuild says it bundled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from './paths.mjs';
import { Explained } from './log.mjs';
import { WASM } from './wasm.mjs';

/** Licences under which a bundled package may be shipped; anything else has to be decided by a person. */
const ACCEPTED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'EPL-2.0', 'Unlicense']);

/** Where a package offers a choice, the licence that is taken. */
const CHOSEN = { 'EPL-2.0 OR GPL-3.0-or-later': 'EPL-2.0', '(MIT OR Apache-2.0)': 'MIT' };

/** What the WebAssembly file of the grammar is generated from, besides its own package. */
const COMPILED_IN = ['tree-sitter-c', 'tree-sitter-cpp'];

/** `node_modules/a/node_modules/@b/c/x.js` -> the folder of the innermost package. */
function packageFolder(input) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(input);
  return match?.[1];
}

/** Folders (relative to the root) of all packages with code in the given esbuild metafiles, and of the shipped wasm. */
export function shippedFolders(metafiles) {
  const folders = new Set([...WASM.map((wasm) => wasm.package), ...COMPILED_IN].map((name) => `node_modules/${name}`));
  for (const metafile of metafiles) {
    for (const output of Object.values(metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
        const folder = packageFolder(input);
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders].filter((folder) => existsSync(fromRoot(folder)));
}

/** Name, version, licence and licence text of one installed package. */
export function readLicence(folder) {
  const absolute = fromRoot(folder);
  const { name, version, license: stated, homepage, repository, author } = JSON.parse(readFileSync(path.join(absolute, 'package.json'), 'utf8'));
  const license = CHOSEN[stated] ?? stated;
  if (!ACCEPTED.has(license)) throw new Explained(`${name} ${version} has the licence "${license}", which is not in the accepted list of scripts/lib/licences.mjs.`);
  const file = readdirSync(absolute).find((entry) => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/iu.test(entry));
  const source = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? '');
  return {
    name,
    version,
    license,
    source: source.replace(/^git\+/u, '').replace(/\.git$/u, ''),
    author: typeof author === 'string' ? author : (author?.name ?? ''),
    text: file === undefined ? undefined : readFileSync(path.join(absolute, file), 'utf8').trim(),
  };
}

const INTRODUCTION = `# Third-party notices

SymScope itself is under the MIT licence (LICENSE). The extension and the command line tool contain the following packages,
unchanged except for bundling and minification. This file is generated: \`npm run notices\`.
`;

const EPL = `elkjs is under the Eclipse Public License 2.0. It is included unmodified; its source code is available at the address given
with it, under the same licence. The licence's disclaimers of warranty and liability apply to it.`;

/** The whole notices file. */
export function noticesText(licences) {
  const sorted = [...licences].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
  const rows = sorted.map(({ name, version, license, source }) => `| ${name} | ${version} | ${license} | ${source} |`);
  const parts = sorted.map(({ name, version, license, text, author }) => {
    const body = text ?? `The package states the licence ${license}${author === '' ? '' : ` and the author ${author}`}, and carries no licence file.`;
    return `## ${name} ${version} (${license})\n\n\`\`\`text\n${body.replaceAll('\r\n', '\n').replaceAll('```', "'''")}\n\`\`\`\n`;
  });
  const epl = sorted.some(({ license }) => license === 'EPL-2.0') ? `\n${EPL}\n` : '';
  return `${INTRODUCTION}\n| package | version | licence | source |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n${epl}\n${parts.join('\n')}`;
}
