import { describe, expect, test } from 'vitest';
import type { AsmStmt } from '../../src/core/program/ir.js';
import { lowerFile } from '../../src/core/program/lower/index.js';
import { testParser } from './support/grammar.js';
import { identityView, lowerBody, reparsing } from './support/lowering.js';
import { printBody } from './support/printIr.js';

async function asm(code: string): Promise<AsmStmt> {
  const { body: [stmt] } = await lowerBody(code);
  if (stmt?.kind !== 'asm') throw new Error(`Not an asm statement: ${code}`);
  return stmt;
}

describe('templates', () => {
  test('adjacent literals are joined and escapes resolved', async () => {
    expect((await asm('asm("{\\n\\t"\n  ".reg .pred p;\\n"\n  "}");')).template).toBe('{\n\t.reg .pred p;\n}');
  });
  test('a raw literal stands for itself', async () => {
    expect((await asm('asm(R"(bar.sync\\n %0;)" :: "r"(x));')).template).toBe('bar.sync\\n %0;');
  });
  test('%% stays, since it is the template that the operands are put into', async () => {
    expect((await asm('asm("mov.u32 %0, %%laneid;" : "=r"(x));')).template).toBe('mov.u32 %0, %%laneid;');
  });
  test('an unknown piece makes the template unknown', async () => {
    expect((await asm('asm(LOAD_OP ".s32 %0, [%1];" : "=r"(x) : "l"(p));')).template).toBeUndefined();
  });
  test('a macro that the view knows is a piece like others', async () => {
    const text = 'void f() { asm(LOAD_OP ".s32 %0, [%1];" : "=r"(x) : "l"(p)); }';
    const macro = { name: 'LOAD_OP', params: undefined, variadic: false, body: '"ld.global" ".nc"', file: 'ops.cuh', offset: 0 };
    const view = { ...identityView(text), macros: new Map([['LOAD_OP', macro]]) };
    const stmt = lowerFile('f.cu', view, reparsing(await testParser(), text)).functions[0]?.body()?.block.body[0];
    expect(stmt?.kind === 'asm' && stmt.template).toBe('ld.global.nc.s32 %0, [%1];');
  });
  test('a literal that stands in for an unknown macro is unknown', async () => {
    const text = 'void f() { asm("ld" SUFFIX " x;"); }';
    const view = { ...identityView(text), view: text.replace('SUFFIX', '"????"') };
    const stmt = lowerFile('f.cu', view, reparsing(await testParser(), view.view)).functions[0]?.body()?.block.body[0];
    expect(stmt?.kind).toBe('asm');
    expect(stmt?.kind === 'asm' && stmt.template).toBeUndefined();
  });
});

describe('operands', () => {
  test.each([
    ['asm volatile("x %0, %1;" : "=r"(x), "+l"(p[0]) : "r"(y), [n] "n"(3) : "memory", "cc");',
      '(asm volatile "x %0, %1;" (out =r:x +l:(index p 0)) (in r:y [n]n:3) (clobber memory cc))'],
    ['asm volatile("x %0;" :: "r"(f(y)));', '(asm volatile "x %0;" (out) (in r:(call f y)) (clobber))'],
    ['asm("" ::: "memory");', '(asm "" (out) (in) (clobber memory))'],
    ['__asm__ __volatile__("nop");', '(asm volatile "nop" (out) (in) (clobber))'],
    ['asm("x" : "=l"(*reinterpret_cast<uint64_t*>(p)));', '(asm "x" (out =l:(* (reinterpret_cast [uint64_t*] p))) (in) (clobber))'],
  ])('%s', async (code, printed) => {
    expect(printBody(await lowerBody(code))).toBe(printed);
  });
});
