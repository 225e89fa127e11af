import { describe, expect, it } from 'vitest';
import { effectsOf } from '../../src/core/ptx/index.js';
import type { PtxAsm, PtxEffect } from '../../src/core/ptx/index.js';

const operands = (constraints: string): PtxAsm['inputs'] =>
  constraints.split(' ').filter((text) => text !== '').map((text) => {
    const named = /^\[(\w+)\](.+)$/.exec(text);
    return { constraint: named?.[2] ?? text, symbol: named?.[1] };
  });
const run = (template: string | undefined, outputs = '', inputs = 'l l l l l l l l l', clobbers: readonly string[] = []): PtxEffect[] =>
  effectsOf({ template, outputs: operands(outputs), inputs: operands(inputs), clobbers });

/** `operation? kind space@operand … order.scope proxy completion width`, only what is there. */
function summary(effect: PtxEffect | undefined): string {
  if (effect === undefined) return '';
  const address = (name: string, at: PtxEffect['source']): string => (at === undefined ? '' : `${name}=${at.space}@${at.operand ?? '?'}`);
  const value = (name: string, item: PtxEffect['size']): string => (item === undefined ? '' : `${name}=${item.constant ?? `%${item.operand ?? '?'}`}`);
  return [
    effect.kind, effect.operation ?? '', address('to', effect.destination), address('from', effect.source), address('bar', effect.mbarrier),
    value('size', effect.size), value('count', effect.count), value('sel', effect.selector),
    effect.order === undefined ? '' : [effect.order, effect.scope].filter(Boolean).join('.'),
    effect.proxy ?? '', effect.space ?? '', effect.completion === 'none' ? '' : effect.completion, effect.width === undefined ? '' : `${effect.width}B`,
    effect.readOnly ? 'read' : '', effect.nonCoherent ? 'nc' : '', effect.multimem ? 'multimem' : '', effect.aligned ? 'aligned' : '',
  ].filter((part) => part !== '').join(' ');
}

describe('effects of one instruction', () => {
  it.each([
    // Loads and stores: order, scope, width.
    ['ld.global.u32 %0, [%1];', 'load from=global@1 weak generic 4B'],
    ['ld.acquire.sys.global.s64 %0, [%1];', 'load from=global@1 acquire.sys generic 8B'],
    ['ld.relaxed.gpu.global.L1::no_allocate.b16 %0, [%1];', 'load from=global@1 relaxed.gpu generic 2B'],
    ['ld.volatile.global.u64 %0, [%1];', 'load from=global@1 volatile.sys generic 8B'],
    ['ld.mmio.relaxed.sys.global.u32 %0, [%1];', 'load from=global@1 mmio.sys generic 4B'],
    ['ld.L1::no_allocate.L2::cache_hint.global.nc.v4.s32 {%0, %1, %2, %3}, [%4], %5;', 'load from=global@4 weak generic 16B nc'],
    ['ld.shared::cluster.u32 %0, [%1];', 'load from=shared::cluster@1 weak generic 4B'],
    ['ld.u8 %0, [%1];', 'load from=generic@1 weak generic 1B'],
    ['st.release.sys.global.u32 [%0], %1;', 'store to=global@0 release.sys generic 4B'],
    ['st.release.cta.s32 [%0], %1;', 'store to=generic@0 release.cta generic 4B'],
    ['st.shared.v4.f32 [%0], {%1, %2, %3, %4};', 'store to=shared@0 weak generic 16B'],
    ['st.global.v8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};', 'store to=global@0 weak generic 32B'],
    ['st.bulk.weak.shared::cta [%0], %1, 0;', 'store bulk to=shared::cta@0 size=%1 weak generic'],
    ['st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];', 'async-store to=shared::cluster@0 bar=shared::cluster@2 weak generic mbarrier 4B'],
    ['ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];', 'load matrix from=shared@4 weak generic 16B aligned'],
    ['stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%0], {%1, %2};', 'store matrix to=shared@0 weak generic 8B aligned'],
    ['prefetch.global.L1 [%0];', 'prefetch from=global@0 generic'],
    // Atomics: relaxed and device scope by default.
    ['atom.global.add.u64 %0, [%1], %2;', 'atomic add to=global@1 relaxed.gpu generic 8B'],
    ['atom.add.release.sys.global.s32 %0, [%1], %2;', 'atomic add to=global@1 release.sys generic 4B'],
    ['atom.acquire.cta.shared::cta.cas.b32 %0, [%1], %2, %3;', 'atomic cas to=shared::cta@1 acquire.cta generic 4B'],
    ['red.release.gpu.global.or.b64 [%0], %1;', 'reduction or to=global@0 release.gpu generic 8B'],
    ['red.global.add.f32 [%0], %1;', 'reduction add to=global@0 relaxed.gpu generic 4B'],
    ['red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];', 'async-reduce add to=shared::cluster@0 bar=shared::cluster@2 relaxed.cluster generic mbarrier 4B'],
    // Multicast addresses.
    ['multimem.ld_reduce.relaxed.sys.global.add.v4.f32 {%0, %1, %2, %3}, [%4];', 'load add from=global@4 relaxed.sys generic 16B multimem'],
    ['multimem.st.release.sys.global.u32 [%0], %1;', 'store to=global@0 release.sys generic 4B multimem'],
    ['multimem.red.relaxed.sys.global.add.u32 [%0], %1;', 'reduction add to=global@0 relaxed.sys generic 4B multimem'],
    ['multimem.cp.async.bulk.bulk_group.global.shared::cta [%0], [%1], %2;', 'bulk-store to=global@0 from=shared::cta@1 size=%2 weak async bulk-group multimem'],
    // Bulk copies: which way, and how completion is learnt.
    ['cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;', 'bulk-store to=global@0 from=shared::cta@1 size=%2 weak async bulk-group'],
    ['cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];', 'bulk-load to=shared::cluster@0 from=global@1 bar=shared::cluster@3 size=%2 weak async mbarrier'],
    ['cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];', 'bulk-copy to=shared::cluster@0 from=shared::cta@1 bar=shared::cluster@3 size=%2 weak async mbarrier'],
    ['cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;', 'bulk-reduce add to=global@0 from=shared::cta@1 size=%2 weak async bulk-group'],
    ['cp.async.bulk.prefetch.L2.global [%0], %1;', 'bulk-prefetch from=global@0 size=%1 async'],
    ['cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8;', 'tensor-load to=shared::cta@0 from=global@1 bar=shared::cta@7 weak async mbarrier'],
    ['cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];', 'tensor-store to=global@0 from=shared::cta@1 weak async bulk-group'],
    ['cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%2, %3}], [%1];', 'tensor-reduce add to=global@0 from=shared::cta@1 weak async bulk-group'],
    ['cp.async.bulk.commit_group;', 'bulk-commit async bulk-group'],
    ['cp.async.bulk.wait_group %0;', 'bulk-wait count=%0 async bulk-group'],
    ['cp.async.bulk.wait_group.read 1;', 'bulk-wait count=1 async bulk-group read'],
    ['cp.async.ca.shared::cta.global.L2::128B [%0], [%1], 16;', 'async-copy to=shared::cta@0 from=global@1 size=16 weak generic async-group 16B'],
    ['cp.async.wait_all;', 'async-wait all async-group'],
    ['cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];', 'async-arrive noinc bar=shared::cta@0 mbarrier'],
    // mbarrier.
    ['mbarrier.init.shared::cta.b64 [%1], %0;', 'mbarrier-init bar=shared::cta@1 count=%0 weak'],
    ['mbarrier.inval.shared::cta.b64 [%0];', 'mbarrier-inval bar=shared::cta@0 weak'],
    ['mbarrier.arrive.shared::cta.b64 _, [%0];', 'mbarrier-arrive bar=shared::cta@0 release.cta'],
    ['mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], 2;', 'mbarrier-arrive bar=shared::cluster@0 count=2 release.cluster'],
    ['mbarrier.arrive.expect_tx.shared::cta.b64 _, [%1], %0;', 'mbarrier-arrive-tx bar=shared::cta@1 size=%0 release.cta'],
    ['mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;', 'mbarrier-expect-tx bar=shared::cta@0 size=%1 relaxed.cta'],
    ['mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1, 100;', 'mbarrier-wait try_wait bar=shared::cta@0 sel=%1 acquire.cta'],
    ['mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;', 'mbarrier-wait test_wait bar=shared::cta@0 sel=%1 acquire.cluster'],
    // Fences.
    ['fence.acq_rel.sys;', 'fence acq_rel.sys generic'],
    ['fence.sc.gpu;', 'fence sc.gpu generic'],
    ['fence.cta;', 'fence acq_rel.cta generic'],
    ['membar.gl;', 'fence sc.gpu generic'],
    ['membar.sys;', 'fence sc.sys generic'],
    ['fence.proxy.async.shared::cta;', 'fence-proxy async shared::cta'],
    ['fence.proxy.async;', 'fence-proxy async'],
    ['fence.proxy.tensormap::generic.acquire.gpu [%0], 128;', 'fence-proxy from=generic@0 size=128 acquire.gpu tensormap'],
    ['fence.mbarrier_init.release.cluster;', 'fence-mbarrier-init release.cluster'],
    // Execution barriers.
    ['bar.sync %0, %1;', 'barrier-sync count=%1 sel=%0 acq_rel.cta aligned'],
    ['barrier.sync 0, %0;', 'barrier-sync count=%0 sel=0 acq_rel.cta'],
    ['barrier.cta.sync.aligned 1;', 'barrier-sync sel=1 acq_rel.cta aligned'],
    ['bar.arrive 2, 64;', 'barrier-arrive count=64 sel=2 release.cta aligned'],
    ['barrier.cluster.arrive.relaxed.aligned;', 'cluster-arrive relaxed.cluster aligned'],
    ['barrier.cluster.wait;', 'cluster-wait acquire.cluster'],
    ['bar.warp.sync 0xffffffff;', 'warp-sync acq_rel.cta'],
    // Matrix instructions.
    ['wgmma.wait_group.sync.aligned 0;', 'matrix-wait wgmma count=0 wgmma-group aligned'],
    ['tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];', 'matrix-commit tcgen05 bar=shared::cluster@0 tcgen05-commit'],
    ['tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];', 'load tcgen05 from=tensor@2 aligned'],
    ['tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};', 'store tcgen05 to=tensor@0 aligned'],
    ['tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;', 'tensor-memory-alloc to=shared::cta@0 aligned'],
    ['tcgen05.wait::ld.sync.aligned;', 'matrix-wait ld aligned'],
    // The rest.
    ['setmaxnreg.inc.sync.aligned.u32 232;', 'register-count inc aligned'],
    ['griddepcontrol.wait;', 'grid-dependency-wait'],
    ['trap;', 'trap trap'],
    ['exit;', 'exit exit'],
    ['shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;', 'warp-collective shfl'],
    ['clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];', 'async-store try_cancel to=shared::cta@0 bar=shared::cta@1 async mbarrier 16B'],
    ['tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;', 'tensormap-write global_address to=shared::cta@0 weak generic'],
  ])('%s', (template, expected) => {
    expect(run(template).map(summary)).toEqual([expected]);
  });

  it('names the instruction with all its modifiers', () => {
    expect(run('cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;')[0]?.mechanism).toBe(
      'cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint',
    );
  });

  it('takes what it does not know for anything, never for nothing', () => {
    expect(run('ld.future.thing %0, [%1]; frobnicate [%0];').map((effect) => effect.kind)).toEqual(['load', 'unknown']);
    expect(run('call (r), function, (%0);')[0]?.kind).toBe('unknown');
    expect(run('mbarrier.novel.b64 [%0];')[0]?.kind).toBe('unknown');
    expect(run(undefined)[0]?.kind).toBe('unknown');
  });
});

describe('effects of a body', () => {
  it('counts outputs before inputs and finds named operands', () => {
    const [effect] = run('ld.global.u32 %[value], [%[from]];', '[value]=r', '[from]l');
    expect(effect).toMatchObject({ results: [0], inputs: [1], source: { operand: 1 } });
  });

  it('keeps the predicate and the comparison behind it', () => {
    const [, load] = run('{ .reg .pred p; setp.ge.s32 p, %5, 0; @p ld.global.nc.v4.s32 {%0, %1, %2, %3}, [%4]; }', '+r +r +r +r', 'l r');
    expect(load).toMatchObject({
      predicate: { negated: false, text: 'p', comparison: { op: 'ge', left: { operand: 5 }, right: { constant: 0 } } },
      results: [0, 1, 2, 3],
    });
  });

  it('knows a wait that spins from a single try', () => {
    const spinning = run('L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D; bra L; D:', '', 'r r');
    expect(spinning.map(({ kind, looped }) => [kind, looped])).toEqual([['mbarrier-wait', true], ['branch', true], ['branch', true]]);
    const [single] = run('mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;', '=r', 'r r');
    expect(single).toMatchObject({ looped: false, results: [0] });
  });

  it('hands the elected predicate to the operand that a guarded move writes', () => {
    const [elect] = run('{ .reg .b32 %%rx; .reg .pred %%px; elect.sync %%rx|%%px, %1; @%%px mov.s32 %0, 1; }', '+r', 'r');
    expect(elect).toMatchObject({ kind: 'elect', results: [0] });
  });

  it('follows an address through conversion, arithmetic and cluster mapping', () => {
    const [, load] = run('cvta.to.shared.u64 a, %1; ld.shared.u32 %0, [a + 4];', '=r', 'l');
    expect(load?.source).toMatchObject({ operand: 1, space: 'shared', offset: 4 });
    const [, , store] = run('mul.wide.u32 o, %1, 4; add.u64 a, %0, o; st.global.u32 [a], %2;', '', 'l r r');
    expect(store?.destination).toMatchObject({ operand: 0 });
    const [, arrive] = run('mapa.shared::cluster.u32 r, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [r];', '', 'r r');
    expect(arrive?.mbarrier).toMatchObject({ operand: 0, mapped: true });
  });

  it('leaves an address open that comes from two operands alike', () => {
    const [, store] = run('add.u32 a, %0, %1; st.shared.u32 [a], %2;', '', 'r r r');
    expect(store?.destination?.operand).toBeUndefined();
  });

  it('names the special register that is read', () => {
    expect(run('mov.u32 %0, %%smid;', '=r', '')[0]).toMatchObject({ kind: 'register', special: 'smid', results: [0] });
  });

  it('takes an empty template for a compiler fence only with a memory clobber', () => {
    expect(run('', '+f', '', ['memory'])[0]).toMatchObject({ kind: 'compiler-fence', results: [0], inputs: [0] });
    expect(run('', '+f', '')[0]?.kind).toBe('register');
  });
});
