/** Faults in which ranks a barrier joins. */
import { bodyOf, callsIn, functionsOf, isKernel, type Call, type Code, type Node } from '../code.js';
import { drop, replace, together, type Operator } from '../operator.js';
import { statementOf } from '../pointers.js';

/** A library's barrier that is told its team. */
const isTeamBarrier = ({ name }: Call): boolean => name === 'ncclGinBarrier' || name === 'ncclBarrier';
const isRailPart = (call: Call): boolean => isTeamBarrier(call) && call.args.some(({ text }) => /\bteam_rail$/u.test(text));

const bodies = (code: Code): readonly Node[] => functionsOf(code).filter(isKernel).flatMap((fn) => bodyOf(fn) ?? []);
const putsBefore = (body: Node, { node }: Call): boolean => callsIn(body).some((call) => /^put/u.test(call.name) && call.node.endIndex < node.startIndex);

export const domainOperators: readonly Operator[] = [
  {
    name: 'barrier-of-the-domain', rule: 'barrier.domain-too-small',
    changes: (code) => bodies(code).flatMap((body) => callsIn(body).filter((call) => isTeamBarrier(call) && putsBefore(body, call)).flatMap((call) => {
      const team = call.args.find(({ text }) => /\bteam_(?:world|rail)$/u.test(text));
      return team ? [replace(code, team, team.text.replace(/team_\w+$/u, 'team_lsa'))] : [];
    })),
  },
  {
    name: 'drop-rail-half', rule: 'barrier.domain-too-small',
    changes: (code) => bodies(code).map((body) => together(...callsIn(body).filter((call) => isRailPart(call) && body.text.includes('ncclLsaBarrierSession')).flatMap(({ node }) => statementOf(node) ?? []).map((statement) => drop(code, statement)))),
  },
  {
    name: 'signal-the-domain-twice', rule: 'barrier.domain-too-small',
    changes: (code) => functionsOf(code).filter((fn) => !isKernel(fn)).flatMap((fn) => callsIn(fn).filter(({ name, templateArgs }) => /^signal/u.test(name) && /\bncclTeamTagRail\b/u.test(templateArgs ?? ''))).map(({ node }) => replace(code, node, node.text.replace('ncclTeamTagRail', 'ncclTeamTagLsa'))),
  },
];
