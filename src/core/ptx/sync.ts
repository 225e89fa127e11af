import { address, bracket, has, operands, spaceOf, value, values } from './draft.js';
import type { Draft, Reading } from './draft.js';
import { orderOf, scopeOf, spacesOf } from './qualifiers.js';
import type { PtxEffectKind, StateSpace } from './types.js';

/** PTX ISA "Parallel Synchronization and Communication Instructions: mbarrier". Default scope `.cta`. */
export function readMbarrier(reading: Reading): Draft {
  const { instruction } = reading;
  const form = instruction.parts[1] ?? '';
  const at = bracket(instruction, 0);
  const space: StateSpace = spaceOf(instruction);
  const mbarrier = address(reading, at, space);
  const scope = scopeOf(instruction.parts) ?? 'cta';
  const result = at > 0 ? operands(reading, ...Array(at).keys()) : [];
  switch (form) {
    case 'init':
      return { kind: 'mbarrier-init', mbarrier, count: value(reading, at + 1), order: 'weak' };
    case 'inval':
      return { kind: 'mbarrier-inval', mbarrier, order: 'weak' };
    case 'expect_tx':
    case 'complete_tx':
      return { kind: form === 'expect_tx' ? 'mbarrier-expect-tx' : 'mbarrier-complete-tx', mbarrier, size: value(reading, at + 1), order: 'relaxed', scope };
    case 'arrive':
    case 'arrive_drop': {
      const order = orderOf(instruction.parts) ?? 'release';
      const operation = form === 'arrive_drop' ? 'drop' : has(instruction, 'noComplete') ? 'noComplete' : undefined;
      return has(instruction, 'expect_tx')
        ? { kind: 'mbarrier-arrive-tx', mbarrier, size: value(reading, at + 1), written: result, order, scope, operation }
        : { kind: 'mbarrier-arrive', mbarrier, count: value(reading, at + 1), written: result, order, scope, operation };
    }
    case 'test_wait':
    case 'try_wait':
      return {
        kind: 'mbarrier-wait',
        mbarrier,
        selector: value(reading, at + 1),
        written: result,
        order: orderOf(instruction.parts) ?? 'acquire',
        scope,
        operation: form,
      };
    case 'pending_count':
      return { kind: 'register', written: operands(reading, 0) };
    default:
      return { kind: 'unknown' };
  }
}

/** PTX ISA "membar / fence". `membar` is `fence.sc` on sm_70 and newer; a bare `fence.<scope>` is acq_rel. */
export function readFence(reading: Reading): Draft {
  const { instruction } = reading;
  const parts = instruction.parts;
  const scope = scopeOf(parts);
  const order = orderOf(parts);
  if (parts[1] === 'mbarrier_init') return { kind: 'fence-mbarrier-init', order, scope };
  if (parts[1] === 'proxy') {
    const target = parts[2] ?? '';
    const proxy = target.startsWith('tensormap') ? 'tensormap' : target.startsWith('async') ? 'async' : target === 'alias' ? 'alias' : undefined;
    if (proxy === undefined) return { kind: 'unknown' };
    const at = bracket(instruction, 0);
    const source = at < 0 ? undefined : address(reading, at, 'generic');
    return { kind: 'fence-proxy', proxy, space: spacesOf(parts)[0], order, scope, source, size: at < 0 ? undefined : value(reading, at + 1) };
  }
  return { kind: 'fence', order: parts[0] === 'membar' ? 'sc' : (order ?? 'acq_rel'), scope, proxy: 'generic' };
}

/** PTX ISA "bar / barrier", "bar.warp.sync", "barrier.cluster". `bar` is `barrier` with `.aligned`. */
export function readBarrier(reading: Reading): Draft {
  const { instruction } = reading;
  const parts = instruction.parts.filter((part) => part !== 'cta');
  const form = parts[1] ?? '';
  const aligned = parts[0] === 'bar' || parts.includes('aligned');
  if (form === 'warp') return { kind: 'warp-sync', values: values(reading, 0), order: 'acq_rel', scope: 'cta' };
  if (form === 'cluster') {
    const arrive = parts[2] === 'arrive';
    return { kind: arrive ? 'cluster-arrive' : 'cluster-wait', order: orderOf(parts) ?? (arrive ? 'release' : 'acquire'), scope: 'cluster', aligned };
  }
  if (form === 'red') {
    // d, a{, b}, {!}c: with three operands the thread count is absent.
    const counted = instruction.operands.length > 3;
    return { kind: 'barrier-sync', operation: 'red', written: operands(reading, 0), selector: value(reading, 1), count: counted ? value(reading, 2) : undefined, order: 'acq_rel', scope: 'cta', aligned };
  }
  const kinds: Readonly<Record<string, PtxEffectKind>> = { sync: 'barrier-sync', arrive: 'barrier-arrive' };
  const kind = kinds[form];
  if (kind === undefined) return { kind: 'unknown' };
  return { kind, selector: value(reading, 0), count: value(reading, 1), order: kind === 'barrier-arrive' ? 'release' : 'acq_rel', scope: 'cta', aligned };
}

/** PTX ISA "elect.sync", "shfl.sync", "vote.sync", "match.sync", "redux.sync", "movmatrix", "mma". */
export function readWarpCollective(reading: Reading): Draft {
  const { instruction } = reading;
  const [base = ''] = instruction.parts;
  const aligned = has(instruction, 'aligned') || base === 'mma' || base === 'movmatrix';
  if (base === 'elect') return { kind: 'elect', written: operands(reading, 0), aligned };
  return { kind: 'warp-collective', operation: base, written: operands(reading, 0), aligned };
}

/** PTX ISA "griddepcontrol", "setmaxnreg", "nanosleep", "trap", "brkpt", "exit", "ret", "bra", "brx.idx", "clusterlaunchcontrol". */
export function readControl(reading: Reading): Draft {
  const { instruction } = reading;
  switch (instruction.parts[0]) {
    case 'griddepcontrol':
      return { kind: has(instruction, 'wait') ? 'grid-dependency-wait' : 'grid-dependency-launch' };
    case 'setmaxnreg':
      return { kind: 'register-count', operation: instruction.parts[1], values: values(reading, 0), aligned: has(instruction, 'aligned') };
    case 'nanosleep':
      return { kind: 'sleep', values: values(reading, 0) };
    case 'trap':
    case 'brkpt':
      return { kind: 'trap', operation: instruction.parts[0] };
    case 'exit':
    case 'ret':
      return { kind: 'exit', operation: instruction.parts[0] };
    case 'bra':
    case 'brx':
      return { kind: 'branch' };
    case 'clusterlaunchcontrol':
      return clusterLaunchControl(reading);
    default:
      return { kind: 'unknown' };
  }
}

/** `try_cancel` writes a 16-byte response asynchronously and completes at an mbarrier; `query_cancel` decodes it. */
function clusterLaunchControl(reading: Reading): Draft {
  if (!has(reading.instruction, 'try_cancel')) return { kind: 'register', written: operands(reading, 0) };
  return {
    kind: 'async-store',
    operation: 'try_cancel',
    destination: address(reading, 0, 'shared::cta'),
    mbarrier: address(reading, 1, 'shared::cta'),
    width: 16,
    completion: 'mbarrier',
    proxy: 'async',
  };
}
