/** The activity-bar tree "Symmetric Memory": kernels, and findings by rule. Each view is hidden while it is empty. */
import * as vscode from 'vscode';
import { CHANGED, OVERVIEW, type OverviewItem, type OverviewParams, type OverviewResult } from '../server/protocol.js';
import type { App } from './app.js';

/** An item with its place in the tree. `uri`, `name` and `line` are what Analyze Kernel takes. */
interface Node {
  readonly id: string;
  readonly item: OverviewItem;
  readonly uri: string | undefined;
  readonly name: string;
  readonly line: number | undefined;
}

/** Milliseconds; analyses of many files come one soon after the other. */
const PAUSE = 300;

const ICONS: Readonly<Record<OverviewItem['kind'], vscode.ThemeIcon>> = {
  kernel: new vscode.ThemeIcon('circuit-board'),
  role: new vscode.ThemeIcon('symbol-namespace'),
  write: new vscode.ThemeIcon('arrow-right'),
  read: new vscode.ThemeIcon('arrow-left'),
  gap: new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.errorForeground')),
  barrier: new vscode.ThemeIcon('debug-pause'),
  pipeline: new vscode.ThemeIcon('sync'),
  operation: new vscode.ThemeIcon('circle-small'),
  rule: new vscode.ThemeIcon('law'),
  error: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  warning: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  information: new vscode.ThemeIcon('info'),
  hint: new vscode.ThemeIcon('lightbulb'),
};

export function overview({ client, log }: App): vscode.Disposable {
  const kernels = treeOf('symscope.kernels', 'symscope.hasKernelTree');
  const findings = treeOf('symscope.findings', 'symscope.hasFindingTree');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: vscode.CancellationTokenSource | undefined;

  const ask = async (): Promise<void> => {
    running?.cancel();
    const mine = (running = new vscode.CancellationTokenSource());
    const params: OverviewParams = { whole: kernels.view.visible || findings.view.visible };
    try {
      const answer = await client.sendRequest<OverviewResult>(OVERVIEW, params, mine.token);
      if (mine.token.isCancellationRequested) return;
      kernels.show(answer.kernels);
      findings.show(answer.rules);
    } catch (error) {
      // A request that a newer one has overtaken is no failure.
      if (!mine.token.isCancellationRequested) log.warn(`The tree could not be made: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const askSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE);
  };
  return vscode.Disposable.from(
    kernels,
    findings,
    client.onNotification(CHANGED, askSoon),
    kernels.view.onDidChangeVisibility(askSoon),
    findings.view.onDidChangeVisibility(askSoon),
    new vscode.Disposable(() => {
      clearTimeout(timer);
      running?.cancel();
    }),
  );
}

function treeOf(id: string, context: string) {
  const changed = new vscode.EventEmitter<undefined>();
  let roots: readonly Node[] = [];
  const view = vscode.window.createTreeView<Node>(id, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => [...(node === undefined ? roots : nodesOf(node.item.children, node.id))],
      getTreeItem: treeItem,
    },
  });
  return {
    view,
    show(items: readonly OverviewItem[]): void {
      roots = nodesOf(items, '');
      changed.fire(undefined);
      void vscode.commands.executeCommand('setContext', context, roots.length > 0);
    },
    dispose(): void {
      view.dispose();
      changed.dispose();
    },
  };
}

/** An id goes by names and not by lines, so that what is open stays open while the text above it changes. */
function nodesOf(items: readonly OverviewItem[], parent: string): Node[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = `${parent}/${item.kind} ${item.kind === 'kernel' ? (item.target?.uri ?? '') : ''} ${item.label}`;
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return { id: `${key} ${n}`, item, uri: item.target?.uri, name: item.label, line: item.target?.line };
  });
}

function treeItem({ id, item }: Node): vscode.TreeItem {
  const { kind, label, description, tooltip, target, children } = item;
  const state = children.length === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
  const made = new vscode.TreeItem(label, state);
  made.id = id;
  made.iconPath = ICONS[kind];
  made.contextValue = kind;
  // A string, so that names of the analysed code are no markup.
  made.tooltip = tooltip ?? [label, description].filter((text) => text !== undefined && text !== '').join('\n');
  if (description !== undefined) made.description = description;
  if (target !== undefined) {
    const position = new vscode.Position(target.line - 1, target.column - 1);
    const options: vscode.TextDocumentShowOptions = { selection: new vscode.Range(position, position), preserveFocus: true };
    made.command = { title: label, command: 'vscode.open', arguments: [vscode.Uri.parse(target.uri), options] };
  }
  return made;
}
