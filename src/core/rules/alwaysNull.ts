import type { Rule } from './rule.js';
import { formOf, pathTo, pointerName } from './wording.js';

/** pointer.always-null: the test on the path says that the pointer is null. */
export const alwaysNull: Rule = (context) =>
  context.runs.flatMap((run) =>
    run.uses
      .filter((use) => use.status === 'null')
      .flatMap((use) => {
        const peer = use.peer ?? [...use.beside][0];
        if (!peer) return [];
        const test = use.evidence;
        const [formed, ...rest] = pathTo(peer, use, 'used here');
        return [{
          rule: 'pointer.always-null' as const, place: use.event.anchor,
          message: `${pointerName(use, formOf(context, peer))} is null here${test ? `: \`${test.text}\` at line ${context.locator.lines(test.place.file).position(test.place.span.start).line} leaves only the null case` : ''}.`,
          path: [...(formed ? [formed] : []), ...(test ? [{ place: test.place, text: `\`${test.text}\` decides that it is null` }] : []), ...rest.slice(-1)],
        }];
      }),
  );
