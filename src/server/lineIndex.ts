/** Offset (UTF-16) → line, counted from 1. Lines end as LSP says: `\n`, `\r\n` or `\r`. */
export function lineIndex(text: string): (offset: number) => number {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/gu)) starts.push(match.index + match[0].length);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
