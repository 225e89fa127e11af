import { describe, expect, it } from 'vitest';
import { parsePtx } from '../../src/core/ptx/index.js';

const opcodes = (template: string): string[] => parsePtx(template).map((instruction) => instruction.opcode);

describe('parsePtx', () => {
  it('splits an instruction into opcode, modifiers and operands', () => {
    const [instruction] = parsePtx('ld.acquire.sys.global.u32 %0, [%1 + 16];');
    expect(instruction).toMatchObject({
      opcode: 'ld.acquire.sys.global.u32',
      parts: ['ld', 'acquire', 'sys', 'global', 'u32'],
      operands: [
        { kind: 'operand', index: 0 },
        { kind: 'address', base: { kind: 'operand', index: 1 }, offset: 16, coordinates: [] },
      ],
      guard: undefined,
      unknown: false,
    });
  });

  it.each([
    ['%0', { kind: 'operand', index: 0, modifier: '' }],
    ['%w12', { kind: 'operand', index: 12, modifier: 'w' }],
    ['%[addr]', { kind: 'named', name: 'addr' }],
    ['%%rx', { kind: 'register', name: 'rx' }],
    ['%laneid', { kind: 'special', name: 'laneid' }],
    ['%%tid.x', { kind: 'special', name: 'tid.x' }],
    ['_', { kind: 'sink' }],
    ['0x989680', { kind: 'immediate', text: '0x989680', value: 10_000_000 }],
    ['-8', { kind: 'immediate', text: '-8', value: -8 }],
    ['0f3F800000', { kind: 'immediate', text: '0f3F800000', value: undefined }],
    ['!%p1', { kind: 'operand', index: 1, modifier: 'p' }],
    ['{%0, %1}', { kind: 'vector', items: [{ kind: 'operand', index: 0, modifier: '' }, { kind: 'operand', index: 1, modifier: '' }] }],
    ['%%rx|%%px', { kind: 'pair', items: [{ kind: 'register', name: 'rx' }, { kind: 'register', name: 'px' }] }],
    ['[%0+-4]', { kind: 'address', base: { kind: 'operand', index: 0, modifier: '' }, offset: -4, coordinates: [] }],
    ['[%0 - 4]', { kind: 'address', base: { kind: 'operand', index: 0, modifier: '' }, offset: -4, coordinates: [] }],
  ])('reads the operand %s', (text, expected) => {
    expect(parsePtx(`mov.b32 ${text};`)[0]?.operands).toEqual([expected]);
  });

  it('keeps the coordinates of a tensor copy', () => {
    const [instruction] = parsePtx('cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];');
    expect(instruction?.operands[1]).toMatchObject({ kind: 'address', base: { index: 1 }, coordinates: [{ index: 2 }, { index: 3 }] });
  });

  it('reads bodies with braces, declarations, labels, guards and branches', () => {
    const instructions = parsePtx('{\n\t.reg .pred P;\nAGAIN:\n\tmbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1;\n\t@P bra OUT;\n\t@!P bra AGAIN;\nOUT:\n}');
    expect(instructions.map(({ opcode, labels, guard }) => [opcode, labels, guard?.negated])).toEqual([
      ['mbarrier.try_wait.parity.shared::cta.b64', ['AGAIN'], undefined],
      ['bra', [], false],
      ['bra', [], true],
      ['nop', ['OUT'], undefined],
    ]);
  });

  it('needs no space between an opcode and a vector, nor a final semicolon', () => {
    expect(opcodes('tcgen05.ld.sync.aligned.32x32b.x2.b32{%0, %1},[%2]')).toEqual(['tcgen05.ld.sync.aligned.32x32b.x2.b32']);
  });

  it('reads operands that go on in the next line, and instructions that only a line break separates', () => {
    expect(opcodes('mov.b64 %0,\n  {lo, hi};\nadd.u32 a, b, c\nst.global.u32 [%1], a\n')).toEqual(['mov.b64', 'add.u32', 'st.global.u32']);
  });

  it('ignores comments', () => {
    expect(opcodes('// ld.global.u32 a, [b];\nmembar.sys; /* st.global.u32 [a], b; */')).toEqual(['membar.sys']);
  });

  it('says where each instruction stands', () => {
    const template = '{ .reg .b32 r; @%%p  st.global.u32 [%0], r; }';
    expect(parsePtx(template)[0]?.offset).toBe(template.indexOf('st.global'));
  });

  it.each(['some other text', 'ld.global. %0', 'LD.GLOBAL.U32 %0, [%1];', 'frobnicate.sys [%0];'])('marks %j unknown', (template) => {
    expect(parsePtx(template).every((instruction) => instruction.unknown)).toBe(true);
    expect(parsePtx(template).length).toBeGreaterThan(0);
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['nesting', `mov.b64 ${'{'.repeat(20_000)}${'}'.repeat(20_000)}, %0;`],
    ['bars', `mov.b32 a${'|b'.repeat(20_000)};`],
    ['line breaks', `${'\n'.repeat(50_000)}ld`],
    ['labels', 'a:'.repeat(5_000)],
  ])('survives pathological %s', (_, template) => {
    const start = performance.now();
    parsePtx(template);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
