/** An offset between two statements of a function body, near the middle of the text: where an edit does not break the syntax. */
export function placeInBody(text: string): number {
  const places = [...text.matchAll(/;\n(?= {4,}\S[^\n]*;\n)/gu)].map((match) => match.index + 1);
  const place = places[Math.floor(places.length / 2)];
  if (place === undefined) throw new Error('There are no two statements to put an edit between.');
  return place;
}
