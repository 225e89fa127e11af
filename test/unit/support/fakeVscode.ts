/** As much of the `vscode` module as the panel's host uses, with handles for the test to pull. */
type Listener<T> = (value: T) => unknown;

export class Emitter<T> {
  readonly listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

export class FakeUri {
  constructor(private readonly text: string) {}
  static parse(text: string): FakeUri {
    return new FakeUri(text);
  }
  static joinPath(base: FakeUri, ...parts: readonly string[]): FakeUri {
    return new FakeUri([base.toString(), ...parts].join('/'));
  }
  toString(): string {
    return this.text;
  }
}

export class FakePanel {
  title: string;
  visible = true;
  viewColumn = 2;
  disposed = false;
  revealed = 0;
  readonly posted: { readonly kind: string; readonly [key: string]: unknown }[] = [];
  private readonly received = new Emitter<unknown>();
  private readonly disposal = new Emitter<void>();
  readonly onDidDispose = this.disposal.event;
  readonly webview = {
    options: {},
    html: '',
    cspSource: 'https://webview.test',
    asWebviewUri: (uri: FakeUri) => uri,
    postMessage: (message: { readonly kind: string }) => {
      this.posted.push(message);
      return Promise.resolve(true);
    },
    onDidReceiveMessage: this.received.event,
  };
  constructor(readonly viewType: string, title: string, readonly options?: unknown) {
    this.title = title;
  }
  /** A message from the webview. */
  receive(message: unknown): void {
    this.received.fire(message);
  }
  reveal(): void {
    this.revealed += 1;
  }
  dispose(): void {
    this.disposed = true;
    this.disposal.fire();
  }
  /** The last message of a kind that was posted to the webview. */
  last(kind: string): { readonly kind: string; readonly [key: string]: unknown } | undefined {
    return this.posted.filter((message) => message.kind === kind).at(-1);
  }
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
  dispose(): void {
    // Nothing is held.
  }
}

class Position {
  constructor(readonly line: number, readonly character: number) {}
}

class Range {
  constructor(readonly start: Position, readonly end: Position) {}
}

interface Serializer {
  deserializeWebviewPanel(panel: FakePanel, state: unknown): Promise<void>;
}

/** A fresh module and what happened to it. */
export function fakeVscode() {
  const selection = new Emitter<unknown>();
  const log = {
    panels: [] as FakePanel[],
    /** Where each was asked to open. */
    columns: [] as number[],
    serializers: new Map<string, Serializer>(),
    selection,
    shown: [] as { readonly uri: string; readonly line: number; readonly column: number; readonly viewColumn: number; readonly preserveFocus: boolean }[],
    errors: [] as string[],
    clipboard: '',
    /** Where the save dialog says to write; undefined: it was cancelled. */
    saveTo: undefined as string | undefined,
    suggested: [] as string[],
    written: new Map<string, Uint8Array>(),
    visibleEditors: [] as { readonly viewColumn: number; readonly document: { readonly uri: FakeUri } }[],
  };
  const module = {
    Uri: FakeUri,
    Position,
    Range,
    CancellationTokenSource,
    Disposable: { from: (...items: readonly { dispose(): unknown }[]) => ({ dispose: () => items.map((item) => item.dispose()) }) },
    ViewColumn: { One: 1, Two: 2, Beside: -2 },
    TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
    env: { language: 'en', clipboard: { writeText: (text: string) => Promise.resolve((log.clipboard = text)) } },
    workspace: {
      workspaceFolders: undefined,
      getConfiguration: () => ({ get: () => undefined }),
      asRelativePath: (uri: FakeUri) => uri.toString(),
      fs: { writeFile: (uri: FakeUri, content: Uint8Array) => Promise.resolve(void log.written.set(uri.toString(), content)) },
      openTextDocument: (uri: FakeUri) => Promise.resolve({ uri, validatePosition: (position: Position) => position }),
    },
    window: {
      get visibleTextEditors() {
        return log.visibleEditors;
      },
      createWebviewPanel: (viewType: string, title: string, { viewColumn }: { readonly viewColumn: number }, options: unknown) => {
        log.columns.push(viewColumn);
        const panel = new FakePanel(viewType, title, options);
        log.panels.push(panel);
        return panel;
      },
      registerWebviewPanelSerializer: (viewType: string, serializer: Serializer) => {
        log.serializers.set(viewType, serializer);
        return { dispose: () => log.serializers.delete(viewType) };
      },
      onDidChangeTextEditorSelection: selection.event,
      showInformationMessage: () => Promise.resolve(undefined),
      showSaveDialog: ({ defaultUri }: { readonly defaultUri?: FakeUri }) => {
        log.suggested.push(String(defaultUri));
        return Promise.resolve(log.saveTo === undefined ? undefined : new FakeUri(log.saveTo));
      },
      showErrorMessage: (text: string) => log.errors.push(text),
      showTextDocument: (document: { readonly uri: FakeUri }, options: { readonly viewColumn: number; readonly preserveFocus: boolean; readonly selection: Range }) => {
        const { viewColumn, preserveFocus } = options;
        log.shown.push({ uri: document.uri.toString(), line: options.selection.start.line, column: options.selection.start.character, viewColumn, preserveFocus });
        return Promise.resolve({ revealRange: () => undefined });
      },
    },
  };
  return { module, log };
}
