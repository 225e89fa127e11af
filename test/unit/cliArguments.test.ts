import { describe, expect, it } from 'vitest';
import { parseCommand, type AnalyzeCommand } from '../../src/cli/arguments.js';

const analyze = (...args: string[]): AnalyzeCommand => {
  const command = parseCommand(['analyze', ...args]);
  if (command.kind !== 'analyze') throw new Error(`unexpected ${JSON.stringify(command)}`);
  return command;
};
const complaint = (...args: string[]): string => {
  const command = parseCommand(args);
  return command.kind === 'usage-error' ? command.message : `accepted as ${command.kind}`;
};

describe('command line', () => {
  it('has defaults for everything but the paths', () => {
    expect(analyze('a.cu', 'src')).toEqual({
      kind: 'analyze',
      config: undefined,
      noConfig: false,
      baseline: undefined,
      writeBaseline: false,
      paths: ['a.cu', 'src'],
      format: 'text',
      failOn: 'error',
      root: undefined,
      cudaArch: undefined,
      defines: [],
      timeLimit: undefined,
      exclude: [],
      includeThirdParty: false,
      output: undefined,
      quiet: false,
    });
  });

  it('collects repeated options and accepts options before and after paths', () => {
    const command = analyze('--define', 'A', '-DB=2', 'src', '--exclude', '**/gen/**', '--exclude', '*.inl', '--format', 'json', '-q', '-o', 'out.json');
    expect(command).toMatchObject({ defines: ['A', 'B=2'], exclude: ['**/gen/**', '*.inl'], format: 'json', quiet: true, output: 'out.json', paths: ['src'] });
  });

  it('reads a report of two projects, Markdown in English by default', () => {
    expect(parseCommand(['report', 'a', 'b'])).toMatchObject({ kind: 'report', projects: ['a', 'b'], format: 'markdown', language: 'en', output: undefined });
    expect(parseCommand(['report', 'a', 'b', '--format', 'html', '--language', 'zh-CN', '-o', 'r.html'])).toMatchObject({ format: 'html', language: 'zh-cn', output: 'r.html' });
  });

  it('reads a graph of one kernel, as text by default', () => {
    expect(parseCommand(['graph', 'a.cu'])).toMatchObject({ kind: 'graph', file: 'a.cu', kernel: undefined, given: [], format: 'text' });
    expect(parseCommand(['graph', 'a.cu', '--kernel', 'k:12', '--given', 'kA=true', '--given', 'kB=a=b', '--format', 'svg']))
      .toMatchObject({ kernel: { name: 'k', line: 12 }, given: [{ name: 'kA', value: 'true' }, { name: 'kB', value: 'a=b' }], format: 'svg' });
    expect(parseCommand(['graph', 'a.cu', '--kernel', 'a::k'])).toMatchObject({ kernel: { name: 'a::k' } });
  });

  it.each([
    ['900', 900],
    ['90', 900],
    ['sm_90a', 900],
    ['compute_100', 1000],
    ['1000', 1000],
    ['75', 750],
  ])('reads the architecture %s as %i', (text, value) => {
    expect(analyze('a.cu', '--cuda-arch', text).cudaArch).toBe(value);
  });

  it('prefers help and version to everything else', () => {
    expect(parseCommand(['analyze', '--help', '--format', 'xml'])).toEqual({ kind: 'help' });
    expect(parseCommand(['help'])).toEqual({ kind: 'help' });
    expect(parseCommand(['--version'])).toEqual({ kind: 'version' });
  });

  it.each([
    [[], 'no command is given; the commands are "analyze", "graph" and "report".'],
    [['check', 'a.cu'], 'there is no command "check"; the commands are "analyze", "graph" and "report".'],
    [['analyze'], 'no path is given. Name the files or directories to analyze: symscope analyze PATH…'],
    [['analyze', 'a.cu', '--format', 'xml'], '--format wants one of text, json, sarif, markdown, not "xml".'],
    [['analyze', 'a.cu', '--fail-on', 'info'], '--fail-on wants one of error, warning, information, hint, never, not "info".'],
    [['analyze', 'a.cu', '--cuda-arch', 'hopper'], '--cuda-arch wants the value of __CUDA_ARCH__, such as 900 or sm_90, not "hopper".'],
    [['analyze', 'a.cu', '--define', '1X=2'], '--define wants NAME or NAME=VALUE, not "1X=2".'],
    [['analyze', 'a.cu', '--time-limit', '2s'], '--time-limit wants milliseconds for one file, at least 100, not "2s".'],
    [['graph', 'a.cu', '--time-limit', '0'], '--time-limit wants milliseconds for one file, at least 100, not "0".'],
    [['analyze', 'a.cu', '--colour'], "unknown option '--colour'."],
    [['analyze', 'a.cu', '--format'], "option '--format <value>' argument missing."],
    [['analyze', 'a.cu', '--language', 'en'], '--language is an option of "report".'],
    [['analyze', 'a.cu', '--kernel', 'k'], '--kernel is an option of "graph".'],
    [['report', 'a', 'b', '--given', 'k=1'], '--given is an option of "graph".'],
    [['graph'], 'a graph is of one kernel in one file, and no file is given: symscope graph FILE --kernel NAME'],
    [['graph', 'a.cu', 'b.cu'], 'a graph is of one kernel in one file, and 2 files are given: symscope graph FILE --kernel NAME'],
    [['graph', 'a.cu', '--format', 'png'], '--format wants one of text, mermaid, dot, json, markdown, svg, not "png".'],
    [['graph', 'a.cu', '--given', 'kFlag'], '--given wants NAME=VALUE, a template parameter and its value, not "kFlag".'],
    [['graph', 'a.cu', '--given', 'k=1', '--given', 'k=2'], '--given names "k" twice. Give each template parameter one value.'],
    [['graph', 'a.cu', '--fail-on', 'error'], '--fail-on is an option of "analyze".'],
    [['graph', 'a.cu', '--language', 'en'], '--language is an option of "report".'],
    [['report', 'a'], 'a report compares two projects, and 1 is given: symscope report PROJECT PROJECT'],
    [['report', 'a', 'b', 'c'], 'a report compares two projects, and 3 are given: symscope report PROJECT PROJECT'],
    [['report', 'a', 'b', '--format', 'text'], '--format wants one of markdown, html, json, not "text".'],
    [['report', 'a', 'b', '--language', 'fr'], '--language wants one of en, zh-cn, not "fr".'],
    [['report', 'a', 'b', '--fail-on', 'error'], '--fail-on is an option of "analyze".'],
    [['report', 'a', 'b', '--define', '1X'], '--define wants NAME or NAME=VALUE, not "1X".'],
    [['report', 'a', 'b', '--baseline', 'x.json'], '--baseline is an option of "analyze".'],
    [['report', 'a', 'b', '--write-baseline'], '--write-baseline is an option of "analyze".'],
    [['analyze', 'a.cu', '--config', 'p.json', '--no-config'], '--config and --no-config exclude each other. Leave one of them out.'],
    [['analyze', 'a.cu', '--format', '--quiet'], "option '--format' argument is ambiguous."],
  ])('says what is wrong with %j', (args, message) => {
    expect(complaint(...args)).toBe(message);
  });
});
