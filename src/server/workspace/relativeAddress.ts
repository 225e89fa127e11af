/** Address of a document as seen from a folder, without a fragment; absolute where no way leads from one to the other. */
import { URI } from 'vscode-uri';

export function relativeAddress(folder: string, document: string): string {
  const [from, to] = [URI.parse(folder), URI.parse(document)];
  if (from.scheme !== to.scheme || from.authority.toLowerCase() !== to.authority.toLowerCase()) return to.toString();
  const [start, end] = [segmentsOf(from.path), segmentsOf(to.path)];
  let common = 0;
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++;
  // Another drive of Windows is another root.
  if (common === 0 && (isDrive(start[0]) || isDrive(end[0]))) return to.toString();
  return [...start.slice(common).map(() => '..'), ...end.slice(common).map(encodeURIComponent)].join('/');
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '').map((segment, i) => (i === 0 && isDrive(segment) ? segment.toLowerCase() : segment));
}

function isDrive(segment: string | undefined): boolean {
  return segment !== undefined && /^[A-Za-z]:$/u.test(segment);
}
