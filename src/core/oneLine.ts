/** Text on one line: every run of white space, line ends and control characters becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');
}

const NOT_PLAIN = /\s\s|\p{Cc}|[\u2028\u2029`]|\/[/*]/u;
const LITERAL_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*/gu;

/**
 * A piece of code that can be quoted in a message, in backticks: on one line, without its comments. A backtick in it, which only a
 * literal can hold, becomes an apostrophe.
 */
export function codeLine(code: string): string {
  if (!NOT_PLAIN.test(code)) return code;
  return oneLine(code.replace(LITERAL_OR_COMMENT, (match) => (match.startsWith('/') ? ' ' : match))).replaceAll('`', "'").trim();
}
