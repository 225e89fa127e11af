/** How each project translates an address: definitions, what each team gives, and what it costs. */
import type { Text } from '../../knowledge/language.js';
import type { Translation, TranslationForTeam } from '../../schema.js';
import { at, cell, code, codeLines, DASH, join, nameOf, orderOf, same, teamText, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Note, Section, Table } from '../model.js';
import { addressDiagrams } from './addresses.js';
import { teamUses } from './teams.js';

type Projects = readonly [ProjectInput, ProjectInput];

export function translationSection(projects: Projects): Section {
  return { id: 'translation', title: text('Translating a pointer', '指针翻译'), blocks: [definitions(projects), ...addressDiagrams(projects), teams(projects), ...predicates(projects), ...teamUses(projects), costs(projects), COST_NOTE] };
}

function definitions(projects: Projects): Table {
  return {
    kind: 'table', id: 'definitions', caption: text('Functions that translate an address for another rank', '把地址翻译给另一个 rank 的函数'),
    columns: [text('project', '项目'), text('function', '函数'), text('lines', '行'), text('lines of code', '代码行数'), text('translates', '翻译'), text('checks the rank', '是否检查 rank')],
    rows: projects.flatMap((project) => project.translations.map((each): Cell[] => [
      cell(project.name), cell(code(nameOf(each)), [at(each)]), cell(`${each.firstLine}–${each.endLine}`),
      cell(String(codeLines(project, each.file, each.firstLine, each.endLine))),
      cell(text(`${code(each.pointer)} for rank ${code(each.rank)}`, `${code(each.pointer)}，目标 rank ${code(each.rank)}`)),
      cell(checksRank(each)),
    ])),
  };
}

export function checksRank({ assumesDomain }: Translation): Text {
  return assumesDomain ? text('no: the rank must be in the NVLink domain', '否：rank 必须在 NVLink 域内') : text('yes', '是');
}

function rowsByTeam(projects: Projects): { readonly project: ProjectInput; readonly of: Translation; readonly by: TranslationForTeam }[] {
  return projects.flatMap((project) => project.translations.flatMap((of) => of.teams.toSorted((a, b) => orderOf(a) - orderOf(b)).map((by) => ({ project, of, by }))));
}

function teams(projects: Projects): Table {
  return {
    kind: 'table', id: 'teams', caption: text('What comes back, team by team', '各 team 的返回值'),
    columns: [text('function', '函数'), text('team', 'team'), text('null', '空值'), text('value', '值')],
    rows: rowsByTeam(projects).map(({ project, of, by }) => [
      cell(same(`${project.name} ${code(of.name)}`), [at(of)]), cell(teamText(by.team)), nullCell(by), valueCell(by),
    ]),
  };
}

const NULLNESS: Readonly<Record<TranslationForTeam['nullness'], Text>> = { never: text('never', '从不'), maybe: text('may be null', '可能为空'), always: text('always', '总是') };

export function nullCell({ nullness, nulls }: TranslationForTeam): Cell {
  const when = nulls.filter((each) => (each.text ?? '') !== '').map((each) => code(each.text ?? '', 160));
  if (nullness !== 'maybe' || when.length === 0) return cell(NULLNESS[nullness], nulls.map(at));
  return cell(text(`when ${when.join(' or ')}`, `当 ${when.join(' 或 ')}`), nulls.map(at));
}

export function valueCell({ values }: TranslationForTeam): Cell {
  const distinct = [...new Map(values.map((each) => [each.text ?? '', each])).values()];
  return distinct.length === 0 ? DASH : cell(distinct.map((each) => code(each.text ?? '', 160)).join('; '), distinct.map(at));
}

const ANSWERS: Readonly<Record<'always' | 'never' | 'depends', Text>> = { always: text('always', '总是'), never: text('never', '从不'), depends: text('if', '当') };

function predicates(projects: Projects): Table[] {
  const rows = projects.flatMap((project) => project.predicates.flatMap((of) => of.teams.toSorted((a, b) => orderOf(a) - orderOf(b)).map((by): Cell[] => {
    const when = by.values.map((each) => code(each.text ?? '', 160)).join(', ');
    const answer = by.answer === 'depends' ? text(`if ${when}`, `当 ${when}`) : ANSWERS[by.answer];
    return [cell(same(`${project.name} ${code(of.name)}`), [at(of)]), cell(teamText(by.team)), cell(answer, by.values.map(at))];
  })));
  if (rows.length === 0) return [];
  return [{ kind: 'table', id: 'predicates', caption: text('Functions that translations ask whether a rank can be reached', '翻译函数用来判断 rank 是否可达的函数'), columns: [text('function', '函数'), text('team', 'team'), text('reachable', '可达')], rows }];
}

const COST_NOTE: Note = {
  kind: 'note',
  text: text(
    'Counted: the operations in all values that are returned and in all conditions that lead there, callees of the workspace included, for each team on its own; what two of them share is counted once, what is known when the code is compiled not at all. Loads are reads of members, kernel parameters and arrays. These are operations of the source, not machine instructions.',
    '计数方法：所有返回值以及到达返回处的所有条件中的操作，含工作区内被调用函数，按 team 分别统计；共享的部分只计一次，编译期已知的不计。读取指成员、内核参数与数组的读取。这里统计的是源码中的操作，不是机器指令。',
  ),
};

function costs(projects: Projects): Table {
  return {
    kind: 'table', id: 'cost', caption: text('Operations in the source of one translation, each counted once', '一次翻译在源码中的操作数（各计一次）'),
    columns: [text('function', '函数'), text('team', 'team'), text('loads', '读取'), text('additions', '加减'), text('multiplications', '乘除'), text('comparisons', '比较'), text('library calls', '库调用')],
    rows: rowsByTeam(projects).map(({ project, of, by: { team, cost } }) => [
      cell(same(`${project.name} ${code(of.name)}`), [at(of)]), cell(teamText(team)),
      ...[cost.loads, cost.additions, cost.multiplications, cost.comparisons, cost.calls].map((n) => cell(String(n))),
    ]),
  };
}

/** The functions by what they promise; used where one project's way is named in a few words. */
export function wayOf(project: ProjectInput): Text {
  const called = project.translations.map((each) => code(each.name));
  return called.length === 0 ? text('none', '无') : join([...new Set(called)].map(same), ', ', '、');
}
