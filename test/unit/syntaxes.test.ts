/** Highlighting: each scope where it belongs, and nowhere else. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GRAMMARS } from '../../src/extension/grammars/derive.js';
import { deriveManifest } from '../../src/extension/manifest/derive.js';
import { tokenize, type Host, type Token } from './support/tokens.js';

const root = join(import.meta.dirname, '../..');
const HOSTS: readonly Host[] = ['cpp', 'cuda-cpp'];

const inFunction = (code: string): string => `void f() {\n${code}\n}\nint after;`;
/** A template as the only literal of a statement. */
const ptx = (template: string): string => inFunction(`  asm volatile("${template}" : "=r"(x) : "l"(p) : "memory");`);

async function tokensOf(code: string, host?: Host): Promise<Token[]> {
  return (await tokenize(code, host)).filter(({ text }) => text.trim() !== '');
}

/** `[text, innermost scope]` of all tokens of PTX. */
async function ptxOf(code: string, host?: Host): Promise<string[]> {
  return (await tokensOf(code, host)).filter(({ scopes }) => scopes.includes('meta.embedded.inline.ptx')).map(({ text, scopes }) => `${text} ${(scopes.at(-1) ?? '').replace('.ptx', '')}`);
}

/** Names that have a scope of symmetric memory, with its kind. */
async function callsOf(code: string, host?: Host): Promise<string[]> {
  return (await tokensOf(inFunction(code), host)).flatMap(({ text, scopes }) => {
    const kind = /symmetric-memory\.([a-z-]+)/.exec(scopes.at(-1) ?? '')?.[1];
    return kind === undefined ? [] : [`${text} ${kind}`];
  });
}

/** The code after a statement is in no scope that the statement opened. */
function expectClosed(tokens: readonly Token[], host: Host): void {
  expect(tokens.at(-2)?.text.trim()).toBe('after');
  expect(tokens.at(-2)?.scopes.filter((scope) => !scope.startsWith('variable.'))).toEqual([`source.${host}`]);
}

test('the grammars are up to date (`npm run manifest`), and the manifest names them', () => {
  const { grammarFiles, grammars } = deriveManifest();
  for (const { path, grammar } of grammarFiles) expect(JSON.parse(readFileSync(join(root, path), 'utf8')), path).toEqual(JSON.parse(JSON.stringify(grammar)));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly contributes: { readonly grammars: unknown } };
  expect(manifest.contributes.grammars).toEqual(grammars);
  expect(readdirSync(join(root, 'syntaxes')).map((file) => `syntaxes/${file}`).sort()).toEqual(GRAMMARS.map(({ path }) => path).sort());
});

describe('PTX', () => {
  test.each<[what: string, template: string, expected: string[]]>([
    ['opcode, order, scope, space and type', String.raw`ld.acquire.sys.global.u32 x, y`, ['ld keyword.control.mnemonic', '.acquire storage.modifier.order', '.sys storage.modifier.scope', '.global storage.modifier.space', '.u32 support.type', 'x variable.other.register', ', punctuation.separator.comma', 'y variable.other.register']],
    ['a space with a part', 'st.shared::cluster.b64', ['st keyword.control.mnemonic', '.shared::cluster storage.modifier.space', '.b64 support.type']],
    ['other qualifiers', 'cp.mbarrier::complete_tx::bytes.2d', ['cp keyword.control.mnemonic', '.mbarrier::complete_tx::bytes storage.modifier', '.2d storage.modifier']],
    ['a qualifier that only starts like a scope', 'red.gpux', ['red keyword.control.mnemonic', '.gpux storage.modifier']],
    ['operands of the statement', '%0 %[peer] %w1', ['%0 variable.parameter.operand', '%[peer] variable.parameter.operand', '%w1 variable.parameter.operand']],
    ['special registers', '%%laneid %tid.x %%r1', ['%%laneid variable.language.special-register', '%tid.x variable.language.special-register', '%%r1 variable.other.register']],
    ['a predicate', '@!p @%%q', ['@ keyword.operator.predicate', '! keyword.operator.logical', 'p variable.other.predicate', '@ keyword.operator.predicate', '%%q variable.other.predicate']],
    ['a label and a branch to it', 'WAIT: bra.uni WAIT;', ['WAIT entity.name.label', ': punctuation.separator.label', 'bra keyword.control.mnemonic', '.uni storage.modifier', 'WAIT entity.name.label', '; punctuation.terminator.statement']],
    ['a label with a number of its own', 'L%=: bra L%=;', ['L%= entity.name.label', ': punctuation.separator.label', 'bra keyword.control.mnemonic', 'L%= entity.name.label', '; punctuation.terminator.statement']],
    ['a name before two colons, which is no label', 'a::b', ['a variable.other.register', ': keyword.operator', ': keyword.operator', 'b variable.other.register']],
    ['declarations in braces', '{.reg .pred p;}', ['{ punctuation.section.block', '.reg keyword.other.directive', '.pred support.type', 'p variable.other.register', '; punctuation.terminator.statement', '} punctuation.section.block']],
    ['numbers', '16 0xFFU 0f3F800000 1.5', ['16 constant.numeric.integer', '0xFFU constant.numeric.integer', '0f3F800000 constant.numeric.float', '1.5 constant.numeric.float']],
    ['an address', '[%0+16]', ['[ punctuation.section.brackets', '%0 variable.parameter.operand', '+ keyword.operator', '16 constant.numeric.integer', '] punctuation.section.brackets']],
    ['the sink', '_, _a', ['_ variable.language.sink', ', punctuation.separator.comma', '_a variable.other.register']],
    ['escapes, with an opcode right behind', String.raw`\n\tret`, [String.raw`\n constant.character.escape`, String.raw`\t constant.character.escape`, 'ret keyword.control.mnemonic']],
    ['a comment up to the escaped line end', String.raw`// ld.u32\ntrap;`, ['// ld.u32 comment.line.double-slash', String.raw`\n constant.character.escape`, 'trap keyword.control.mnemonic', '; punctuation.terminator.statement']],
    ['registers named like opcodes', 'min, set, add1', ['min variable.other.register', ', punctuation.separator.comma', 'set variable.other.register', ', punctuation.separator.comma', 'add1 variable.other.register']],
    ['an opcode that does not exist', 'frob.u32', ['frob variable.other.register', '.u32 support.type']],
  ])('%s', async (_what, template, expected) => {
    expect(await ptxOf(ptx(template))).toEqual(expected);
  });
});

describe.each(HOSTS)('asm statements in %s', (host) => {
  const TRAP = ['trap keyword.control.mnemonic', '; punctuation.terminator.statement'];
  test.each([
    ['asm(…)', 'asm("trap;");'],
    ['asm volatile', 'asm volatile("trap;" ::: "memory");'],
    ['GNU spelling', '__asm__ __volatile__ ("trap;");'],
    ['over lines', 'asm volatile\n  (\n "trap;"\n );'],
    ['a comment within', 'asm volatile /* why */ ( // here\n "trap;");'],
    ['inside other code', 'if (x) g([&] { asm("trap;"); });'],
    ['in a macro', '#define TRAP asm volatile("trap;" \\\n  :: "r"(1))\n'],
    ['a raw string', 'asm(R"(trap;)");'],
    ['a raw string with a delimiter', 'asm(R"ptx(trap;)ptx");'],
  ])('%s', async (_what, code) => {
    const tokens = await tokensOf(inFunction(code), host);
    expect(await ptxOf(inFunction(code), host)).toEqual(TRAP);
    expectClosed(tokens, host);
  });

  test('adjacent literals, with a macro between', async () => {
    expect(await ptxOf(inFunction('asm("ld" ORDER(".x") ".global"\n  ".u32 %0;" : "=r"(x));'), host)).toEqual([
      'ld keyword.control.mnemonic', '.global storage.modifier.space', '.u32 support.type', '%0 variable.parameter.operand', '; punctuation.terminator.statement',
    ]);
  });

  test('operands are C++, constraints are strings', async () => {
    const tokens = await tokensOf(inFunction('asm("trap;" : [out] "=r"(x), "+l"(y) : "r"(g(1)), "n"(sizeof(int)) : "memory");'), host);
    const scopeOf = (text: string): string => tokens.find((token) => token.text === text)?.scopes.at(-1) ?? '';
    expect(scopeOf('out')).toBe(`variable.other.asm.label.${host}`);
    expect(scopeOf('=r')).toBe(`string.quoted.double.${host}`);
    expect(scopeOf('memory')).toBe(`string.quoted.double.${host}`);
    expect(scopeOf('g')).toBe(`entity.name.function.call.${host}`);
    expect(scopeOf('1')).toBe(`constant.numeric.decimal.${host}`);
    expectClosed(tokens, host);
  });

  test.each([
    ['another string', 'const char* s = "ld.global.u32 %0;";'],
    ['an argument', 'print("ld.global.u32 %0;");'],
    ['a function with a longer name', 'asm_text("trap;"); my_asm("trap;");'],
    ['a member of that name', 'o.asm("trap;"); o->asm("trap;");'],
    ['a comment', '// asm("trap;");\n/* asm("trap;"); */'],
    ['a string about it', String.raw`print("asm(\"trap;\")");`],
  ])('%s is none', async (_what, code) => {
    const tokens = await tokensOf(inFunction(code), host);
    expect(tokens.filter(({ scopes }) => scopes.some((scope) => scope.endsWith('.ptx')))).toEqual([]);
    expectClosed(tokens, host);
  });
});

describe.each(HOSTS)('calls in %s', (host) => {
  test.each<[code: string, expected: string[]]>([
    ['auto* d = gin.get_sym_ptr<ncclTeamTagLsa>(p, 1);', ['get_sym_ptr peer-pointer']],
    ['auto* d = sym_buffer.map(&p[1], i);', ['map peer-pointer']],
    ['this->ws.symBuffers[i]->map<int>(p);', ['map peer-pointer']],
    ['return ncclGetLsaPointer(w, 0, r);', ['ncclGetLsaPointer peer-pointer']],
    ['return x ? nvshmem_ptr(p, 1) : nullptr;', ['nvshmem_ptr peer-pointer']],
    ['if (ns::is_nvlink_accessible<Team>(r)) {}', ['is_nvlink_accessible reachability']],
    ['gin.put(a); net_gin->signal(b); gin.waitSignal(c);', ['put one-sided', 'signal one-sided', 'waitSignal one-sided']],
    ['nvshmem_quiet(); nvshmem_barrier_all();', ['nvshmem_quiet one-sided', 'nvshmem_barrier_all rank-barrier']],
    ['nvshmemi_ibgda_quiet(a); nvshmemx_int_put_warp(b);', ['nvshmemi_ibgda_quiet library', 'nvshmemx_int_put_warp library']],
    ['ncclTeamWorld(c); nvshmem_my_pe(); nvshmem_malloc(n);', ['ncclTeamWorld team', 'nvshmem_my_pe rank', 'nvshmem_malloc allocation']],
  ])('%s', async (code, expected) => {
    expect(await callsOf(code, host)).toEqual(expected);
  });

  test('what is around a name is as the host language has it', async () => {
    const tokens = await tokensOf(inFunction('  this->ws.gin.get_sym_ptr<Team<2>>(g(p), 1);'), host);
    const scopeOf = (text: string): string | undefined => tokens.find((token) => token.text === text)?.scopes.at(-1);
    expect(['this', '->', 'ws', 'Team', 'g', '1'].map(scopeOf)).toEqual([
      `variable.language.this.${host}`, `punctuation.separator.pointer-access.${host}`, `variable.other.object.property.${host}`,
      `entity.name.type.${host}`, `entity.name.function.call.${host}`, `constant.numeric.decimal.${host}`,
    ]);
    expectClosed(tokens, host);
  });

  test.each([
    'tree.map(f); table.put(k); future.get(); begin.put(x); std::map<int, int>(y);',
    'my_get_sym_ptr(p); get_sym_ptr_of(p); auto get_sym_ptr = p; nvshmem_team_t team;',
    '// nvshmem_ptr(p, 1)',
    'print("nvshmem_ptr(p, 1)");',
  ])('none in %s', async (code) => {
    expect(await callsOf(code, host)).toEqual([]);
  });
});

describe('the examples', () => {
  const folder = join(root, 'examples');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:cuh|hpp)$/.test(file));
  test.each(files)('%s: every asm statement is seen, every word in it has a scope', async (file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const tokens = await tokensOf(source);
    expect(tokens.filter(({ scopes }) => scopes.at(-1) === 'storage.type.asm.cuda-cpp')).toHaveLength(source.match(/^[^/\n]*\basm\b(?=[\w\s]*\()/gm)?.length ?? 0);
    expect(tokens.filter(({ scopes }) => scopes.at(-1) === 'meta.embedded.inline.ptx')).toEqual([]);
    expect(tokens.at(-1)?.scopes.filter((scope) => scope.startsWith('meta.asm'))).toEqual([]);
  });
});
