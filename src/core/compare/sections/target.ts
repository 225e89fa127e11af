/** The hardware that a project's kernels need. */
import { targetOf, type Target } from '../../knowledge/targets.js';
import type { Location } from '../../schema.js';
import { cell, code, DASH, placesOf, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import { instructionsOf } from '../instructions.js';
import type { Cell } from '../model.js';

/** The newest instructions of the kernels that reach peers, and the target that they need; undefined: none of them says. */
export function newestOf(project: ProjectInput): { readonly target: Target; readonly places: readonly Location[] } | undefined {
  const used = exchangeKernels(project).flatMap(({ kernel }) => instructionsOf(kernel));
  const needed = [...new Set(used.map(({ mechanism }) => targetOf(mechanism)))].filter((each) => each !== undefined);
  const target = needed.toSorted((a, b) => b.sm - a.sm)[0];
  return target && { target, places: placesOf(used.filter(({ mechanism }) => targetOf(mechanism) === target).map(({ place }) => place)) };
}

export function targetCell(project: ProjectInput): Cell {
  const newest = newestOf(project);
  if (!newest) return DASH;
  const { sm, family } = newest.target;
  return cell(text(`sm_${sm} or newer: ${code(family)}`, `sm_${sm} 及以上：${code(family)}`), newest.places);
}
