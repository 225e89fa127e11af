/** After a call that forms a peer pointer: which team, and whether it can be null. */
import { InlayHintKind, type InlayHint, type InlayHintParams } from 'vscode-languageserver';
import type { Language } from '../../core/knowledge/language.js';
import type { Site } from '../../core/schema.js';
import { PHRASES } from '../hover/phrases.js';
import { endOfCall } from '../callText.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const inlayHints: Feature = {
  capabilities: { inlayHintProvider: true },
  register({ connection, answer, onSession }) {
    connection.languages.inlayHint.on(answer<InlayHintParams, InlayHint[]>('inlay hints', [], hintsIn));
    onSession((session) => {
      if (!session.client.refreshesHints) return;
      session.listen({
        runEnded(changed) {
          if (changed.length > 0 && session.settings.inlayHints) sendQuietly(() => connection.languages.inlayHint.refresh());
        },
      });
    });
  },
};

function hintsIn(session: Session, { textDocument, range }: InlayHintParams): InlayHint[] {
  if (!session.settings.inlayHints) return [];
  const path = session.workspace.paths.toPath(textDocument.uri);
  const analysis = session.analyses.of(path);
  const lines = session.analyses.text(path)?.split(/\r\n|\r|\n/u);
  if (analysis === undefined || lines === undefined) return [];
  const inRange = ({ line }: Site): boolean => range.start.line <= line - 1 && line - 1 <= range.end.line;
  return analysis.sites.filter((site) => site.kind === 'peer-pointer' && inRange(site)).flatMap((site) => {
    const label = hintText(site, session.language);
    const position = endOfCall(lines, { line: site.line - 1, character: site.endColumn - 1 });
    if (label === undefined || position === undefined) return [];
    const tooltip = tooltipOf(site, session.language);
    return [{ position, label, kind: InlayHintKind.Type, paddingLeft: true, ...(tooltip === undefined ? {} : { tooltip }) }];
  });
}

const NULL_TEXT = {
  never: { en: 'never null', 'zh-cn': '非空' },
  maybe: { en: 'may be null', 'zh-cn': '可能为空' },
  always: { en: 'always null', 'zh-cn': '总为空' },
} as const;

/** When it is null, and for which instantiation it is which team; a string, since it holds text of the analysed code. */
function tooltipOf({ team, nullness, nullWhen }: Site, language: Language): string | undefined {
  const causes = nullness !== 'maybe' || nullWhen === undefined ? [] : [`${PHRASES.nullWhen[language]} ${nullWhen}`];
  const lines = [...causes, ...(team?.note === undefined ? [] : [team.note])];
  return lines.length === 0 ? undefined : lines.join('\n');
}

function hintText({ team, nullness }: Site, language: Language): string | undefined {
  const teams = (team?.values ?? []).map((value) => (value === 'Lsa' ? 'LSA' : value.toLowerCase())).join('/');
  const parts = [teams, nullness === undefined ? '' : NULL_TEXT[nullness][language]].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
}
