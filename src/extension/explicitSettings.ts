/** Sends the server only what somebody set: a default is no opinion, and what the project file says counts before it. */
import * as vscode from 'vscode';
import type { ConfigurationMiddleware } from 'vscode-languageclient/node';

export function explicitSettings(keys: readonly string[]): ConfigurationMiddleware {
  return {
    configuration: (params, token, next) => (params.items.every(({ section }) => section === 'symscope') ? params.items.map(() => treeOf(keys)) : next(params, token)),
  };
}

/** The keys that the manifest contributes, without their prefix. */
export function contributedKeys(manifest: unknown): readonly string[] {
  const { contributes } = manifest as { readonly contributes: { readonly configuration: readonly { readonly properties: object }[] } };
  return contributes.configuration.flatMap(({ properties }) => Object.keys(properties)).map((key) => key.replace(/^symscope\./u, ''));
}

function treeOf(keys: readonly string[]): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('symscope');
  const tree: Record<string, unknown> = {};
  for (const key of keys) {
    const found = settings.inspect(key);
    if (found?.globalValue === undefined && found?.workspaceValue === undefined && found?.workspaceFolderValue === undefined) continue;
    let branch = tree;
    const names = key.split('.');
    for (const name of names.slice(0, -1)) branch = (branch[name] ??= {}) as Record<string, unknown>;
    branch[names.at(-1) ?? key] = settings.get(key);
  }
  return tree;
}
