/** How a feature joins the server: it takes the registry, sets its handlers, and says what the server can do because of it. */
import type { CancellationToken, Connection, ServerCapabilities } from 'vscode-languageserver';
import type { Session } from './session.js';

export type Handler<P, R> = (session: Session, params: P, token: CancellationToken) => R | Promise<R>;

export interface Registry {
  readonly connection: Connection;
  /** The server's own. */
  readonly version: string;
  /** A request handler that waits for the session, answers `fallback` if it fails or is cancelled, and never throws. */
  readonly answer: <P, R>(feature: string, fallback: R, handler: Handler<P, R>) => (params: P, token: CancellationToken) => Promise<R>;
  /** Called once, when the session begins. */
  readonly onSession: (start: (session: Session) => void) => void;
}

export interface Feature {
  readonly capabilities: Partial<ServerCapabilities>;
  register(registry: Registry): void;
}
