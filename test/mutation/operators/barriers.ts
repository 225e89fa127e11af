/** Faults in who comes to a barrier, and in what joins the ranks. */
import { ancestors, bodyOf, callsIn, contains, functionsOf, isKernel, isLaunched, of, type Call, type Code, type Node } from '../code.js';
import { atStart, drop, replace, together, wrap, type Change, type Operator } from '../operator.js';
import { isOneSided, isTranslation, statementOf } from '../pointers.js';
import { isPeerAddress, isRelease, joinsRanks, peerWritesIn, stepsIn, type Step } from '../steps.js';

const isGridSync = ({ what, call }: Step): boolean => what === 'sync' && /grid\(\)\.$/u.test(call?.prefix ?? '');
const isCounted = ({ what }: Step): boolean => /^bar(?:rier)?\.sync(?:\.aligned)?\s+[^,;]+,/u.test(what);
/** In the instruction, or as an argument of the wrapper. A symbolic count may be that of the few who come. */
const hasKnownCount = ({ what, call }: Step): boolean => !/%1/u.test(what) || /\d/u.test(call?.templateArgs ?? '');
const isBlockBarrier = (step: Step): boolean => step.what === '__syncthreads' || (/^bar(?:rier)?\.sync/u.test(step.what) && (!isCounted(step) || hasKnownCount(step)));
const isOfPes = ({ what }: Step): boolean => /^nvshmemx?_barrier_all/u.test(what);

const kernels = (code: Code): readonly { readonly fn: Node; readonly steps: readonly Step[] }[] =>
  functionsOf(code).filter(isKernel).map((fn) => ({ fn, steps: stepsIn(code, fn) }));

/** A condition that some of those answer otherwise whom the barrier waits for. */
function divisionFor(step: Step): string | undefined {
  if (isBlockBarrier(step)) return 'threadIdx.x % 32 == 3';
  if (isGridSync(step)) return 'blockIdx.x == 0';
  return isOfPes(step) ? 'nvshmem_my_pe() == 0' : undefined;
}

/** Blocks part before the step: there it may be for one of them alone. */
function isAmongSome(fn: Node, { node }: Step): boolean {
  const branches = of(fn, 'if_statement').filter((branch) => /blockIdx|sm_idx/u.test(branch.childForFieldName('condition')?.text ?? ''));
  return branches.some((branch) => contains(branch, node) || (branch.endIndex <= node.startIndex && /\breturn\b/u.test(branch.text)));
}

/** Barriers of one kind in both arms of an `if`. */
function matched(code: Code): readonly Step[] {
  return kernels(code).flatMap(({ steps }) => steps.filter(isBlockBarrier).filter((step) => {
    const branch = ancestors(step.node).find(({ type }) => type === 'if_statement' || type === 'lambda_expression');
    const arms = branch ? [branch.childForFieldName('consequence'), branch.childForFieldName('alternative')].filter((arm) => arm !== null) : [];
    return arms.length === 2 && arms.every((arm) => steps.filter((other) => other.what === step.what && contains(arm, other.node)).length === 1);
  }));
}

/** A parameter that says how much a rank has to do. */
const workOf = (fn: Node): string | undefined => /\bint (?<name>num_tokens|num_rows|num_received)\b/u.exec(fn.text)?.groups?.['name'];

/** Leaves for some ranks only, in a kernel that says how it knows its own rank. */
function rankExit(code: Code, fn: Node): Change {
  const body = bodyOf(fn);
  const gin = body && of(body, 'declaration').find(({ text }) => /\b(?:Gin|GinHandle)\b/u.test(text) && /\bgin\b/u.test(text));
  if (gin) return wrap(code, gin, '', /GinHandle/u.test(gin.text) ? ' if (gin.world.rank != 0) return;' : ' if (gin.team_world.rank != 0) return;');
  if (!body) return [];
  const work = workOf(fn);
  return atStart(code, body, work === undefined ? 'if (nvshmem_my_pe() != 0) return;' : `if (${work} == 0) return;`);
}

/** A wait for peers: a barrier of ranks, or a loop that polls a flag. */
function waitsIn(code: Code, fn: Node, steps: readonly Step[]): readonly Node[] {
  const polls = of(bodyOf(fn) ?? fn, 'while_statement').filter((loop) => /ld_(?:acquire|relaxed)_sys/u.test(loop.text));
  return [...steps.filter((step) => joinsRanks(code, step)).map(({ node }) => node), ...polls];
}

const rootName = (call: Call): string | undefined => /^\w+/u.exec(call.args[0]?.text ?? '')?.[0];

/** Reads of what peers write, or of a peer's memory, that the wait is for. */
function readsAround(code: Code, fn: Node, wait: Node, onlyBehind = false): boolean {
  const names = new Set(peerWritesIn(code, fn).flatMap((write) => [...callsIn(write), ...callsIn(bodyOf(fn) ?? fn)]).filter(isTranslation).map(rootName).filter((name) => name !== undefined));
  const body = bodyOf(fn) ?? fn;
  const own = of(body, 'subscript_expression').filter((node) => {
    const isTarget = node.parent?.type === 'assignment_expression' && node.parent.childForFieldName('left')?.id === node.id && node.parent.childForFieldName('operator')?.text === '=';
    return !isTarget && names.has(node.childForFieldName('argument')?.text ?? '');
  });
  const gets = callsIn(body).filter(({ name, node }) => /^nvshmemx?_getmem/u.test(name) && node.startIndex > wait.endIndex);
  return gets.length > 0 || (peerWritesIn(code, fn).some((write) => own.some((read) => (!onlyBehind || read.startIndex > wait.endIndex) && (read.startIndex > wait.endIndex) !== (write.startIndex > wait.endIndex))));
}

/** The own word that a loop polls with acquire. */
function acquiringPoll(fn: Node, loop: Node): { readonly condition: Node; readonly poll: Call; readonly flag: string } | undefined {
  const condition = loop.childForFieldName('condition');
  const poll = condition && callsIn(condition).find(({ name, args: [flag] }) => name === 'ld_acquire_sys' && flag && !isPeerAddress(fn, flag));
  return condition && poll ? { condition, poll, flag: poll.args[0]?.text ?? '' } : undefined;
}

function polledRelaxed(code: Code, fn: Node, loop: Node): Change {
  const found = acquiringPoll(fn, loop);
  if (!found) return [];
  const load = `int seen; asm volatile("ld.relaxed.sys.global.s32 %0, [%1];" : "=r"(seen) : "l"(${found.flag}) : "memory");`;
  return replace(code, loop, `while (true) { ${load} if (not (${found.condition.text.replace(found.poll.node.text, 'seen')})) break; }`);
}

function polledVolatile(code: Code, fn: Node, loop: Node): Change {
  const found = acquiringPoll(fn, loop);
  return found ? replace(code, found.poll.node, `*(const volatile int*)(${found.flag})`) : [];
}

/** What tells the peers behind the last write to them, in a kernel that the file launches. */
function tellings(code: Code, { fn, steps }: { readonly fn: Node; readonly steps: readonly Step[] }): readonly Node[] {
  const writes = [...peerWritesIn(code, fn), ...callsIn(fn).filter((call) => isOneSided(call) && /put/u.test(call.name)).map(({ node }) => node)];
  if (!isLaunched(code, fn) || writes.length === 0) return [];
  const last = Math.max(...writes.map(({ endIndex }) => endIndex));
  const tell = steps.filter((step) => step.node.startIndex > last && (joinsRanks(code, step) || /^signal/u.test(step.what) || (isRelease(step) && step.call?.args[0] !== undefined && isPeerAddress(fn, step.call.args[0]))));
  return tell.map(({ node }) => node);
}

export const barrierOperators: readonly Operator[] = [
  {
    name: 'barrier-for-some', rule: 'barrier.divergent',
    changes: (code) => kernels(code).flatMap(({ fn, steps }) => steps.filter((step) => !isGridSync(step) || !isAmongSome(fn, step)).flatMap((step) => {
      const division = divisionFor(step);
      return division === undefined ? [] : [wrap(code, step.node, `if (${division}) `, '')];
    })),
  },
  { name: 'drop-matching-barrier', rule: 'barrier.divergent', changes: (code) => matched(code).map(({ node }) => drop(code, node)) },
  {
    name: 'blocks-leave-early', rule: 'barrier.early-exit',
    changes: (code) => kernels(code).filter(({ steps }) => steps.some(isGridSync)).map(({ fn }) => atStart(code, bodyOf(fn) ?? fn, 'if (blockIdx.x >= 1) return;')),
  },
  {
    name: 'blocks-without-work-leave', rule: 'barrier.early-exit',
    changes: (code) => kernels(code).filter(({ steps }) => steps.some(isGridSync)).flatMap(({ fn }) => {
      const work = workOf(fn);
      return work === undefined ? [] : [atStart(code, bodyOf(fn) ?? fn, `if (blockIdx.x >= ${work}) return;`)];
    }),
  },
  {
    name: 'barrier-for-ranks-with-work', rule: 'barrier.divergent',
    changes: (code) => kernels(code).flatMap(({ fn, steps }) => steps.filter((step) => joinsRanks(code, step)).flatMap(({ node }) => {
      const work = workOf(fn);
      return work === undefined ? [] : [wrap(code, node, `if (${work} > 0) `, '')];
    })),
  },
  {
    name: 'threads-leave-early', rule: 'barrier.early-exit',
    changes: (code) => kernels(code).filter(({ steps }) => steps.some((step) => isCounted(step) && hasKnownCount(step))).map(({ fn }) => atStart(code, bodyOf(fn) ?? fn, 'if (threadIdx.x >= 32) return;')),
  },
  {
    name: 'ranks-leave-early', rule: 'barrier.early-exit',
    changes: (code) => kernels(code).filter(({ steps }) => steps.some((step) => joinsRanks(code, step))).map(({ fn }) => rankExit(code, fn)),
  },
  {
    name: 'drop-wait-for-peers', rule: 'order.read-before-barrier',
    changes: (code) => kernels(code).flatMap(({ fn, steps }) => {
      const waits = waitsIn(code, fn, steps);
      return waits.length === 1 ? waits.filter((wait) => readsAround(code, fn, wait)).map((wait) => drop(code, wait)) : [];
    }),
  },
  {
    name: 'poll-without-acquire', rule: 'order.weak-flag',
    changes: (code) => kernels(code).flatMap(({ fn, steps }) => waitsIn(code, fn, steps).filter((wait) => readsAround(code, fn, wait, true)).map((wait) => polledRelaxed(code, fn, wait))),
  },
  {
    name: 'poll-by-a-volatile-pointer', rule: 'order.weak-flag',
    changes: (code) => kernels(code).flatMap(({ fn, steps }) => waitsIn(code, fn, steps).filter((wait) => readsAround(code, fn, wait, true)).map((wait) => polledVolatile(code, fn, wait))),
  },
  {
    name: 'drop-last-word-to-peers', rule: 'order.no-final-barrier',
    changes: (code) => kernels(code).map((kernel) => together(...tellings(code, kernel).map((node) => drop(code, node)))),
  },
  {
    name: 'drop-barrier-of-the-host', rule: 'order.no-final-barrier',
    changes: (code) => functionsOf(code).filter((fn) => !isKernel(fn)).flatMap((fn) => stepsIn(code, fn)).filter(({ what }) => /^nvshmemx_barrier_all_on_stream$/u.test(what)).map(({ node }) => drop(code, node)),
  },
];

const isCollective = ({ name, args }: Call): boolean =>
  (name === '__syncwarp' && args.length === 0) || (/^__(?:shfl\w*|ballot|any|all|reduce\w*|match\w*)_sync$/u.test(name) && /^(?:0xffffffffu?|~0u)$/u.test(args[0]?.text ?? ''));

const LANES = 'threadIdx.x % 32 < 16';

/** A number of the template that is no more than a warp has lanes. */
const fewOf = (fn: Node): string | undefined => /static_assert\s*\((?<name>k\w+) <= 32/iu.exec(fn.text)?.groups?.['name'];

export const warpOperators: readonly Operator[] = [
  {
    name: 'collective-of-half-a-warp', rule: 'warp.collective',
    // Statements only: the rule does not see into `?:`.
    changes: (code) => functionsOf(code).flatMap((fn) => callsIn(bodyOf(fn) ?? fn)).filter(isCollective).flatMap(({ node }) => {
      const statement = statementOf(node);
      return statement?.type === 'expression_statement' ? [wrap(code, statement, `if (${LANES}) `, '')] : [];
    }),
  },
  {
    name: 'collective-of-some-lanes', rule: 'warp.collective',
    changes: (code) => functionsOf(code).flatMap((fn) => callsIn(bodyOf(fn) ?? fn).filter(isCollective).flatMap(({ node }) => {
      const statement = statementOf(node);
      const few = fewOf(fn);
      return few !== undefined && statement?.type === 'expression_statement' ? [wrap(code, statement, `if (threadIdx.x % 32 < ${few}) `, '')] : [];
    })),
  },
];
