import { readPanelState } from './messages.js';
import type { PanelMessage, PanelState } from './messages.js';

interface WebviewApi {
  postMessage(message: PanelMessage): void;
  getState(): unknown;
  setState(state: PanelState): void;
}

declare function acquireVsCodeApi(): WebviewApi;

/** It can be acquired only once in the life of a page. */
const api = acquireVsCodeApi();

export function post(message: PanelMessage): void {
  api.postMessage(message);
}

export function storedState(): PanelState | undefined {
  return readPanelState(api.getState());
}

export function storeState(state: PanelState): void {
  api.setState(state);
}
