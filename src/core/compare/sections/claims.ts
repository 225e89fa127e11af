/** Statements of the knowledge base held against the open source: what it contradicts is said to be contradicted. */
import { apiFacts } from '../../knowledge/apis.js';
import { CLAIMS, type ClaimCheck, type KnownClaim } from '../../knowledge/claims.js';
import type { Text } from '../../knowledge/language.js';
import type { Location, Translation, TranslationForTeam } from '../../schema.js';
import { at, code, join, placesOf, same, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import type { Claim, Section } from '../model.js';
import { barriersOf } from './barriers.js';
import { layerOf } from './design.js';
import { newestOf } from './target.js';
import { accessesIn, accessesOf, exchangeKernels, type RemoteAccess } from '../exchange.js';

export function claimSection(projects: readonly [ProjectInput, ProjectInput]): Section {
  return {
    id: 'claims', title: text('What is said, held against the source', '说法与源码的核对'),
    blocks: [{ kind: 'claims', id: 'claims', caption: text('Each statement is checked anew in the open files', '每条说法都在打开的源码中重新核对'), claims: CLAIMS.flatMap((claim) => projects.filter((project) => approachOf(project) === claim.approach).map((project) => judged(project, claim))) }],
  };
}

/**
 * Whose way a project goes. What is said of a function of a known name stays said of it when its body changes: that is how a claim comes to be
 * contradicted. Of other functions what they do decides. Undefined: nothing is translated.
 */
export function approachOf({ translations }: Pick<ProjectInput, 'translations'>): KnownClaim['approach'] | undefined {
  const known = new Set(translations.flatMap(({ name }) => apiFacts(name)?.approach ?? []));
  if (known.size > 0) return known.has('deepep') ? 'checked' : 'assumed';
  if (translations.length === 0) return undefined;
  return translations.some(({ assumesDomain, teams }) => !assumesDomain || teams.some(({ team }) => team !== undefined)) ? 'checked' : 'assumed';
}

type Verdict = Pick<Claim, 'verdict' | 'because' | 'places'>;

function judged(project: ProjectInput, { text: words, source, check }: KnownClaim): Claim {
  const from = [source.document, source.path, source.lines].filter((part) => part !== undefined).join(' ');
  return { text: { en: `${project.name}: ${words.en}`, 'zh-cn': `${project.name}：${words['zh-cn']}` }, source: from, ...verdictOf(project, check) };
}

function verdictOf(project: ProjectInput, check: ClaimCheck): Verdict {
  switch (check.of) {
    case 'translation': return ofTranslation(project, check);
    case 'own-rank-returns-pointer': return ofOwnRank(project);
    case 'table-entry': return ofTable(project);
    case 'value-is-atomic': return ofValues(project);
    case 'mixed-scopes': return ofScopes(project);
    case 'send-buffer': return ofSendBuffer(project);
    case 'inverted-phase': return ofPhases(project);
    case 'accesses': return ofAccesses(project, check);
    case 'no-cost': return ofCost(project);
    case 'no-plain-access': return ofPlainAccesses(project);
    case 'target': return ofTarget(project, check);
    case 'barrier': return ofBarrier(project, check);
  }
}

const unchecked = (because: Text): Verdict => ({ verdict: 'unchecked', because, places: [] });
const decided = (holds: boolean, because: Text, places: readonly Location[]): Verdict => ({ verdict: holds ? 'holds' : 'contradicted', because, places: placesOf(places) });

/** Functions that speak of teams, if a team is asked for; those are what the statement is about. */
function ofTranslation({ translations }: ProjectInput, { team, nullness }: ClaimCheck & { of: 'translation' }): Verdict {
  const asked = translations.flatMap((of): { of: Translation; by: TranslationForTeam }[] => of.teams.filter((by) => by.team === team).map((by) => ({ of, by })));
  if (asked.length === 0) return unchecked(text('no translation for that team is open', '没有打开针对该 team 的翻译函数'));
  const others = asked.filter(({ by }) => by.nullness !== nullness);
  const shown = others.length > 0 ? others : asked;
  const words = shown.map(({ of, by }) => same(`${code(of.name)}: ${by.nullness}${by.nulls[0]?.text === undefined || by.nulls[0].text === '' ? '' : ` (${code(by.nulls[0].text)})`}`));
  return decided(others.length === 0, join(words), shown.flatMap(({ of, by }) => (by.nulls.length > 0 ? by.nulls : [at(of)])));
}

function ofOwnRank({ translations }: ProjectInput): Verdict {
  const withTeams = translations.filter(({ teams }) => teams.some(({ team }) => team !== undefined));
  if (withTeams.length === 0) return unchecked(text('no translation with teams is open', '没有打开带 team 的翻译函数'));
  const given = withTeams.flatMap(({ pointer, teams }) => teams.flatMap(({ values }) => values.filter((value) => value.text === pointer)));
  return decided(given.length > 0, given.length > 0 ? text('the pointer itself is returned', '返回指针本身') : text('the pointer itself is returned nowhere', '没有任何路径返回指针本身'), given);
}

function ofAccesses(project: ProjectInput, { sort, some }: ClaimCheck & { of: 'accesses' }): Verdict {
  const kernels = project.kernels.filter((kernel) => accessesIn(project, kernel).length > 0);
  if (kernels.length === 0) return unchecked(text('no kernel that touches peers is open', '没有打开访问对端的内核'));
  const found = kernels.flatMap((kernel) => accessesIn(project, kernel)).filter((each) => each.sort === sort);
  const words = found.length === 0 ? text(`none in ${kernels.length} kernels`, `${kernels.length} 个内核中没有`) : text(`${found.length} in ${kernels.length} kernels`, `${kernels.length} 个内核中有 ${found.length} 处`);
  return decided(found.length > 0 === some, words, found.map(({ place }) => place));
}

function ofBarrier(project: ProjectInput, { signal, wait }: ClaimCheck & { of: 'barrier' }): Verdict {
  const own = barriersOf(project).filter(({ level, steps }) => level === 'ranks' && steps.some(({ what }) => what === 'signal'));
  if (own.length === 0) return unchecked(text('no barrier of a domain is open', '没有打开域内屏障'));
  const steps = own.flatMap((each) => each.steps.filter(({ what }) => what === 'signal' || what === 'wait'));
  const wrong = steps.filter(({ what, mechanism }) => !(what === 'signal' ? signal : wait).test(mechanism));
  const shown = wrong.length > 0 ? wrong : steps;
  return decided(wrong.length === 0 && steps.some(({ what }) => what === 'wait'), join([...new Set(shown.map(({ mechanism }) => code(mechanism)))].map(same), ', ', '、'), shown.map(({ place }) => place));
}

function ofTable({ translations }: ProjectInput): Verdict {
  if (translations.length === 0) return unchecked(text('no translation is open', '没有打开翻译函数'));
  // An element that the rank picks, or what lies at an address that it is part of.
  const reads = (value: string, rank: string): boolean => (value.match(/\[[^\]]*\]|\*\(.*/gu) ?? []).some((part) => part.split(/[^\w$]+/u).includes(rank));
  const values = translations.flatMap(({ rank, teams }) => teams.flatMap((team) => team.values.filter((value) => reads(value.text ?? '', rank))));
  const all = translations.flatMap(({ teams }) => teams.flatMap((team) => team.values));
  const shown = values.length > 0 ? values : all;
  return decided(values.length > 0, join([...new Set(shown.map((value) => code(value.text ?? '')))].map(same), ', ', '、'), shown);
}

/** Functions, no kernels, that do one thing where the peer has an address and another through the NIC. */
function wrappers(project: ProjectInput): { readonly direct: RemoteAccess[]; readonly posted: RemoteAccess[] }[] {
  const byFunction = new Map<string, RemoteAccess[]>();
  for (const site of project.sites) if (!site.isKernel) byFunction.set(`${site.file} ${site.function}`, [...(byFunction.get(`${site.file} ${site.function}`) ?? []), ...accessesOf(site)]);
  return [...byFunction.values()].map((all) => ({ direct: all.filter(({ sort }) => sort !== 'rdma'), posted: all.filter(({ sort }) => sort === 'rdma') }));
}

const mechanismsOf = (all: readonly RemoteAccess[]): Text => join([...new Set(all.map(({ mechanism }) => code(mechanism)))].map(same), ', ', '、');

function ofValues(project: ProjectInput): Verdict {
  const values = wrappers(project).filter(({ direct, posted }) => direct.length > 0 && posted.some(({ mechanism }) => /put_?value/iu.test(mechanism))).flatMap(({ direct }) => direct);
  if (values.length === 0) return unchecked(text('no function that stores one value for a peer is open', '没有打开为对端写单个值的函数'));
  return decided(values.every(({ sort }) => sort === 'atomic'), mechanismsOf(values), values.map(({ place }) => place));
}

function ofScopes(project: ProjectInput): Verdict {
  const adding = wrappers(project).map(({ direct }) => direct.filter(({ mechanism }) => /^red\.release\./u.test(mechanism))).filter((direct) => direct.length > 0);
  if (adding.length === 0) return unchecked(text('no function that adds for a peer is open', '没有打开为对端做加法的函数'));
  const scopes = (all: readonly RemoteAccess[]): number => new Set(all.map(({ mechanism }) => /\.(gpu|sys|cta|cluster)\b/u.exec(mechanism)?.[1])).size;
  const mixed = adding.filter((all) => scopes(all) > 1);
  const shown = (mixed.length > 0 ? mixed : adding).flat();
  return decided(mixed.length > 0, mechanismsOf(shown), shown.map(({ place }) => place));
}

function ofSendBuffer(project: ProjectInput): Verdict {
  const posting = exchangeKernels(project).filter(({ movements }) => movements.some(({ path }) => path === 'rdma'));
  if (posting.length === 0) return unchecked(text('no kernel with an RDMA path is open', '没有打开带 RDMA 路径的内核'));
  const filled = posting.filter(({ movements }) => movements.some(({ path, to }) => path === 'local' && movements.some((other) => other.path === 'rdma' && other.from.id === to.id)));
  const places = filled.flatMap(({ movements }) => movements.filter(({ path }) => path === 'local').map(({ edge: { file, line } }) => ({ file, line, column: 1 })));
  return decided(filled.length > 0, text(`in ${filled.length} of ${posting.length} kernels with an RDMA path`, `${posting.length} 个带 RDMA 路径的内核中有 ${filled.length} 个如此`), places);
}

function ofPhases(project: ProjectInput): Verdict {
  const kernels = exchangeKernels(project).map(({ kernel }) => kernel).filter(({ pipelines }) => pipelines.some(({ wait }) => wait.length > 0));
  if (kernels.length === 0) return unchecked(text('no pipeline of mbarriers is open', '没有打开 mbarrier 流水线'));
  const isInverted = (phase: string | undefined): boolean => /\^ 1$/u.test(phase ?? '');
  const waits = kernels.flatMap(({ pipelines }) => {
    const inverted = pipelines.flatMap(({ wait }) => wait.filter(({ phase }) => isInverted(phase)));
    // The same phase as it is, on another barrier of the kernel.
    const plain = pipelines.flatMap(({ wait }) => wait.filter(({ phase }) => inverted.some((other) => other.phase === `${phase ?? ''} ^ 1`)));
    return plain.length > 0 ? [...inverted, ...plain] : [];
  });
  const shown = [...new Set(waits.map(({ phase = '' }) => code(phase)))];
  return decided(waits.length > 0, waits.length > 0 ? join(shown.map(same), ', ', '、') : text('no phase is waited for inverted beside itself', '没有成对的相位与反相相位等待'), waits);
}

function ofCost({ translations }: ProjectInput): Verdict {
  if (translations.length === 0) return unchecked(text('no translation is open', '没有打开翻译函数'));
  const counts = translations.map((of) => ({ of, operations: Math.max(0, ...of.teams.map(({ cost }) => cost.loads + cost.additions + cost.multiplications + cost.comparisons + cost.calls)) }));
  const some = counts.filter(({ operations }) => operations > 0);
  const shown = some.length > 0 ? some : counts;
  return decided(some.length === 0, join(shown.map(({ of, operations }) => text(`${code(of.name)}: up to ${operations} operations`, `${code(of.name)}：至多 ${operations} 次运算`))), shown.map(({ of }) => at(of)));
}

function ofPlainAccesses(project: ProjectInput): Verdict {
  const all = exchangeKernels(project).flatMap(({ kernel }) => accessesIn(project, kernel));
  if (all.length === 0) return unchecked(text('no kernel that reaches peers is open', '没有打开访问对端的内核'));
  const plain = all.filter((access) => layerOf(access) === 'plain');
  return decided(plain.length === 0, text(`${plain.length} of ${all.length} accesses are plain C++`, `${all.length} 处访问中有 ${plain.length} 处是普通 C++`), (plain.length > 0 ? plain : all).map(({ place }) => place));
}

function ofTarget(project: ProjectInput, { sm }: ClaimCheck & { of: 'target' }): Verdict {
  const newest = newestOf(project);
  if (!newest) return unchecked(text('no instruction says which target it needs', '没有指令说明所需目标'));
  return decided(newest.target.sm === sm, same(`sm_${newest.target.sm}: ${code(newest.target.family)}`), newest.places);
}
