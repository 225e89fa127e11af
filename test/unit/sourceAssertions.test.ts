import { describe, expect, it } from 'vitest';
import { viewOf } from './support/views.js';

/** Index of the argument that holds after the call; `traps`; or undefined: nothing is known. */
function learnt(definitions: string, name = 'M'): number | 'traps' | undefined {
  const view = viewOf(`${definitions}\n`);
  return view.trapMacros.has(name) ? 'traps' : view.assertionMacros.get(name);
}

describe('assertion macros', () => {
  it.each([
    '#define M(cond) do { if (not(cond)) { printf("%s", #cond); asm("trap;"); } } while (0)',
    '#define M(cond) do { if (not (cond)) asm volatile("trap;"); } while (false)',
    '#define M(cond) { if (!(cond)) __trap(); }',
    '#define M(cond) if (!cond) { throw Error(__FILE__, __LINE__, #cond); }',
    '#define M(cond) do { if (__builtin_expect(!(cond), 0)) abort(); } while (0)',
    '#define M(cond) do { if (failed || !(cond)) std::terminate(); } while (0)',
    '#define M(cond) do { if (cond) {} else { exit(1); } } while (0)',
    '#define M(cond) do { if (cond == false) std::abort(); } while (0)',
    '#define M(cond) ((cond) ? static_cast<void>(0) : __assert_fail(#cond))',
    '#define M(cond) (void)((cond) || (abort(), 0))',
    '#define M(cond) assert(cond)',
    '#define OTHER(x) do { if (!(x)) __trap(); } while (0)\n#define M(cond) OTHER(cond)',
  ])('%s', (definition) => {
    expect(learnt(definition)).toBe(0);
  });

  it('may assert another argument than the first', () => {
    expect(learnt('#define M(message, cond) do { if (!(cond)) { log(message); __trap(); } } while (0)')).toBe(1);
    expect(learnt('#define N(message, cond) do { if (!(cond)) __trap(); } while (0)\n#define M(a, b, c) N(b, c)')).toBe(2);
  });

  it('of absent headers are known by name, unless the workspace defines them otherwise', () => {
    expect(learnt('', 'assert')).toBe(0);
    expect(learnt('#define TORCH_CHECK(x) use(x)', 'TORCH_CHECK')).toBeUndefined();
  });

  it('can be calls that never return', () => {
    expect(learnt('#define M(reason) (throw Error(__FILE__, reason))')).toBe('traps');
    expect(learnt('#define M() do { printf("no"); __trap(); } while (0)')).toBe('traps');
  });

  it('depend on the configuration that they are defined under', () => {
    const both = '#ifdef __CUDA_ARCH__\n#define M(c) do { if (!(c)) __trap(); } while (0)\n#else\n#define M(c) use(c)\n#endif';
    expect(learnt(both)).toBe(0);
  });
});

describe('what is no assertion', () => {
  it.each([
    ['nothing stops', '#define M(cond) do { if (!(cond)) printf("oops"); } while (0)'],
    ['the function goes on elsewhere', '#define M(cond) do { if (!(cond)) return; } while (0)'],
    ['it stops only under a second condition', '#define M(cond) do { if (debug && !(cond)) __trap(); } while (0)'],
    ['it stops if the argument holds', '#define M(cond) do { if (cond) __trap(); } while (0)'],
    ['something else is tested', '#define M(cmd) do { auto e = (cmd); if (e != 0) throw Error(e); } while (0)'],
    ['it goes on after the test', '#define M(p) do { if (!(p)) __trap(); *p = 1; } while (0)'],
    ['the argument is only part of the condition', '#define M(a) do { if (!(a + b)) __trap(); } while (0)'],
    ['it is a constant', '#define M 3'],
  ])('%s', (_reason, definition) => {
    expect(learnt(definition)).toBeUndefined();
  });
});
