/** What is wrong with project files, as one diagnostic on each: the rest of it, and the settings, keep counting. */
import { DiagnosticSeverity, type Diagnostic, type Range } from 'vscode-languageserver';
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

function diagnosticOf({ text, problems }: ProjectScope): Diagnostic {
  const [first = { message: '' }] = problems;
  const meanwhile = first.key === undefined ? 'Until then, what it said last counts, or else the settings alone.' : 'Until then, the rest of the file counts.';
  return { range: rangeOf(text, first), severity: DiagnosticSeverity.Error, source: 'symscope', code: 'project-file', message: [...problems.map(({ message }) => message), meanwhile].join('\n') };
}

/** The key; where the file is no JSON, the place that the parser names. */
function rangeOf(text: string, { key, message }: ProjectProblem): Range {
  if (key !== undefined) {
    const word = JSON.stringify(key);
    const start = text.indexOf(word);
    return start < 0 ? wordAt(text, 0, 0) : wordAt(text, start, word.length);
  }
  return wordAt(text, Number(/ at position (\d+)/u.exec(message)?.[1] ?? 0), 1);
}

function wordAt(text: string, start: number, length: number): Range {
  const lines = text.slice(0, start).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { start: position, end: { ...position, character: position.character + length } };
}
