/**
 * The projects of a workspace whose kernels reach peers. A workspace folder that looks like a project's root is one; any other is a place
 * where projects lie side by side, if more than one of its top folders has such kernels and none includes a file of another.
 */
import type { FileAnalysis } from '../../core/analyzer.js';
import { exchangeKernels, projectReader, type ProjectInput } from '../../core/compare/index.js';
import type { Session } from '../session.js';
import type { FileSystem } from '../workspace/fileSystem.js';
import { nextTurn } from './scheduler.js';

/** What long work asks and tells between any two of its pieces. */
export interface Work {
  readonly isCancelled: () => boolean;
  readonly report: (done: number, total: number) => void;
}

/** Entries that stand at the root of a project. */
const MARKS: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'setup.py', 'pyproject.toml', 'CMakeLists.txt', 'Makefile', 'meson.build', 'BUILD.bazel', 'WORKSPACE', 'WORKSPACE.bazel', 'MODULE.bazel']);

interface Reading {
  readonly analyses: ReadonlyMap<string, FileAnalysis | undefined>;
  readonly project: ProjectInput;
}

export interface Projects {
  /** All that there are, in the order of the folders; undefined: cancelled. */
  find(session: Session, work: Work): Promise<readonly ProjectInput[] | undefined>;
}

/** What was read is kept until one of its files changes. */
export function createProjects(): Projects {
  const readings = new Map<string, Reading>();

  const read = async ({ analyzer, drawn }: Session, prefix: string, name: string, { isCancelled, report }: Work): Promise<Reading | undefined> => {
    const reader = projectReader(analyzer, { prefix, name });
    const known = readings.get(prefix);
    const analyses = new Map<string, FileAnalysis | undefined>();
    for (const [i, file] of reader.files.entries()) {
      if (isCancelled()) return undefined;
      report(i, reader.files.length);
      analyses.set(file, analyzer.analyzeFile(file));
      await nextTurn();
    }
    // The analyser gives the same object for a file as long as nothing has changed for it.
    if (known?.analyses.size === analyses.size && reader.files.every((file) => known.analyses.has(file) && known.analyses.get(file) === analyses.get(file))) return known;
    for (const [i, file] of reader.files.entries()) {
      if (isCancelled()) return undefined;
      report(i, reader.files.length);
      analyses.set(file, reader.read(file));
      await nextTurn();
    }
    const project = reader.project();
    for (const kernel of project.kernels) {
      if (isCancelled()) return undefined;
      drawn.draw(kernel);
      await nextTurn();
    }
    const reading = { analyses, project };
    readings.set(prefix, reading);
    return reading;
  };

  /** Undefined: cancelled. */
  const ofFolder = async (session: Session, folder: { readonly uri: string; readonly name: string }, work: Work): Promise<readonly Reading[] | undefined> => {
    const whole = async (): Promise<readonly Reading[] | undefined> => {
      const one = await read(session, folder.name, folder.name, work);
      return one && [one];
    };
    const tops = topFolders(session, folder.name);
    if (tops.length === 0) return [];
    if (tops.length === 1 || tops.includes('') || (await isProjectRoot(session.fileSystem, folder.uri))) return whole();
    const readingsOfTops: Reading[] = [];
    for (const top of tops) {
      const reading = await read(session, `${folder.name}/${top}`, top, work);
      if (reading === undefined) return undefined;
      if (exchangeKernels(reading.project).length > 0) readingsOfTops.push(reading);
    }
    return readingsOfTops.length < 2 || includeEachOther(readingsOfTops) ? whole() : readingsOfTops;
  };

  return Object.freeze({
    async find(session: Session, work: Work) {
      const found: ProjectInput[] = [];
      for (const folder of session.workspace.paths.folders) {
        const readingsHere = await ofFolder(session, folder, work);
        if (readingsHere === undefined) return undefined;
        found.push(...readingsHere.map(({ project }) => project).filter((project) => exchangeKernels(project).length > 0));
      }
      for (const prefix of readings.keys()) if (!session.analyzer.files().some((file) => file.startsWith(`${prefix}/`))) readings.delete(prefix);
      return found;
    },
  });
}

/** Those with device code in them; an empty name: the folder itself has some. */
function topFolders({ analyzer, analyses }: Session, folder: string): readonly string[] {
  const files = analyzer.files().filter((file) => file.startsWith(`${folder}/`) && analyses.isWorthwhile(file));
  return [...new Set(files.map((file) => file.slice(folder.length + 1).split('/').slice(0, -1)[0] ?? ''))].sort();
}

async function isProjectRoot(fileSystem: FileSystem, uri: string): Promise<boolean> {
  return ((await fileSystem.list(uri)) ?? []).some(({ name }) => MARKS.has(name));
}

function includeEachOther(readings: readonly Reading[]): boolean {
  return readings.some((one) => {
    const needed = new Set([...one.analyses.values()].flatMap((analysis) => analysis?.dependencies ?? []));
    return readings.some((other) => other !== one && other.project.files.some((file) => needed.has(file)));
  });
}
