import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The layer rule: who may import what. */
const forbid = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: patterns.map(([group, message]) => ({ group, message })) }],
});
const NODE = [['node:*', 'fs', 'path', 'os', 'fs/*', 'child_process'], 'src/core is host-independent: take what you need through the host interface.'];
const VSCODE = [['vscode'], 'Only src/extension knows vscode.'];
const LSP = [['vscode-languageserver*', 'vscode-languageclient*'], 'Only src/server (and the client in src/extension) knows LSP.'];
const PANEL = [['react', 'react-dom', '@xyflow/*'], 'Only src/panel draws.'];

export default tseslint.config(
  { ignores: ['dist/**', '.cache/**', 'corpus/**', 'node_modules/**', 'test/e2e/host/**', 'test/e2e/artifacts/**', '**/*.vsix'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((c) => ({ ...c, files: ['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts', 'bench/**/*.ts'] })),
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts', 'bench/**/*.ts'],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './src/panel/tsconfig.json', './test/e2e/tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Persistent structures are walked from the newest layer down.
      '@typescript-eslint/no-this-alias': ['error', { allowedNames: ['layer'] }],
      'max-lines': ['error', { max: 400, skipComments: true, skipBlankLines: true }],
      'complexity': ['error', { max: 25, variant: 'modified' }],
    },
  },
  { files: ['src/core/**/*.ts'], rules: forbid(NODE, VSCODE, LSP, PANEL) },
  { files: ['src/server/**/*.ts'], rules: forbid(VSCODE, PANEL) },
  { files: ['src/cli/**/*.ts', 'src/host/**/*.ts'], rules: forbid(VSCODE, LSP, PANEL) },
  { files: ['src/extension/**/*.ts'], rules: forbid(PANEL) },
  { files: ['src/panel/**/*.ts', 'src/panel/**/*.tsx'], rules: forbid(NODE, VSCODE, LSP) },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', Buffer: 'readonly', fetch: 'readonly', AbortSignal: 'readonly' } },
  },
);
