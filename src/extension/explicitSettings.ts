/**
 * Sends the server only what somebody set: a default is no opinion, and what the project file says counts before it.
 *
 * Values for one language (`"[cuda-cpp]": { … }`) are none of that, as the editor says where they are written: the settings are of the
 * window, and one analysis reads files of several languages.
 */
import * as vscode from 'vscode';
import type { ConfigurationMiddleware } from 'vscode-languageclient/node';

/** Of the keys that the manifest contributes, without their prefix. */
export type ContributedDefaults = ReadonlyMap<string, unknown>;

export function explicitSettings(defaults: ContributedDefaults): ConfigurationMiddleware {
  return {
    configuration: (params, token, next) => (params.items.every(({ section }) => section === 'symscope') ? params.items.map(() => treeOf(defaults)) : next(params, token)),
  };
}

export function contributedDefaults(manifest: unknown): ContributedDefaults {
  const { contributes } = manifest as { readonly contributes: { readonly configuration: readonly { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> }[] } };
  return new Map(contributes.configuration.flatMap(({ properties }) => Object.entries(properties)).map(([key, property]) => [key.replace(/^symscope\./u, ''), property.default]));
}

function treeOf(defaults: ContributedDefaults): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('symscope');
  const tree: Record<string, unknown> = {};
  for (const [key, value] of defaults) {
    const found = settings.inspect(key);
    const isSet = found !== undefined && [found.globalValue, found.workspaceValue, found.workspaceFolderValue].some((each) => each !== undefined);
    // Another extension, or who manages the computer, can give a setting another default.
    if (isSet || JSON.stringify(found?.defaultValue) !== JSON.stringify(value)) put(tree, key.split('.'), settings.get(key));
  }
  return tree;
}

function put(tree: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[first] = value;
  else put((tree[first] ??= {}) as Record<string, unknown>, rest, value);
}
