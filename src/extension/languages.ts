/** CUDA C++ is a language of VS Code itself (`.cu`, `.cuh`); device headers are also written as C++ or C. */
export const LANGUAGES = ['cuda-cpp', 'cpp', 'c'] as const;

export function isOurs(document: { readonly languageId: string }): boolean {
  return LANGUAGES.some((language) => language === document.languageId);
}
