/** What the client told about itself, as far as the server needs it. */
import type { ClientCapabilities, InitializeParams } from 'vscode-languageserver';
import { Utils, URI } from 'vscode-uri';
import type { InitializationOptions } from './protocol.js';

export interface Client {
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
  readonly locale: string | undefined;
  readonly options: InitializationOptions;
  readonly pullsSettings: boolean;
  readonly announcesSettings: boolean;
  readonly announcesFolders: boolean;
  readonly watchesFiles: boolean;
  /** Also files outside of the workspace. */
  readonly watchesElsewhere: boolean;
  readonly refreshesLenses: boolean;
  readonly refreshesHints: boolean;
  readonly refreshesTokens: boolean;
  readonly snippetEdits: boolean;
}

export function clientOf(params: InitializeParams): Client {
  const { workspace }: ClientCapabilities = params.capabilities;
  // Older clients know only one root.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const root = params.rootUri;
  const folders = params.workspaceFolders ?? (root === null ? [] : [{ uri: root, name: Utils.basename(URI.parse(root)) }]);
  return {
    folders,
    locale: params.locale,
    options: (params.initializationOptions ?? {}) as InitializationOptions,
    pullsSettings: workspace?.configuration === true,
    announcesSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    announcesFolders: workspace?.workspaceFolders === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchesElsewhere: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
    refreshesTokens: workspace?.semanticTokens?.refreshSupport === true,
    snippetEdits: workspace?.workspaceEdit?.snippetEditSupport === true,
  };
}
