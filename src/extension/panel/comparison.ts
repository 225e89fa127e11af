/** The panel's comparison with another kernel: made when the view asks for it, and again when a file that it is about changes. */
import * as vscode from 'vscode';
import type { HostMessage } from '../../panel/messages.js';
import type { CompareKernelParams } from '../../server/protocol.js';
import type { KernelGraphSource } from './source.js';

export interface Comparison {
  /** Makes an earlier, unfinished one stop. */
  ask(params: CompareKernelParams): Promise<void>;
  /** Documents with a new analysis. */
  changed(uris: readonly string[]): void;
  dispose(): void;
}

/** Milliseconds without a further change before it is made again. */
const PAUSE = 500;

export function createComparison(source: Pick<KernelGraphSource, 'compareKernel'>, post: (message: HostMessage) => void): Comparison {
  let last: CompareKernelParams | undefined;
  let about: ReadonlySet<string> = new Set();
  let running: vscode.CancellationTokenSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (params: CompareKernelParams): Promise<void> => {
    running?.cancel();
    clearTimeout(timer);
    last = params;
    const mine = (running = new vscode.CancellationTokenSource());
    try {
      const answer = await source.compareKernel(params, mine.token);
      if (answer === null || mine.token.isCancellationRequested) return;
      // Another project may come to be open at any time: then any change can mean a counterpart.
      about = new Set(answer.state === 'compared' ? Object.values(answer.uris) : []);
      post({ kind: 'comparison', answer });
    } catch (error) {
      // What a newer question has overtaken is no failure.
      if (!mine.token.isCancellationRequested) throw error;
    } finally {
      mine.dispose();
    }
  };
  return Object.freeze({
    ask,
    changed(uris: readonly string[]) {
      const params = last;
      if (params === undefined || (about.size > 0 && !uris.some((uri) => about.has(uri)))) return;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(params).catch(() => undefined), PAUSE);
    },
    dispose() {
      clearTimeout(timer);
      running?.cancel();
    },
  });
}
