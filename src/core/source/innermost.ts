/** The value of the innermost of some folders that holds a path (forward slashes), or of the path itself; undefined: none holds it. */
export function innermost<T>(folders: ReadonlyMap<string, T>, path: string): T | undefined {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const value = folders.get(folder);
    if (value !== undefined || !folder.includes('/')) return value;
  }
}
