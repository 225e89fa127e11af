/** What is wrong with a project file, as one diagnostic on it. */
import { findNodeAtLocation, parseTree, type ParseError } from 'jsonc-parser';
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ProjectProblem } from '../../host/project.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { ProjectScope } from '../workspace/projectFiles.js';

export const projectFile: Feature = {
  capabilities: {},
  register({ connection, onSession }) {
    onSession((session) => {
      let published: ReadonlySet<string> = new Set();
      session.listen({
        configured() {
          const wrong = new Map([...session.workspace.projects.scopes.values()].filter(({ problems }) => problems.length > 0).map((scope) => [scope.uri, scope]));
          for (const uri of new Set([...published, ...wrong.keys()])) {
            const scope = wrong.get(uri);
            sendQuietly(() => connection.sendDiagnostics({ uri, diagnostics: scope === undefined ? [] : [diagnosticOf(scope)] }));
          }
          published = new Set(wrong.keys());
        },
      });
    });
  },
};

function diagnosticOf({ uri, text, problems, isEarlier }: ProjectScope): Diagnostic {
  const [first = { message: '' }] = problems;
  const { offset, length } = placeOf(text, first);
  const document = TextDocument.create(uri, 'json', 0, text);
  return {
    range: { start: document.positionAt(offset), end: document.positionAt(offset + length) },
    severity: DiagnosticSeverity.Error,
    source: 'symscope',
    code: 'project-file',
    message: [...problems.map(({ message }) => message), meanwhile(first, isEarlier)].join('\n'),
  };
}

function meanwhile({ key }: ProjectProblem, isEarlier: boolean): string {
  if (key !== undefined) return 'Until this is mended, the rest of the file counts.';
  return isEarlier ? 'Until this is mended, what the file said before counts.' : 'Until this is mended, the file counts for nothing.';
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** The key; where the file is no JSON, the first place where it is not. */
function placeOf(text: string, { key }: ProjectProblem): Place {
  const whole = { offset: 0, length: text.length };
  try {
    const errors: ParseError[] = [];
    const tree = parseTree(text, errors, { disallowComments: true });
    if (key === undefined) return errors[0] ?? whole;
    const value = tree && (findNodeAtLocation(tree, [key]) ?? findNodeAtLocation(tree, ['levels', key]));
    return value?.parent?.children?.[0] ?? whole;
  } catch {
    // Brackets in brackets without end exhaust the parser's stack.
    return whole;
  }
}
