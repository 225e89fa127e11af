/** How an address for another rank comes about: from the pointer to whatever comes back, team by team. */
import type { Team, Translation } from '../../schema.js';
import { at, code, nameOf, orderOf, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import { flowchart } from '../mermaid.js';
import type { Diagram, Flow } from '../model.js';

export function addressDiagrams(projects: readonly ProjectInput[]): readonly Diagram[] {
  return projects.flatMap((project) => project.translations.map((of) => diagram(project, of)));
}

const NULL = 'return null';
const returned = (value: string): string => `return ${value}`;

function diagram(project: ProjectInput, of: Translation): Diagram {
  const name = `${project.name} ${code(nameOf(of))}`;
  const flows = flowsOf(of);
  return {
    kind: 'diagram', id: `address-${of.file}-${of.line}`.replace(/[^\w-]+/gu, '-'), flows, mermaid: flowchart(flows),
    spaces: { [of.pointer]: 'own-window', [returned(of.pointer)]: 'own-window', [NULL]: 'unknown', ...Object.fromEntries(flows.filter(({ path }) => path === 'nvlink').map(({ to }) => [to, 'peer' as const])) },
    caption: text(`How ${name} makes an address`, `${name} 的地址计算`),
  };
}

function flowsOf({ name, pointer, teams }: Translation): readonly Flow[] {
  const made = new Map<string, { readonly flow: Omit<Flow, 'mechanism'>; readonly teams: Team[] }>();
  const add = (team: Team | undefined, flow: Omit<Flow, 'mechanism'>): void => {
    const key = `${flow.to} ${flow.condition ?? ''} ${flow.place.line}`;
    const known = made.get(key) ?? { flow, teams: [] };
    made.set(key, known);
    if (team) known.teams.push(team);
  };
  for (const { team, values, nulls } of teams.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    for (const value of values) add(team, { from: pointer, to: returned(value.text ?? ''), path: value.text === pointer ? 'local' : 'nvlink', place: at(value) });
    for (const each of nulls) add(team, { from: pointer, to: NULL, path: 'local', place: at(each), ...((each.text ?? '') === '' ? {} : { condition: each.text ?? '' }) });
  }
  return [...made.values()].map(({ flow, teams: of }) => ({ ...flow, mechanism: of.length === 0 ? name : `${name}<${of.join(' | ')}>` }));
}
