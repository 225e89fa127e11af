import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { PROJECT_SCHEMA } from '../../src/extension/manifest/projectSchema.js';
import { NO_PROJECT, parseProject, withProject } from '../../src/host/project.js';

const isValid = new Ajv({ strict: false }).compile(PROJECT_SCHEMA);
const messages = (value: unknown): string[] => parseProject(JSON.stringify(value)).problems.map(({ message }) => message);

describe('the project file', () => {
  it('is taken as it is meant, and what is right counts beside what is wrong', () => {
    const value = { cudaArch: 900, defines: ['A', 'B=1 2'], attributeMacros: ['MY_DEVICE'], exclude: ['gen/**'], includeThirdParty: true, levels: { 'pointer.unchecked': 'hint' }, baseline: 'known.json' };
    expect(parseProject(JSON.stringify({ $schema: 'x', ...value }))).toEqual({ project: value, problems: [] });
    expect(parseProject(`\uFEFF${JSON.stringify({ cudaArch: 900, exclude: 'gen' })}`).project).toEqual({ ...NO_PROJECT, cudaArch: 900 });
  });

  it.each<[unknown, string]>([
    [{ macros: [] }, 'There is no setting "macros". The settings are cudaArch, defines, attributeMacros, exclude, includeThirdParty, levels, baseline.'],
    [{ __proto__x: 1, cudaArch: 900 }, 'There is no setting "__proto__x". The settings are'],
    [{ cudaArch: 'sm_90' }, '"cudaArch" wants the value of __CUDA_ARCH__, such as 900 or 1000, not "sm_90".'],
    [{ cudaArch: 9 }, '"cudaArch" wants'],
    [{ defines: ['1X'] }, '"defines" wants a list of macros, NAME or NAME=VALUE, not "1X".'],
    [{ defines: 'A' }, '"defines" wants a list of macros, NAME or NAME=VALUE, not "A".'],
    [{ attributeMacros: ['A=1'] }, '"attributeMacros" wants a list of names of macros, not "A=1".'],
    [{ exclude: [3] }, '"exclude" wants a list of globs, not 3.'],
    [{ includeThirdParty: 'yes' }, '"includeThirdParty" wants true or false, not "yes".'],
    [{ baseline: '' }, '"baseline" wants the path of a file, relative to this one, not "".'],
    [{ levels: [] }, '"levels" wants an object of rules and levels'],
    [{ levels: { 'pointer.unchecked': 'info' } }, '"levels": "pointer.unchecked" wants one of error, warning, information, hint, off, not "info".'],
    [{ levels: { 'mbarrier.nothing': 'off' } }, '"levels": there is no rule "mbarrier.nothing". Those of mbarrier are mbarrier.'],
    [{ levels: { nothing: 'off' } }, '"levels": there is no rule "nothing". Rules begin with pointer., '],
  ])('%j: the key is named, and what is allowed; the schema of the editor refuses it too', (value, message) => {
    expect(messages(value)).toHaveLength(1);
    expect(messages(value)[0]).toContain(message);
    expect(isValid(value)).toBe(false);
  });

  it.each(['', '[]', '3', 'null', '{ "a": 1, }', '// x\n{}'])('%j is no such file', (text) => {
    expect(parseProject(text)).toMatchObject({ project: NO_PROJECT, problems: [{ message: expect.stringMatching(/^It (?:is no JSON|wants an object)/u) as string }] });
  });

  it('has no list of globs without end', () => {
    const exclude = Array.from({ length: 101 }, () => 'x'.repeat(100));
    expect(parseProject(JSON.stringify({ exclude }))).toEqual({ project: NO_PROJECT, problems: [{ key: 'exclude', message: expect.stringContaining('has more than 10000 characters') as string }] });
    expect(parseProject(JSON.stringify({ exclude: exclude.slice(1) })).problems).toEqual([]);
  });

  it('gives way to what is given beside it; lists are joined', () => {
    const project = { ...NO_PROJECT, cudaArch: 1000, defines: ['A=1'], attributeMacros: ['X'], levels: { a: 'hint', b: 'off' } } as const;
    expect(withProject({ cudaArch: 900, defines: ['A=2'], levels: { a: 'error' }, timeLimit: 7 }, project)).toEqual({
      cudaArch: 900, defines: ['A=1', 'A=2'], attributeMacros: ['X'], levels: { a: 'error', b: 'off' }, timeLimit: 7,
    });
  });
});
