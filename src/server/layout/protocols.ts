/** What a barrier does as one row of text for each instantiation that differs: the steps that reach other blocks or ranks, in order. */
import type { Kernel, SyncProtocol, SyncStep, TemplateValue } from '../../core/schema.js';
import type { Place } from '../../panel/graphModel.js';
import type { GraphWords } from '../../panel/graphWords.js';
import { conjuncts } from '../../panel/text.js';

/** Empty: what it does is not known, or the kernel has not been looked at for the second time. */
export function protocolRows(kernel: Kernel, places: readonly Place[], words: GraphWords): readonly string[] {
  const lines = new Map<string, Set<number>>();
  for (const place of places) for (const row of rowsAt(kernel, place, words)) lines.set(row, (lines.get(row) ?? new Set()).add(place.line));
  // Calls of the same name may do different things: then each row says at which lines.
  const isSame = new Set([...lines.values()].map((each) => [...each].join())).size <= 1;
  return [...lines].map(([row, at]) => (isSame ? row : `${[...at].join(', ')}: ${row}`));
}

function rowsAt(kernel: Kernel, place: Place, words: GraphWords): readonly string[] {
  const here = (kernel.synchronisation ?? []).filter(({ file, line }) => file === place.file && line === place.line);
  const protocols = here.flatMap((sync) => sync.protocols ?? []).flatMap((protocol) => instantiations(protocol, kernel));
  const isOne = new Set(protocols.map(({ given }) => JSON.stringify(given))).size === 1;
  return [...new Set(protocols.map((protocol) => rowOf(protocol, isOne, words)))].filter((row) => row !== '');
}

/** Where the barrier itself asks for a template value, one protocol for each: steps of both are never done one after the other. */
function instantiations(protocol: SyncProtocol, { choices = [] }: Kernel): readonly SyncProtocol[] {
  const asks = ({ when = '' }: SyncStep, part: string): boolean => conjuncts(when).includes(part);
  const choice = choices.find(({ name }) => [name, `not ${name}`].every((part) => protocol.steps.some((step) => asks(step, part))));
  if (choice === undefined || protocol.given.length > 0) return [protocol];
  return [true, false].map((value) => ({
    given: [{ name: choice.name, value: String(value) }],
    steps: protocol.steps.filter((step) => !asks(step, value ? `not ${choice.name}` : choice.name)),
  }));
}

function rowOf({ given, steps }: SyncProtocol, isOne: boolean, words: GraphWords): string {
  const isTold = steps.some(({ does }) => does === 'signal');
  const parts = steps.filter((step, index) => !isAlternative(step, steps.slice(0, index))).flatMap((step) => stepText(step, isTold, words) ?? []);
  const chain = parts.filter((part, index) => part !== parts[index - 1]).join(' → ');
  const [first] = given;
  return isOne || first === undefined || chain === '' ? chain : `${valueText(first)}: ${chain}`;
}

function valueText({ name, value }: TemplateValue): string {
  if (value === 'true') return name;
  return value === 'false' ? `not ${name}` : `${name} = ${value}`;
}

/** Whether the same line is a step before already, in a case that excludes this one: a row tells what is done, not in how many cases. */
function isAlternative(step: SyncStep, before: readonly SyncStep[]): boolean {
  return before.some((other) => other.file === step.file && other.line === step.line && other.column === step.column && (excludes(other, step) || excludes(step, other)));
}

function excludes({ when: asked = '' }: SyncStep, { when = '' }: SyncStep): boolean {
  const refused = conjuncts(asked).filter((part) => part.startsWith('not ')).map((part) => part.slice('not '.length).replace(/^\((?<inner>.*)\)$/, '$<inner>'));
  return refused.some((part) => ` and ${when} and `.includes(` and ${part} and `));
}

/** Undefined: it stays inside the block, or (`isTold`) it is a counter besides the signals. */
function stepText({ does, level, path, order, scope, part }: SyncStep, isTold: boolean, { steps: words }: GraphWords): string | undefined {
  // However the grid or the cluster is joined, to the barrier around it that is one step.
  if (part === 'grid' || part === 'cluster') return words[part];
  const how = [order, scope].filter((each) => each !== undefined).join('.');
  switch (does) {
    case 'complete-copies':
      return words.copies;
    case 'flush':
      return words.flush;
    case 'fence':
      return how === '' ? words.fence : `${words.fence} ${how}`;
    case 'meet':
      return level === 'grid' ? words.grid : level === 'cluster' ? words.cluster : undefined;
    case 'signal':
      return words.signal(how, path === undefined ? '' : `(${path === 'nvlink' ? 'NVLink' : 'RDMA'})`);
    case 'count':
      return isTold ? undefined : words.count(how);
    case 'wait':
      return words.wait(how);
  }
}
