/** What a barrier does as one row of text for each instantiation that differs: the steps that reach other blocks or ranks, in order. */
import type { Kernel, SyncProtocol, SyncStep, TemplateValue } from '../../core/schema.js';
import type { Place } from '../../panel/graphModel.js';
import type { GraphWords } from '../../panel/graphWords.js';

/** Empty: what it does is not known, or the kernel has not been looked at for the second time. */
export function protocolRows(kernel: Kernel, places: readonly Place[], words: GraphWords): readonly string[] {
  const isHere = (place: Place): boolean => places.some((other) => other.file === place.file && other.line === place.line);
  const protocols = (kernel.synchronisation ?? []).filter(isHere).flatMap((sync) => sync.protocols ?? []);
  const isOne = new Set(protocols.map(({ given }) => JSON.stringify(given))).size === 1;
  return [...new Set(protocols.map((protocol) => rowOf(protocol, isOne, words)))].filter((row) => row !== '');
}

function rowOf({ given, steps }: SyncProtocol, isOne: boolean, words: GraphWords): string {
  const parts = steps.flatMap((step) => stepText(step, words) ?? []);
  const chain = parts.filter((part, index) => part !== parts[index - 1]).join(' → ');
  const [first] = given;
  return isOne || first === undefined || chain === '' ? chain : `${valueText(first)}: ${chain}`;
}

function valueText({ name, value }: TemplateValue): string {
  if (value === 'true') return name;
  return value === 'false' ? `not ${name}` : `${name} = ${value}`;
}

/** Undefined: it stays inside the block. */
function stepText({ does, level, path, order, scope }: SyncStep, { steps: words }: GraphWords): string | undefined {
  const how = [order, scope].filter((part) => part !== undefined).join('.');
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
      return undefined;
    case 'wait':
      return words.wait(how);
  }
}
