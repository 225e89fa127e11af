/** What the Compare view says. */
import type { Purpose } from '../../core/knowledge/comparison.js';
import type { Language } from '../../core/knowledge/language.js';

export interface CompareWords {
  /** Of the tables' own texts, which come in both. */
  readonly language: Language;
  readonly making: string;
  readonly onlyOne: string;
  readonly whatToDo: string;
  readonly addFolder: string;
  readonly noPeers: string;
  readonly gone: string;
  /** The list of kernels to compare with. */
  readonly beside: string;
  readonly alike: string;
  readonly others: string;
  readonly notAlike: string;
  readonly work: Readonly<Record<Purpose, string>>;
  readonly aspect: string;
  readonly differs: string;
  readonly same: string;
  readonly differences: (count: number, all: number) => string;
  readonly marks: string;
}

export const COMPARE_EN: CompareWords = {
  language: 'en',
  making: 'Reading both projects. The first time this takes a few seconds…',
  onlyOne: 'There is nothing to compare with: no other project whose kernels reach peers is open.',
  whatToDo: 'Add the folder of the other project to this workspace, for instance DeepGEMM beside DeepEP, or open the folder that holds both.',
  addFolder: 'Add folder to workspace…',
  noPeers: 'This kernel reaches no peer, so that no kernel of another project is its counterpart.',
  gone: 'This kernel is not there any more.',
  beside: 'Beside',
  alike: 'Do the same work',
  others: 'Reach peers as well',
  notAlike: 'None of the kernels of the other project does the same work; this one reaches peers as well.',
  work: { dispatch: 'dispatch', combine: 'combine', control: 'counts and flags' },
  aspect: 'aspect',
  differs: 'differs',
  same: 'the same',
  differences: (count, all) => `${count} of ${all} differ`,
  marks: 'Differences are marked ≠, what is the same =',
};

export const COMPARE_ZH: CompareWords = {
  language: 'zh-cn',
  making: '正在读取两个项目，首次需要几秒…',
  onlyOne: '没有可对比的对象：未打开其他内核会访问对端的项目。',
  whatToDo: '把另一个项目的文件夹加入此工作区（例如把 DeepGEMM 加到 DeepEP 旁边），或打开同时包含两者的文件夹。',
  addFolder: '将文件夹添加到工作区…',
  noPeers: '此内核不访问对端，因此其他项目中没有与之对应的内核。',
  gone: '此内核已不存在。',
  beside: '对比对象',
  alike: '做同样的工作',
  others: '同样访问对端',
  notAlike: '另一项目中没有内核做同样的工作；此内核也访问对端。',
  work: { dispatch: 'dispatch', combine: 'combine', control: '计数与标志' },
  aspect: '方面',
  differs: '不同',
  same: '相同',
  differences: (count, all) => `${all} 项中有 ${count} 项不同`,
  marks: '不同处以 ≠ 标记，相同处以 = 标记',
};
