/** Words that the renderings add to the report, and its inline code. */
import type { Language, Text } from '../../knowledge/language.js';
import type { Location } from '../../schema.js';
import { text } from '../cells.js';
import type { Claim, Flow, ProjectSummary, Step } from '../model.js';

export const VERDICTS: Readonly<Record<Claim['verdict'], Text>> = {
  holds: text('holds', '成立'), contradicted: text('contradicted', '与源码矛盾'), unchecked: text('not checked', '未核对'),
};
export const PATHS: Readonly<Record<Flow['path'], Text>> = { nvlink: text('NVLink', 'NVLink'), rdma: text('RDMA', 'RDMA'), local: text('local', '本地'), gap: text('gap', '缺口') };
export const STEPS: Readonly<Record<Step['what'], Text>> = {
  signal: text('→ peers', '→ 对端'), wait: text('← peers', '← 对端'), join: text('meet', '汇合'), complete: text('complete', '完成'), count: text('count', '计数'),
};
export const WORDS = {
  contents: text('Contents', '目录'), statement: text('statement', '说法'), verdict: text('verdict', '结论'), because: text('the source says', '源码'), read: text('said in', '出处'),
  when: text('if', '条件'), role: text('role', '角色'), path: text('path', '路径'), diagramText: text('as Mermaid text', 'Mermaid 文本'),
  counted: text('All figures and links are computed from the source that was given; nothing was built or run.', '全部数字与链接均由给定源码计算得出，未编译、未运行任何代码。'),
} as const;

/** What was read of a project. */
export function sizeOf({ files, kernels, sites }: ProjectSummary): Text {
  const en = ([[files, 'file'], [kernels, 'kernel'], [sites, 'site']] as const).map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`).join(', ');
  return text(en, `${files} 个文件，${kernels} 个内核，${sites} 处位置`);
}

/** Pieces of a text: what stands in backticks is code. */
export function pieces(words: string): readonly { readonly isCode: boolean; readonly text: string }[] {
  return words.split('`').map((piece, i) => ({ isCode: i % 2 === 1, text: piece })).filter((piece) => piece.text !== '');
}

export const label = ({ file, line }: Location): string => `${file.split('/').at(-1) ?? file}:${line}`;

/** What each of several links says: the file once, then lines alone. `known`: the file that the row is about. */
export function labels(places: readonly Location[], known?: string): readonly string[] {
  return places.map((place, i) => {
    if (i > 0 && places[i - 1]?.file === place.file) return String(place.line);
    return place.file === known ? `L${place.line}` : label(place);
  });
}

/** Address of a file, without a fragment, as seen from where the report is read. */
export type AddressOf = (file: string) => string;

/** Files below a folder; `base` is its address with a slash at the end, or empty for the folder that the report is in. */
export function below(base: string): AddressOf {
  return (file) => `${base}${file.split('/').map(encodeURIComponent).join('/')}`;
}

export function href({ file, line }: Pick<Location, 'file' | 'line'>, addressOf: AddressOf): string {
  return `${addressOf(file)}#L${line}`;
}

export type Say = (words: Text) => string;
export const sayIn = (language: Language): Say => (words) => words[language];
