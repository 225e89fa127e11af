/**
 * What the parser sees instead of the raw text. See docs/design.md, "Source view".
 * Offsets are UTF-16 code units everywhere.
 */
import type { Problem } from '../schema.js';
import type { Span } from '../program/ir.js';

export interface SourceView {
  readonly path: string;
  /** The file's own text, exactly as given (BOM and CRLF included). */
  readonly text: string;
  /** The text that is parsed. Same length as `text` unless `expanded`. */
  readonly view: string;
  /** Some macro was really expanded, so offsets differ and `toFile` is not the identity. */
  readonly expanded: boolean;
  /** Offset in `view` -> offset in `text`. Code from a macro's body maps to the macro call's name; code from an argument to the argument. */
  toFile(offset: number): number;
  /** True if the view offset lies in code that came from a macro body, not from the file's own text. */
  isSynthetic(offset: number): boolean;
  /** Regions of `text` that the configuration leaves out. */
  readonly inactive: readonly Span[];
  readonly includes: readonly { readonly path: string; readonly system: boolean; readonly line: number }[];
  readonly problems: readonly Problem[];
}
