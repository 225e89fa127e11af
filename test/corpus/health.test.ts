import { describe, expect, it } from 'vitest';
import { corpusAnalyzer, corpusFiles, corpusResult } from './corpus.js';
import expectations from './expected-findings.json' with { type: 'json' };

interface Expectation {
  /** The end of the file's path. */
  readonly file: string;
  readonly rule: string;
  /** Part of the message: enough to tell this finding from others of its rule in the file. */
  readonly message: string;
  /** Why it is right that the analyser speaks here. */
  readonly why: string;
}
const expected: readonly Expectation[] = expectations;

describe('the projects as they are', () => {
  it('are read whole', async () => {
    const { files } = await corpusResult();
    expect(files.map(({ path }) => path)).toEqual([...corpusFiles().keys()]);
    expect(files.filter(({ parse, problems }) => parse === 'partial' || problems.length > 0)).toEqual([]);
  });

  it('have no error or warning but those that were examined and found right', async () => {
    const { findings } = await corpusResult();
    const unexplained = findings
      .filter(({ level }) => level === 'error' || level === 'warning')
      .filter(({ file, rule, message }) => !expected.some((each) => matches(each, file, rule, message)))
      .map(({ file, line, level, rule, message }) => `${file}:${line}: ${level}: ${message} [${rule}]`);
    expect(unexplained).toEqual([]);
  });

  it.each(expected)('$rule is found in $file', async ({ file, rule, message }) => {
    const { findings } = await corpusResult();
    expect(findings.filter((finding) => matches({ file, rule, message }, finding.file, finding.rule, finding.message))).not.toEqual([]);
  });

  it('give the same result twice, and leave no tree behind', async () => {
    const analyzer = await corpusAnalyzer();
    const first = JSON.stringify(analyzer.analyze('/corpus'));
    const [path, text] = [...corpusFiles()][0] ?? ['', ''];
    analyzer.setFile(path, `${text}\n`);
    analyzer.setFile(path, text);
    expect(JSON.stringify(analyzer.analyze('/corpus'))).toBe(first);
    analyzer.dispose();
    expect(analyzer.liveTrees).toBe(0);
  });
});

function matches(expectation: Pick<Expectation, 'file' | 'rule' | 'message'>, file: string, rule: string, message: string): boolean {
  return file.endsWith(`/${expectation.file}`) && rule === expectation.rule && message.includes(expectation.message);
}
