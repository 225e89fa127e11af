/** The state of a running server, and how files, settings and analyses depend on each other. Features only read it. */
import type { Connection } from 'vscode-languageserver';
import type { Analyzer, FileAnalysis } from '../core/analyzer.js';
import { languageOfLocale, type Language } from '../core/knowledge/language.js';
import { withProject } from '../host/project.js';
import { createAnalyses, type Analyses } from './analysis/analyses.js';
import { createDrawn, type Drawn } from './analysis/drawn.js';
import { createIdle } from './analysis/idle.js';
import { createScheduler, nextTurn, type Scheduler } from './analysis/scheduler.js';
import type { Client } from './client.js';
import type { Guard } from './guard.js';
import { parseSettings, type Settings } from './settings.js';
import type { FileSystem } from './workspace/fileSystem.js';
import { createWorkspace, type FileEvent, type FolderOptions, type OpenDocument, type Workspace } from './workspace/workspace.js';

/** What a session tells: a file has a new analysis, a run of analyses has begun or ended, a file is gone or closed. */
export interface SessionListener {
  analyzed?(path: string, analysis: FileAnalysis): void;
  runStarted?(): void;
  /** `changed`: files with a new analysis since the last time, or with more in it after a second look; `finished`: all that is wanted is up to date. */
  runEnded?(changed: readonly string[], finished: boolean): void;
  closed?(path: string, uri: string): void;
  /** Settings or project files may be other ones; all is analysed again. */
  configured?(): void;
}

export interface Session {
  readonly connection: Connection;
  readonly client: Client;
  readonly guard: Guard;
  readonly settings: Settings;
  readonly language: Language;
  readonly workspace: Workspace;
  /** For what reads whole projects; everything else goes through `analyses`. */
  readonly analyzer: Analyzer;
  readonly fileSystem: FileSystem;
  readonly analyses: Analyses;
  readonly drawn: Drawn;
  /** Both looks at a file, up to date; blocks for as long as they take. */
  readonly whole: (path: string) => FileAnalysis | undefined;
  /** Resolves when the workspace is read. */
  readonly ready: Promise<void>;
  listen(listener: SessionListener): void;
  setText(document: OpenDocument, text: string): void;
  close(uri: string): void;
  filesChanged(events: readonly FileEvent[]): void;
  readonly setSettings: (section: unknown) => void;
  setFolders(folders: FolderOptions['folders']): void;
  /** From now on all files of the workspace are analysed, in the background; for what compares across files. */
  wantAll(): void;
  idle(): Promise<void>;
  dispose(): void;
}

/** Milliseconds after the last change before analyses start. */
const DELAY = 150;
/** Milliseconds without work before memory is given back: longer than people pause between words, and a hover may wait for it. */
const REST = 2000;
/** The analyser resolves names across workspaces of up to this many UTF-16 units; in larger ones it parses includes as it needs them. */
const MAX_PREPARED = 24 << 20;

export interface SessionParts {
  readonly connection: Connection;
  readonly client: Client;
  readonly guard: Guard;
  readonly analyzer: Analyzer;
  readonly fileSystem: FileSystem;
  readonly openText: (uri: string) => string | undefined;
  readonly section: unknown;
  /** Gives memory back to the system, at the price of a pause; undefined where that cannot be asked for. */
  readonly collectGarbage: (() => void) | undefined;
}

export function createSession({ connection, client, guard, analyzer, fileSystem, openText, section, collectGarbage }: SessionParts): Session {
  const listeners: SessionListener[] = [];
  const workspace = createWorkspace({ analyzer, fs: fileSystem, openText });
  const analyses = createAnalyses(analyzer, guard);
  const drawn = createDrawn(guard);
  const seen = new Map<string, FileAnalysis>();
  const completed = new WeakSet<FileAnalysis>();
  let settings = parseSettings(section);
  let folders = client.folders;
  let allWanted = false;
  let changed: string[] = [];
  let loading = 0;
  let prepared = false;
  let loadWaits = false;
  /** Of the project files that the analyser knows. */
  let projectsVersion = -1;
  let ready: Promise<void> = Promise.resolve();
  /** Work on files is done one after the other. */
  let queue: Promise<void> = Promise.resolve();

  const tell = (event: (listener: SessionListener) => void): void => {
    for (const listener of listeners) guard.run('listener', undefined, () => { event(listener); });
  };
  const wanted = (): readonly string[] => [...workspace.openPaths(), ...(allWanted || settings.analyze === 'workspace' ? analyses.files() : [])];
  const runEnded = (finished: boolean): void => {
    const paths = changed;
    changed = [];
    tell((listener) => listener.runEnded?.(paths, finished));
  };
  /** The second look at a file, for what its first look leaves open. */
  const complete = (path: string, analysis: FileAnalysis): void => {
    completed.add(analysis);
    const before = analysis.findings.length + analysis.sites.length;
    analyses.complete(analysis);
    if (analysis.findings.length + analysis.sites.length !== before) changed.push(path);
    tell((listener) => listener.analyzed?.(path, analysis));
  };
  const resting = createIdle(REST, () => { collectGarbage?.(); });
  const scheduler: Scheduler = createScheduler({
    delay: DELAY,
    wanted,
    visit(path) {
      const analysis = analyses.of(path);
      if (analysis === undefined) seen.delete(path);
      if (analysis === undefined || analysis === seen.get(path)) return;
      seen.set(path, analysis);
      changed.push(path);
      tell((listener) => listener.analyzed?.(path, analysis));
    },
    // What people ask for next; in files that only background analyses are about, kernels without a site are left alone.
    afterwards: () => [
      // Of what this run has visited: any other analysis may be out of date.
      ...[...new Set(wanted())].flatMap((path) => {
        const analysis = analyses.known().get(path);
        return analysis === undefined || completed.has(analysis) ? [] : () => { complete(path, analysis); };
      }),
      ...[...analyses.known()].flatMap(([path, { kernels, sites }]) =>
        kernels
          .filter((kernel) => !drawn.isDrawn(kernel) && (workspace.opened(path) !== undefined || sites.some(({ line }) => kernel.line <= line && line <= kernel.endLine)))
          .map((kernel) => () => { drawn.draw(kernel); }),
      ),
      // What the second looks have added is new to whoever asked after the first.
      () => { if (changed.length > 0) runEnded(true); },
    ],
    onStart() {
      resting.busy();
      analyses.prune();
      tell((listener) => listener.runStarted?.());
    },
    onEnd: runEnded,
    onIdle() {
      resting.rest();
    },
  });
  const enqueue = (feature: string, work: () => Promise<void>): Promise<void> => {
    queue = queue.then(() => guard.runAsync(feature, undefined, work));
    return queue;
  };
  /** While files are read and parsed, verdicts would be made without the functions that are called, and be withdrawn soon after. */
  const touch = (first?: string): void => {
    if (loading === 0) scheduler.touch(first);
  };
  /** Parses ahead, file by file: else the first analysis would parse the whole workspace in one go, deaf to everything else. */
  const prepare = async (): Promise<void> => {
    prepared = settings.analyze === 'workspace' || workspace.openPaths().some(analyses.isWorthwhile);
    let size = 0;
    for (const path of prepared ? analyzer.files() : []) {
      size += analyses.text(path)?.length ?? 0;
      if (size > MAX_PREPARED) return;
      analyzer.prepare(path);
      await nextTurn();
    }
  };
  /** Work that requests and analyses wait for. */
  const hold = (feature: string, work: () => Promise<void>): void => {
    loading++;
    ready = enqueue(feature, async () => {
      await work();
      await prepare();
    }).then(() => {
      loading--;
      touch();
    });
  };
  /** What the settings say, and below a project file what it adds to them. */
  const configure = (): void => {
    const { scopes, version } = workspace.projects;
    projectsVersion = version;
    analyzer.configure({ ...settings.analysis, folders: new Map([...scopes].map(([folder, { project, accepted }]) => [folder, { ...withProject(settings.analysis, project), ...(accepted ? { accepted } : {}) }])) });
    seen.clear();
    tell((listener) => listener.configured?.());
  };
  const load = (): void => {
    // One that waits for its turn will see what has changed since.
    if (loadWaits) return;
    loadWaits = true;
    hold('reading the workspace', async () => {
      loadWaits = false;
      const { exclude, includeThirdParty } = settings;
      await workspace.load({ folders, exclude, includeThirdParty });
      configure();
    });
  };
  // Until the project files are read.
  analyzer.configure(settings.analysis);
  load();

  return Object.freeze({
    connection,
    client,
    guard,
    workspace,
    analyzer,
    fileSystem,
    analyses,
    drawn,
    whole(path: string) {
      const analysis = analyses.of(path);
      if (analysis !== undefined && !completed.has(analysis)) complete(path, analysis);
      return analysis;
    },
    get settings() {
      return settings;
    },
    get language() {
      return settings.language === 'auto' ? languageOfLocale(client.locale) : settings.language;
    },
    get ready() {
      return ready;
    },
    listen(listener: SessionListener) {
      listeners.push(listener);
    },
    setText(document: OpenDocument, text: string) {
      const path = workspace.paths.toPath(document.uri);
      // What was told of the file while it was closed, listeners may not have shown.
      if (workspace.opened(path) === undefined) seen.delete(path);
      workspace.setText(document, text);
      if (loading === 0 && !prepared && analyses.isWorthwhile(path)) hold('parsing', () => Promise.resolve());
      else touch(path);
    },
    close(uri: string) {
      const path = workspace.paths.toPath(uri);
      seen.delete(path);
      // Not queued: the document may be opened again before its turn came.
      void guard.runAsync('closing', undefined, () => workspace.close(uri)).then(() => { touch(); });
      tell((listener) => listener.closed?.(path, uri));
    },
    filesChanged(events: readonly FileEvent[]) {
      // Asked in its turn: what counts as a project file is known when the files have been read.
      void enqueue('following the disk', async () => {
        if (events.some(workspace.concernsProjects)) {
          load();
          return;
        }
        const changed = await workspace.apply(events);
        // A directory that was moved may have brought a project file, or taken one away.
        if (workspace.projects.version !== projectsVersion) configure();
        if (changed) touch();
      });
    },
    setSettings(next: unknown) {
      const before = settings;
      settings = parseSettings(next);
      // Clients tell of the settings when they begin to watch them, and also when something changed that is none of ours.
      if (JSON.stringify(before) === JSON.stringify(settings)) return;
      const sameFiles = JSON.stringify([before.exclude, before.includeThirdParty]) === JSON.stringify([settings.exclude, settings.includeThirdParty]);
      // Every listener shows things that a setting can switch off, so that all is looked at again.
      if (sameFiles) hold('parsing', () => { configure(); return Promise.resolve(); });
      else load();
    },
    setFolders(next: FolderOptions['folders']) {
      folders = next;
      load();
    },
    wantAll() {
      if (allWanted) return;
      allWanted = true;
      touch();
    },
    idle: async () => {
      await queue;
      await scheduler.idle();
    },
    dispose() {
      resting.busy();
      scheduler.dispose();
      analyzer.dispose();
    },
  });
}
