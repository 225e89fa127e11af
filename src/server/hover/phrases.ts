/** The fixed words of hovers. */
import type { Language, Text } from '../../core/knowledge/language.js';
import type { Access, SiteKind, Team } from '../../core/schema.js';

const text = (en: string, zhCn: string): Text => ({ en, 'zh-cn': zhCn });

export const PHRASES = {
  mayBeNull: text('May be null', '可能为空'),
  neverNull: text('Never null', '从不为空'),
  alwaysNull: text('Always null', '总是为空'),
  nullWhen: text('null when', '为空条件：'),
  handled: text('Handled', '已处理'),
  guarded: text('Guarded', '有保护'),
  notHandled: text('Not handled', '未处理'),
  notProven: text('Not proven', '未能证明'),
  testedAt: text('tested at', '判断于'),
  predicateAt: text('predicate at', '谓词位于'),
  rdmaPathAt: text('RDMA path at', 'RDMA 路径位于'),
  noTest: text('no test separates the call from its uses', '调用与使用之间没有判断'),
  then: text('Then', '随后'),
  inside: text('Inside', '内部'),
  joins: text('Joins', '同步'),
  covers: text('Covers', '覆盖'),
  under: text('Under', '条件'),
  publishedBy: text('Published by', '由其发布'),
  readAfter: text('Read after', '读取前的屏障'),
  wants: text('Wants', '需要'),
  careful: text('Careful', '注意'),
  rank: text('rank', 'rank'),
  here: text('here', '此处'),
  counterpart: text('Open counterpart', '打开对应位置'),
  explain: text('Explain rule', '规则说明'),
  fallbackOf: text('Carries the data when', '承载数据，当'),
  isNull: text('is null', '为空时'),
  decides: text('Decides', '决定'),
  writesBefore: text('the writes to peers before it:', '在它之前的对端写：'),
  colon: text(': ', '：'),
  never: text('never', '从不'),
  always: text('always', '总是'),
  notNeeded: text('not needed: every rank of the team is reachable', '不需要：该 team 的 rank 全部可达'),
  noneFound: text('none found', '未找到'),
  push: text('push', '推送'),
  pull: text('pull', '拉取'),
  object: text('Object', '对象'),
  initAt: text('initialised at', '初始化于'),
  arriveAt: text('arrivals at', '到达于'),
  waitAt: text('waited for at', '等待于'),
  storedAt: text('written at', '写入于'),
  addedAt: text('changed atomically at', '原子修改于'),
  readAt: text('read at', '读取于'),
  destination: text('to', '目标'),
  orders: text('Orders', '使之有序'),
  ordersNothing: text('no two accesses to one memory were found that it orders', '未找到由它定序的两次访问'),
  written: text('written', '写'),
  read: text('read', '读'),
  writtenAgain: text('written again', '再次写'),
  toldBy: text('told of by', '由其告知'),
  synchronisation: text('synchronisation', '同步'),
  stages: text('stages', '级数'),
} as const satisfies Readonly<Record<string, Text>>;

export const KIND_NAMES: Readonly<Record<SiteKind, Text>> = {
  'peer-pointer': text('peer pointer', '对端指针'),
  reachability: text('reachability predicate', '可达性谓词'),
  'one-sided': text('one-sided operation', '单边操作'),
  barrier: text('barrier', '屏障'),
  mbarrier: text('mbarrier', 'mbarrier'),
  flag: text('flag', '标志'),
};

export const TEAM_NAMES: Readonly<Record<Team, string>> = { Lsa: 'LSA', World: 'world', Rail: 'rail' };

/** What a rank of the team counts. */
export const RANK_SPACES: Readonly<Record<Team, Text>> = {
  World: text('*world* index', '*world* 编号'),
  Lsa: text('index in the *NVLink domain*', '*NVLink 域*内编号'),
  Rail: text('index of the *domain* (node)', '*域*（节点）编号'),
};

/** Which ranks of the team can be loaded and stored directly (NCCL's definition of the teams). */
export const TEAM_REACH: Readonly<Record<Team, Text>> = {
  Lsa: text('every rank is reachable', '所有 rank 均可达'),
  World: text('only ranks of this NVLink domain are reachable', '仅本 NVLink 域内的 rank 可达'),
  Rail: text('only this rank itself is reachable', '仅本 rank 自身可达'),
};

/** The analyser's note on a team, `World when \`c\` is false`, in the reader's language. */
export function teamNote(note: string, language: Language): string {
  const named = note.replace(/\b(?:Lsa|World|Rail)\b/gu, (team) => TEAM_NAMES[team as Team]);
  if (language === 'en') return named;
  return named.replace(/ when (`[^`]*`) is (true|false)/gu, (_, condition: string, value: string) => `（当 ${condition} 为${value === 'true' ? '真' : '假'}）`);
}

export const ACCESS_NAMES: Readonly<Record<Access, Text>> = {
  'remote-store': text('store to the peer', '写对端'),
  'remote-load': text('load from the peer', '读对端'),
  'remote-atomic': text('atomic at the peer', '对端原子操作'),
  'address-only': text('address only', '仅取地址'),
};
