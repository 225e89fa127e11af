/** The JSON schema of the project file, as schemas/symscope.json is derived from it (`npm run manifest`). */
import { RULES } from '../../core/rules/table.js';
import { LEVELS, PROJECT_FILE } from '../../host/project.js';

const list = (description: string, pattern?: string): object => ({
  type: 'array', description, uniqueItems: true, items: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
});

export const PROJECT_SCHEMA = {
  title: 'SymScope project',
  description: 'What a team agrees on for a project. The editor and the command line read it; settings that are set and options that are given win.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    cudaArch: { type: 'integer', minimum: 100, maximum: 9999, description: 'Value of __CUDA_ARCH__ that conditionals are evaluated with, such as 900 or 1000.' },
    defines: list('Macros that are defined as well: NAME or NAME=VALUE.', '^[A-Za-z_]\\w*(=.*)?$'),
    attributeMacros: list('Macros that stand for attributes or specifiers only and can be looked through.', '^[A-Za-z_]\\w*$'),
    exclude: list('Globs of files and folders that are not read, relative to the folder of this file.'),
    includeThirdParty: { type: 'boolean', default: false, description: 'Also read folders such as third-party.' },
    levels: {
      type: 'object',
      additionalProperties: false,
      description: 'Levels of rules.',
      properties: Object.fromEntries(RULES.map(({ code, level, description }) => [code, { enum: LEVELS, default: level, description }])),
    },
    baseline: { type: 'string', minLength: 1, description: 'File of known findings, which are not reported; relative to the folder of this file. `symscope analyze --write-baseline` makes it.' },
  },
} as const;

export const JSON_VALIDATION = [{ fileMatch: PROJECT_FILE, url: './schemas/symscope.json' }] as const;
