/** Which kernels speak of which team: where each of the ways that a team leaves is used. */
import type { Team } from '../../schema.js';
import { cell, code, inside, NONE, placesOf, same, stacked, teamText, TEAM_ORDER, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Table } from '../model.js';

/** None: no project has teams. */
export function teamUses(projects: readonly ProjectInput[]): readonly Table[] {
  const used = TEAM_ORDER.filter((team) => projects.some(({ sites }) => sites.some((site) => site.team?.values.includes(team))));
  if (used.length === 0) return [];
  return [{
    kind: 'table', id: 'team-uses', caption: text('Kernels by the teams that they name; an instantiation can decide which', '按所用 team 列出的内核（可由实例化决定）'),
    columns: [text('team', 'team'), ...projects.map(({ name }) => same(name))],
    rows: used.map((team) => [cell(teamText(team)), ...projects.map((project) => usesOf(project, team))]),
  }];
}

function usesOf({ kernels, sites }: ProjectInput, team: Team): Cell {
  const cells = kernels.flatMap((kernel) => {
    const some = sites.filter((site) => site.team?.values.includes(team) === true && inside(kernel, site));
    return some.length === 0 ? [] : [cell(`${code(kernel.name)}: ${some.length}`, placesOf(some))];
  });
  return cells.length === 0 ? NONE : stacked(cells);
}
