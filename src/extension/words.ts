/** Texts of the extension at run time, in the language that the setting names, else in the editor's. */
import * as vscode from 'vscode';
import { languageOfLocale, type Language, type Text } from '../core/knowledge/language.js';

export function say({ en, 'zh-cn': zhCn }: Text, ...names: readonly string[]): string {
  return (languageShown() === 'zh-cn' ? zhCn : en).replace(/\{(\d)\}/gu, (whole, index: string) => names[Number(index)] ?? whole);
}

/** The language of everything that the extension says. */
export function languageShown(): Language {
  const chosen = vscode.workspace.getConfiguration('symscope').get<string>('language');
  return chosen === 'en' || chosen === 'zh-cn' ? chosen : languageOfLocale(vscode.env.language);
}
