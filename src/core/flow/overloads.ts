/** Which of several functions of one name a call means, as far as the values and the declared types of its arguments tell. */
import type { Expr, FunctionDecl, TypeRef } from '../program/ir.js';
import { fundamentalOf, widthsOf } from '../program/widths.js';
import type { CallSite } from './calls.js';
import type { Machine } from './machine.js';
import { isPointerLike } from './terms.js';

/** Those that fit best; the first is meant where that leaves several. */
export function chooseOverload(m: Machine, candidates: readonly FunctionDecl[], site: CallSite): readonly FunctionDecl[] {
  if (candidates.length < 2) return candidates;
  const score = (fn: FunctionDecl): number => {
    let points = fn.params.length === site.args.length ? 2 : 0;
    fn.params.forEach((param, i) => {
      const arg = site.args[i];
      if (!arg) return;
      const pointer = isPointerLike(arg.value) && arg.value.op !== 'bits';
      if (param.type.pointers > 0 === pointer) points++;
      if (arg.value.op === 'closure' && fn.templateParams.some((t) => t.name === param.type.path[0])) points += 2;
    });
    if (fn.templateParams.length >= site.templateArgs.length) points++;
    return points;
  };
  const best = Math.max(...candidates.map(score));
  return withoutOpenTemplates(m, byPointee(m, candidates.filter((fn) => score(fn) === best), site));
}

/** A template that calls its own name with another type means one of its specialisations: by way of itself it would not end. */
function withoutOpenTemplates(m: Machine, candidates: readonly FunctionDecl[]): readonly FunctionDecl[] {
  const isOpen = (fn: FunctionDecl): boolean => fn.templateParams.length > 0 && m.frames.some((frame) => frame.fn === fn);
  const others = candidates.filter((fn) => !isOpen(fn) && fn.templateParams.length === 0);
  return others.length > 0 && candidates.some(isOpen) ? others : candidates;
}

/** Those whose parameters point to what the arguments are declared to point to; all where that is not known, or none does. */
function byPointee(m: Machine, candidates: readonly FunctionDecl[], { args }: CallSite): readonly FunctionDecl[] {
  const [first, ...others] = candidates.map(({ params }) => args.map((_, i) => pointee(params[i]?.type)));
  // Only what tells them apart is asked for.
  const given = args.map(({ expr }, i) => (expr && others.some((each) => each[i] !== first?.[i]) ? pointeeOf(m, expr) : undefined));
  const fits = candidates.filter(({ params }) => given.every((type, i) => {
    const wanted = pointee(params[i]?.type);
    return type === undefined || wanted === undefined || wanted === type;
  }));
  return fits.length > 0 ? fits : candidates;
}

function pointeeOf(m: Machine, expr: Expr): string | undefined {
  const kind = widthsOf(m.world.program, m.frame.fn)?.kindOf(expr);
  return kind?.is === 'pointer' ? fundamentalOf(kind.to) : undefined;
}

function pointee(type: TypeRef | undefined): string | undefined {
  return type?.pointers === 1 ? fundamentalOf({ ...type, pointers: 0 }) : undefined;
}
