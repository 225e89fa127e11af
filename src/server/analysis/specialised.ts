/** A kernel in the instantiations that the reader chose. */
import type { FileAnalysis } from '../../core/analyzer.js';
import type { Kernel, TemplateValue } from '../../core/schema.js';

/** Values that the kernel does not offer (any more) are passed over. Undefined: none is left, or the kernel is gone. */
export function specialised(analysis: FileAnalysis, kernel: Kernel, given: readonly TemplateValue[] = []): Kernel | undefined {
  const known = given.filter(({ name, value }) => kernel.choices?.some((choice) => choice.name === name && choice.values.includes(value)));
  return known.length === 0 ? undefined : analysis.specialise(kernel.line, known);
}
