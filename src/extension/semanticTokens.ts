/**
 * When our semantic tokens are used. VS Code takes those of one provider only, so that ours would cost a reader the colours of a C++
 * extension that colours everything. By default they stay back where such an extension is there.
 */
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** Extensions that give semantic tokens for C++ or CUDA C++. */
const OTHERS = ['ms-vscode.cpptools', 'llvm-vs-code-extensions.vscode-clangd', 'anysphere.cpptools', 'ccls-project.ccls'];

export const semanticTokensMiddleware: Pick<Middleware, 'provideDocumentSemanticTokens'> = {
  provideDocumentSemanticTokens: (document, token, next) => {
    const mode = vscode.workspace.getConfiguration('symscope').get<string>('semanticTokens');
    const staysBack = mode !== 'on' && OTHERS.some((id) => vscode.extensions.getExtension(id) !== undefined);
    return staysBack ? undefined : next(document, token);
  },
};
