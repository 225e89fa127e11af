/** Rules that read a trace: a whole evaluation with every effect (`EffectEvent`) in it. They run once typing has stopped. */
import { bufferReuse } from './bufferReuse.js';
import { arrivalCount } from './arrivalCount.js';
import { divergentBarrier } from './divergentBarrier.js';
import { warpCollective } from './warpCollective.js';
import { distinctDrafts, withCallee } from './drafts.js';
import { domainAssumed } from './domainAssumed.js';
import { domainTooSmall } from './domainTooSmall.js';
import { earlyExit } from './earlyExit.js';
import { missingProxyFence } from './missingProxyFence.js';
import { noFinalBarrier } from './noFinalBarrier.js';
import { parity } from './parity.js';
import { putBeforeComplete } from './putBeforeComplete.js';
import { narrowedSize } from './narrowedSize.js';
import { narrowScope } from './narrowScope.js';
import { readBeforeBarrier } from './readBeforeBarrier.js';
import { resetRace } from './resetRace.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import type { RuleCode } from './table.js';
import { staleSlot } from './staleSlot.js';
import { txBytes } from './txBytes.js';
import { uncommittedBulk } from './uncommittedBulk.js';
import { unjoinedPublish } from './unjoinedPublish.js';
import { unpairedMbarrier } from './unpairedMbarrier.js';
import { weakFlag } from './weakFlag.js';

const CHECKS: readonly { readonly code: RuleCode; readonly check: Rule }[] = [
  { code: 'order.uncommitted-bulk', check: uncommittedBulk },
  { code: 'barrier.divergent', check: divergentBarrier },
  { code: 'barrier.early-exit', check: earlyExit },
  { code: 'warp.collective', check: warpCollective },
  { code: 'order.missing-proxy-fence', check: missingProxyFence },
  { code: 'order.put-before-complete', check: putBeforeComplete },
  { code: 'order.narrow-scope', check: narrowScope },
  { code: 'order.read-before-barrier', check: readBeforeBarrier },
  { code: 'order.weak-flag', check: weakFlag },
  { code: 'order.no-final-barrier', check: noFinalBarrier },
  { code: 'order.unjoined-publish', check: unjoinedPublish },
  { code: 'order.buffer-reuse', check: bufferReuse },
  { code: 'barrier.reset-race', check: resetRace },
  { code: 'size.int32-offset', check: narrowedSize },
  { code: 'mbarrier.unpaired', check: unpairedMbarrier },
  { code: 'mbarrier.arrival-count', check: arrivalCount },
  { code: 'mbarrier.parity', check: parity },
  { code: 'pointer.domain-assumed', check: domainAssumed },
  { code: 'barrier.domain-too-small', check: domainTooSmall },
  { code: 'mbarrier.stale-slot', check: staleSlot },
  { code: 'mbarrier.tx-bytes', check: txBytes },
];

const CODES: ReadonlySet<string> = new Set(CHECKS.map(({ code }) => code));

/** Is the rule, or one of all rules (`*`), judged only where a trace is made? */
export function isTraced(code: string): boolean {
  return code === '*' || CODES.has(code);
}

export function tracedDraftsOf(context: RuleContext): Draft[] {
  const events = context.runs.flatMap(({ machine }) => machine.events);
  return distinctDrafts(CHECKS.flatMap(({ check }) => check(context)), context.fn.file).map((draft) => withCallee(draft, events));
}
