/** Projects compared: the report, a kernel beside its counterpart, and the place that does what another does. */
import { WorkDoneProgress, type CancellationToken, type Connection } from 'vscode-languageserver';
import { compareKernels, compareProjects, counterpartAt, counterpartKernels, exchangeKernels, renderHtml, renderMarkdown, workOf, type KernelCounterpart, type ProjectInput, type RenderOptions } from '../../core/compare/index.js';
import type { KernelChoice } from '../../panel/compare/model.js';
import { createProjects, type Projects, type Work } from '../analysis/projects.js';
import { specialised } from '../analysis/specialised.js';
import { sendQuietly } from '../guard.js';
import { COMPARE, COMPARE_KERNEL, COUNTERPART, PROJECTS } from '../protocol.js';
import type { CompareKernelParams, CompareKernelResult, CompareParams, CounterpartParams, CounterpartResult, ProgressParams, ProjectsResult } from '../protocol.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';
import { relativeAddress } from '../workspace/relativeAddress.js';

/** All projects of the workspace; undefined: cancelled. */
type Find = (session: Session, params: ProgressParams, token: CancellationToken) => Promise<readonly ProjectInput[] | undefined>;

export const compare: Feature = {
  capabilities: {},
  register({ connection, answer, version }) {
    const find = finder(connection, createProjects());
    connection.onRequest(PROJECTS, answer<ProgressParams, ProjectsResult>('projects', null, async (session, params, token) => {
      const projects = await find(session, params, token);
      return projects?.map((project) => ({ name: project.name, prefix: project.prefix, uri: session.workspace.paths.toUri(project.prefix), kernels: exchangeKernels(project).length })) ?? null;
    }));
    connection.onRequest(COMPARE, answer<CompareParams, string | null>('comparison', null, async (session, params, token) => {
      const projects = await find(session, params, token);
      const [first, second] = params.projects.map((prefix) => projects?.find((project) => project.prefix === prefix));
      return first && second ? reportOf(session, [first, second], params, version) : null;
    }));
    connection.onRequest(COMPARE_KERNEL, answer<CompareKernelParams, CompareKernelResult>('comparison of kernels', null, async (session, params, token) => {
      const projects = await find(session, params, token);
      return projects ? sideBySide(session, projects, params) : null;
    }));
    connection.onRequest(COUNTERPART, answer<CounterpartParams, CounterpartResult>('counterpart', null, async (session, params, token) => {
      const projects = await find(session, params, token);
      return projects ? counterpart(session, projects, params) : null;
    }));
  },
};

function finder(connection: Connection, projects: Projects): Find {
  return (session, { workDoneToken }, token) => {
    let shown = -1;
    const work: Work = {
      isCancelled: () => token.isCancellationRequested,
      report(done, total) {
        const percentage = Math.floor((100 * done) / Math.max(1, total));
        if (workDoneToken === undefined || percentage === shown) return;
        shown = percentage;
        sendQuietly(() => connection.sendProgress(WorkDoneProgress.type, workDoneToken, { kind: 'report', percentage }));
      },
    };
    return projects.find(session, work);
  };
}

async function reportOf({ language, workspace: { paths } }: Session, projects: readonly [ProjectInput, ProjectInput], { format, from }: CompareParams, version: string): Promise<string> {
  const report = compareProjects(projects, version);
  const options: RenderOptions = { language, addressOf: (file) => (from === undefined ? paths.toUri(file) : relativeAddress(from, paths.toUri(file))) };
  switch (format) {
    case 'json': return `${JSON.stringify(report, undefined, 1)}\n`;
    case 'markdown': return renderMarkdown(report, options);
    case 'html': {
      // The layout engine is large, and most sessions never draw.
      const { drawReport, DRAWING_STYLE } = await import('../../report/drawings.js');
      return renderHtml(report, { ...options, drawings: await drawReport(report, projects, options), drawingStyle: DRAWING_STYLE });
    }
  }
}

const holds = ({ prefix }: ProjectInput, path: string): boolean => path.startsWith(`${prefix}/`);

function sideBySide({ workspace: { paths }, analyses }: Session, projects: readonly ProjectInput[], { uri, name, line, other, given }: CompareKernelParams): CompareKernelResult {
  const path = paths.toPath(uri);
  const nothing = (state: 'one-project' | 'no-peers' | 'no-kernel'): CompareKernelResult => ({ state, uris: {} });
  const project = projects.find((each) => holds(each, path));
  const named = (project?.kernels ?? analyses.of(path)?.kernels ?? []).filter((each) => each.file === path && (name === undefined || each.name === name));
  const kernel = named.find((each) => line !== undefined && each.line <= line && line <= each.endLine) ?? named[0];
  if (!kernel) return nothing('no-kernel');
  if (!project || !exchangeKernels(project).some((each) => each.kernel === kernel)) return nothing('no-peers');
  const counterparts = counterpartKernels({ project, kernel }, projects.filter((each) => each !== project));
  const chosen = Math.max(0, counterparts.findIndex((each) => other !== undefined && each.kernel.file === other.file && each.kernel.line === other.line));
  const partner = counterparts[chosen];
  if (!partner) return nothing('one-project');
  const analysis = analyses.of(path);
  const comparison = compareKernels({ project, kernel: (analysis && specialised(analysis, kernel, given)) ?? kernel }, partner);
  const files = comparison.tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ places, more = [] }) => [...places, ...more.flatMap((each) => each.places)])));
  return {
    state: 'compared', comparison, work: workOf({ project, kernel }), counterparts: counterparts.map(choiceOf), chosen,
    uris: Object.fromEntries([...new Set([kernel.file, partner.kernel.file, ...files.map(({ file }) => file)])].map((file) => [file, paths.toUri(file)])),
  };
}

function choiceOf({ project, kernel: { name, file, line }, work, alike }: KernelCounterpart): KernelChoice {
  return { name, file, line, project: project.name, work, alike };
}

function counterpart({ workspace: { paths } }: Session, projects: readonly ProjectInput[], { uri, line, column }: CounterpartParams): CounterpartResult {
  const file = paths.toPath(uri);
  const own = projects.find((each) => holds(each, file));
  const others = projects.filter((each) => each !== own);
  const found = own && counterpartAt({ file, line, column }, own, others);
  if (!found) return { state: projects.length < 2 ? 'one-project' : 'nothing' };
  const { what, name, target } = found;
  if (others.length === 0) return { state: 'one-project' };
  if (!target) return { state: 'none', what, name };
  return { state: 'found', what, name, target: { uri: paths.toUri(target.file), line: target.line, column: target.column, endColumn: target.endColumn } };
}
