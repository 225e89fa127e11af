/** Faults in the protocol of mbarriers, of counters that are set back, and in what bounds the ranks of a kernel. */
import { ancestors, bodyOf, callsIn, functionsOf, isKernel, isLaunched, of, type Call, type Code, type Node } from '../code.js';
import { drop, replace, together, type Change, type Operator } from '../operator.js';
import { stepsIn } from '../steps.js';

const inKernels = (code: Code, find: (fn: Node) => readonly Change[]): readonly Change[] => functionsOf(code).filter(isKernel).flatMap(find);

/** Calls on mbarriers, by the instruction that the callee is. */
function on(code: Code, fn: Node, instruction: RegExp): readonly Call[] {
  return callsIn(bodyOf(fn) ?? fn).filter(({ name, statement, args }) => statement !== undefined && args.length > 0 && instruction.test(code.wrappers.get(name) ?? ''));
}

const WAIT = /mbarrier\.(?:try|test)_wait/u;
const ARRIVAL = /mbarrier\.arrive|mbarrier::complete_tx/u;
const INIT = /^mbarrier\.init/u;

/** `&ring.full[i]` → `full`. */
const arrayOf = ({ args: [barrier] }: Call): string => /(?<name>\w+)\s*(?:\[[^\]]*\]|\+.*)?$/u.exec(barrier?.text ?? '')?.groups?.['name'] ?? '';

/** All operations of the kind on each mbarrier that is set up here under its own name. */
function dropAll(code: Code, fn: Node, instruction: RegExp): readonly Change[] {
  const names = new Set(on(code, fn, INIT).map(arrayOf));
  return [...names].flatMap((name) => {
    const dropped = on(code, fn, instruction).filter((call) => arrayOf(call) === name);
    return dropped.length === 0 ? [] : [together(...dropped.flatMap(({ statement }) => (statement ? [drop(code, statement)] : [])))];
  });
}

function oneMoreExpected(code: Code, fn: Node): readonly Change[] {
  return on(code, fn, INIT).map(({ args }) => args.at(-1)).flatMap((count) => (count?.type === 'number_literal' ? [replace(code, count, String(Number(count.text) + 1))] : []));
}

/** Rewrites the parity of waits; undefined: the operator has nothing to say of it. */
function parities(code: Code, fn: Node, change: (parity: string) => string | undefined): readonly Change[] {
  return on(code, fn, WAIT).flatMap(({ args: [, parity] }) => {
    const changed = parity && change(parity.text);
    return parity && changed !== undefined ? [replace(code, parity, changed)] : [];
  });
}

/** Those who wait for data keep to the first barrier of the ring. */
function waitsAtSlotZero(code: Code, fn: Node): readonly Change[] {
  return on(code, fn, WAIT).flatMap(({ args: [barrier, parity] }) => {
    const slot = barrier && of(barrier, 'subscript_argument_list', 'subscript_expression').length > 0 ? /^(?<array>&[\w.]+)\[[^\]]*%[^\]]*\]$/u.exec(barrier.text)?.groups?.['array'] : undefined;
    return barrier && slot !== undefined && !/\^ 1$/u.test(parity?.text ?? '') ? [replace(code, barrier, `${slot}[0]`)] : [];
  });
}

/** The step of a ring's phase, which turns when the stage comes around. */
const PHASE_STEP = /^(?<phase>\w*phase) \^= (?<stage>\w+) == 0;$/u;

const phaseSteps = (fn: Node): readonly Node[] => of(bodyOf(fn) ?? fn, 'expression_statement').filter(({ text }) => PHASE_STEP.test(text));

/** Who goes from stage to stage waits at the first of them; also with methods: `ring.full[stage].wait(phase)`. */
function waitsAtStageZero(code: Code, fn: Node): readonly Change[] {
  const stages = new Set(phaseSteps(fn).map(({ text }) => PHASE_STEP.exec(text)?.groups?.['stage'] ?? ''));
  return on(code, fn, WAIT).flatMap(({ node }) => of(node, 'subscript_argument_list').filter(({ text }) => stages.has(text.slice(1, -1))).map((index) => replace(code, index, '[0]')));
}

/** What one lane of a warp does for all, done by each. */
function arrivalsOfAllLanes(code: Code, fn: Node): readonly Change[] {
  return of(bodyOf(fn) ?? fn, 'if_statement').flatMap((branch) => {
    const [arrival] = on(code, branch, /^mbarrier\.arrive\.shared/u);
    const isOnly = arrival?.statement?.parent?.id === branch.id && branch.childForFieldName('alternative') === null;
    return arrival && isOnly && /^\((?:\w+::)*elect_one_sync\(\)\)$/u.test(branch.childForFieldName('condition')?.text ?? '') ? [replace(code, branch, `${arrival.node.text};`)] : [];
  });
}

/** Warps that are counted by their lanes. */
function lanesExpected(code: Code, fn: Node): readonly Change[] {
  return on(code, fn, INIT).flatMap(({ args }) => {
    const count = args.at(-1);
    return count && /^k\w*Warps$/u.test(count.text) ? [replace(code, count, `32 * ${count.text}`)] : [];
  });
}

/** A poll by all threads, and behind it a reset by one. */
function resetsAfterPoll(code: Code, fn: Node): readonly Change[] {
  return of(bodyOf(fn) ?? fn, 'while_statement').flatMap((loop) => {
    const polled = /ld_acquire_sys\((?<flag>\w+)\) == 0\)/u.exec(loop.childForFieldName('condition')?.text ?? '')?.groups?.['flag'];
    return polled !== undefined && loop.parent?.parent?.type === 'function_definition' ? [replace(code, loop, `${loop.text} if (threadIdx.x == 0) *${polled} = 0;`)] : [];
  });
}

/** A count that all blocks wait for, set back by each. */
function resetsAfterCount(code: Code, fn: Node): readonly Change[] {
  return of(bodyOf(fn) ?? fn, 'while_statement').flatMap((loop) => {
    const counter = /\b(?:atomicAdd|ld_acquire_sys)\((?<counter>\w+)(?:, 0)?\) (?:<|!=) gridDim\.x\)/u.exec(loop.childForFieldName('condition')?.text ?? '')?.groups?.['counter'];
    const isForOne = ancestors(loop).some((branch) => branch.type === 'if_statement' && /blockIdx/u.test(branch.childForFieldName('condition')?.text ?? ''));
    return counter === undefined || isForOne ? [] : [replace(code, loop, `${loop.text} *${counter} = 0;`)];
  });
}

/** The only join between a poll and the reset of what was polled. */
function joinsBeforeReset(code: Code, fn: Node): readonly Change[] {
  const steps = stepsIn(code, fn);
  return of(bodyOf(fn) ?? fn, 'expression_statement').flatMap((reset) => {
    const flag = /^\*(?<flag>\w+) = 0;$|^atomicExch\((?<other>\w+), 0u?\);$/u.exec(reset.text)?.groups;
    const name = flag?.['flag'] ?? flag?.['other'];
    const poll = name === undefined ? undefined : of(bodyOf(fn) ?? fn, 'while_statement').find((loop) => loop.endIndex < reset.startIndex && loop.text.includes(`(${name}`));
    const join = poll && steps.findLast(({ node, what }) => node.startIndex > poll.endIndex && node.endIndex < reset.startIndex && /^__syncthreads$|^sync$/u.test(what));
    return join ? [drop(code, join.node)] : [];
  });
}

/** Host code that refuses more ranks than the domain has. */
function refusals(code: Code): readonly Change[] {
  return functionsOf(code).filter((fn) => !isKernel(fn) && fn.text.includes('<<<')).flatMap((fn) => of(fn, 'if_statement').filter(({ text }) => /\bthrow\b/u.test(text)).map((node) => drop(code, node)));
}

/** A loop over the world's ranks in place of the domain's. */
const loopsOverWorld = (code: Code, fn: Node): readonly Change[] =>
  of(bodyOf(fn) ?? fn, 'for_statement').flatMap((loop) => {
    const size = loop.childForFieldName('condition')?.childForFieldName('right');
    return size && /\blsaSize$/u.test(size.text) ? [replace(code, size, size.text.replace(/lsaSize$/u, 'nRanks'))] : [];
  });

/** A parameter that says by its name that it is of the domain, under another name. */
function renamed(code: Code, fn: Node, name: string, otherwise: string): readonly Change[] {
  const uses = of(fn, 'identifier').filter(({ text }) => text === name);
  return uses.length === 0 ? [] : [together(...uses.map((use) => replace(code, use, otherwise)))];
}

/** A table of bases that gives null for who is not mapped, and then an address for everybody. */
function holesOfTable(code: Code): readonly Change[] {
  return of(code.root, 'conditional_expression').flatMap((node) => {
    const address = node.childForFieldName('alternative');
    return address && /^\w*bases\[\w+\] == 0 \? nullptr/u.test(node.text) ? [replace(code, node, address.text)] : [];
  });
}

export const mbarrierOperators: readonly Operator[] = [
  { name: 'drop-all-waits', rule: 'mbarrier.unpaired', changes: (code) => inKernels(code, (fn) => dropAll(code, fn, WAIT)) },
  { name: 'drop-all-arrivals', rule: 'mbarrier.unpaired', changes: (code) => inKernels(code, (fn) => dropAll(code, fn, ARRIVAL)) },
  { name: 'expect-one-more-arrival', rule: 'mbarrier.arrival-count', changes: (code) => inKernels(code, (fn) => oneMoreExpected(code, fn)) },
  { name: 'parity-not-inverted', rule: 'mbarrier.parity', changes: (code) => inKernels(code, (fn) => parities(code, fn, (parity) => (parity.endsWith(' ^ 1') ? parity.slice(0, -4) : undefined))) },
  { name: 'parity-turns-each-pass', rule: 'mbarrier.parity', changes: (code) => inKernels(code, (fn) => parities(code, fn, (parity) => (/^\((?<pass>\w+) \/ \w+\) & 1$/u.exec(parity)?.groups ? parity.replace(/^\((\w+) \/ \w+\)/u, '$1') : undefined))) },
  { name: 'wait-at-slot-zero', rule: 'mbarrier.stale-slot', changes: (code) => inKernels(code, (fn) => waitsAtSlotZero(code, fn)) },
  { name: 'wait-at-stage-zero', rule: 'mbarrier.stale-slot', changes: (code) => inKernels(code, (fn) => waitsAtStageZero(code, fn)) },
  { name: 'all-lanes-arrive', rule: 'mbarrier.arrival-count', changes: (code) => inKernels(code, (fn) => arrivalsOfAllLanes(code, fn)) },
  { name: 'expect-lanes-of-warps', rule: 'mbarrier.arrival-count', changes: (code) => inKernels(code, (fn) => lanesExpected(code, fn)) },
  { name: 'phase-turns-each-stage', rule: 'mbarrier.parity', changes: (code) => inKernels(code, (fn) => phaseSteps(fn).map((step) => replace(code, step, step.text.replace(/\w+ == 0;$/u, '1;')))) },
  { name: 'phase-never-turns', rule: 'mbarrier.parity', changes: (code) => inKernels(code, (fn) => phaseSteps(fn).map((step) => drop(code, step))) },
  { name: 'reset-after-poll', rule: 'barrier.reset-race', changes: (code) => inKernels(code, (fn) => resetsAfterPoll(code, fn)) },
  { name: 'reset-after-count', rule: 'barrier.reset-race', changes: (code) => inKernels(code, (fn) => resetsAfterCount(code, fn)) },
  { name: 'drop-join-before-reset', rule: 'barrier.reset-race', changes: (code) => inKernels(code, (fn) => joinsBeforeReset(code, fn)) },
  { name: 'drop-refusal-of-host', rule: 'pointer.domain-assumed', changes: refusals },
  { name: 'ranks-of-the-world', rule: 'pointer.domain-assumed', changes: (code) => inKernels(code, (fn) => renamed(code, fn, 'num_local_ranks', 'num_ranks')) },
  { name: 'rank-of-another', rule: 'pointer.domain-assumed', changes: (code) => inKernels(code, (fn) => (isLaunched(code, fn) ? renamed(code, fn, 'rank_idx', 'dst_rank') : [])) },
  { name: 'loop-over-the-world', rule: 'pointer.rank-space', changes: (code) => inKernels(code, (fn) => loopsOverWorld(code, fn)) },
  { name: 'table-without-holes', rule: 'pointer.domain-assumed', changes: holesOfTable },
];
