/** The languages that hovers, hints and the report speak. */
export type Language = 'en' | 'zh-cn';

export interface Text {
  readonly en: string;
  readonly 'zh-cn': string;
}

export const text = (en: string, zhCn: string): Text => ({ en, 'zh-cn': zhCn });

/** The language for an editor's locale (BCP 47, any case), e.g. `zh-CN`, `zh-hans`, `en-US`. */
export function languageOfLocale(locale: string | undefined): Language {
  return /^zh(?:$|[-_](?:cn|sg|hans))/iu.test(locale ?? '') ? 'zh-cn' : 'en';
}
