/** Why a barrier, a fence or a wait is where it is. */
import type { Text } from '../../core/knowledge/language.js';
import type { Location, Ordering } from '../../core/schema.js';
import { code } from '../../core/markdown.js';
import { PHRASES } from './phrases.js';
import { at, say, type Scene } from './scene.js';

const VERBS: Readonly<Record<Ordering['kind'], readonly [Text, Text]>> = {
  'write-read': [PHRASES.written, PHRASES.read],
  'read-write': [PHRASES.read, PHRASES.writtenAgain],
  'write-write': [PHRASES.written, PHRASES.writtenAgain],
  publish: [PHRASES.written, PHRASES.toldBy],
};

/** One line for each pair, the nearest first. */
export function orderingLines(scene: Scene, orderings: readonly Ordering[]): string[] {
  if (orderings.length === 0) return [`**${say(scene, PHRASES.orders)}** ${say(scene, PHRASES.ordersNothing)}`];
  const pairs = orderings.map(({ before, after, kind }) => {
    const [first, second] = VERBS[kind];
    return `${place(scene, first, before)} → ${place(scene, second, after)}`;
  });
  return [`**${say(scene, PHRASES.orders)}** ${pairs.join('  \n')}`];
}

/** A synchronisation that is no site of its own. */
export function renderOrdering(scene: Scene, name: string, orderings: readonly Ordering[]): string {
  return [`**${code(name)}** — ${say(scene, PHRASES.synchronisation)}`, ...orderingLines(scene, orderings)].join('\n\n');
}

function place(scene: Scene, verb: Text, location: Location): string {
  const what = location.text === undefined || location.text === '' ? '' : `${code(location.text, 40)} `;
  return `${what}${say(scene, verb)} ${at(scene, location)}`;
}
