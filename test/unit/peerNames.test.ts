/** Which names are marked as peer pointers: marked in the text with ‹ ›. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
});
afterAll(() => {
  analyzer.dispose();
});

function marked(body: string): void {
  const text = `#include <nccl_device.h>\n__global__ void k(ncclWindow_t win, int peer, float* local) {\n${body}\n}\n`;
  const plain = text.replace(/[‹›]/gu, '');
  analyzer.setFile('a.cu', plain);
  const spans = analyzer.analyzeFile('a.cu')?.peerNames ?? [];
  const shown = [...spans].reverse().reduce((all, { start, end }) => `${all.slice(0, start)}‹${all.slice(start, end)}›${all.slice(end)}`, plain);
  expect(shown).toBe(text);
}

it.each([
  ['a variable and its uses', 'float* ‹p› = (float*)ncclGetPeerPointer(win, 0, peer);\n if (‹p› != nullptr) ‹p›[0] = 1.0f;\n local[0] = 2.0f;'],
  ['what is made from one', 'auto ‹p› = (float*)ncclGetPeerPointer(win, 0, peer);\n auto ‹q› = ‹p› + 4;\n *‹q› = 1.0f;'],
  ['in a lambda that captures it', 'auto* ‹p› = (float*)ncclGetPeerPointer(win, 0, peer);\n auto f = [&](int i) { if (‹p›) ‹p›[i] = 1.0f; };\n f(3);'],
  ['not another variable of the same name', 'auto* ‹p› = (float*)ncclGetPeerPointer(win, 0, peer);\n if (‹p›) { float* p = local; p[0] = 1.0f; }\n auto g = [](float* p) { p[0] = 2.0f; };\n g(local);\n for (int p = 0; p < 2; p++) local[p] = 0.0f;\n if (‹p›) ‹p›[1] = 3.0f;'],
  ['one that is assigned later', 'float* ‹p› = nullptr;\n if (peer > 0) ‹p› = (float*)ncclGetPeerPointer(win, 0, peer);\n if (‹p›) ‹p›[0] = 1.0f;'],
  ['nothing where no pointer is formed', 'float* p = local;\n p[0] = 1.0f;'],
  ['not what is read through one', 'auto* ‹p› = (float*)ncclGetPeerPointer(win, 0, peer);\n if (‹p›) { float value = ‹p›[0]; local[0] = value; }'],
])('%s', (_name, body) => {
  marked(body);
});

it('a name that a macro makes is not marked at the macro', () => {
  marked('#define FORM(n) auto* n = (float*)ncclGetPeerPointer(win, 0, peer)\n FORM(‹p›);\n if (‹p›) ‹p›[0] = 1.0f;');
});
