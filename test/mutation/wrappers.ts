/** What the functions of a workspace are, so far as their text shows it. */
const BODY = /(?<name>\w+)\s*\([^;{}]*\)\s*(?:const\s*)?\{(?<before>(?:\s|\/\/.*\n|(?:u?int\w*)\s+\w+(?:\s*=\s*\w+)?;|while\s*\([^;{}]*\)\s*\{?|do\s*\{)*)asm\b[^"]*(?<strings>(?:"[^"]*"\s*)+)/gu;

/** Functions that are one instruction, in any of the files: name and instruction. */
export function wrappersIn(texts: Iterable<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of texts)
    for (const { groups } of text.matchAll(BODY)) if (groups) found.set(groups['name'] ?? '', (groups['strings'] ?? '').replace(/"\s*"|^"|"\s*$/gu, '').trim());
  return found;
}


/** Functions other than kernels that raise a word of their peers and poll their own. */
export function rankBarriersIn(texts: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const text of texts)
    for (const { groups: { head = '', name = '', body = '' } = {} } of text.matchAll(/^(?<head>.*?)(?<name>\w+)\([^;{}]*\)\s*\{\n(?<body>.*?)^\}/gmsu))
      if (/red_add_rel_sys/u.test(body) && /ld_acquire_sys/u.test(body) && !/__global__/u.test(head)) found.add(name);
  return found;
}
