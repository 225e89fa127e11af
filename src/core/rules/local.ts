/** Rules that a function's own text decides, without evaluation: every function with a body is judged, called or not. */
import type { FunctionBody, FunctionDecl } from '../program/ir.js';
import type { World } from '../flow/machine.js';
import type { Locator } from '../sites/locate.js';
import { distinctDrafts } from './drafts.js';
import { int32Offset } from './int32Offset.js';
import { missingClobber } from './missingClobber.js';
import type { Draft } from './rule.js';

export interface LocalContext {
  readonly fn: FunctionDecl;
  readonly body: FunctionBody;
  readonly world: World;
  readonly locator: Locator;
}

export type LocalRule = (context: LocalContext) => readonly Draft[];

/** What a rule asks of a function before its body is lowered for it: a word, and to run on a device. */
interface Check {
  readonly mentions: RegExp;
  readonly inDeviceCode: boolean;
  readonly check: LocalRule;
}

const CHECKS: readonly Check[] = [
  { mentions: /\b(?:asm|__asm__|__asm)\b/, inDeviceCode: false, check: missingClobber },
  { mentions: /\b(?:u?int64_t|size_t|ptrdiff_t|long)\b/, inDeviceCode: true, check: int32Offset },
];

export function localDraftsOf(fn: FunctionDecl, world: World, locator: Locator): Draft[] {
  if (!fn.bodySpan) return [];
  const text = world.textOf(fn.file, fn.bodySpan);
  const onDevice = fn.isDevice || fn.isKernel;
  const checks = CHECKS.filter(({ mentions, inDeviceCode }) => (onDevice || !inDeviceCode) && mentions.test(text));
  const body = checks.length > 0 ? fn.body() : undefined;
  return body ? distinctDrafts(checks.flatMap(({ check }) => check({ fn, body, world, locator })), fn.file) : [];
}
