/** Literals: numbers to values, strings to their contents. */

/** The value of an integer literal; undefined for a floating one and for what a double cannot hold exactly. */
export function integerValue(literal: string): number | undefined {
  const plain = literal.replaceAll("'", '').toLowerCase();
  const match = /^([-+]?)(0x[0-9a-f]+|0b[01]+|[0-9]+)(?:[ul]|ll|ul|lu|ull|llu|u?z|zu)?$/.exec(plain);
  const digits = match?.[2];
  if (digits === undefined) return undefined;
  const isOctal = /^0[0-7]+$/.test(digits);
  const value = isOctal ? Number.parseInt(digits, 8) : Number(digits);
  if (!Number.isSafeInteger(value)) return undefined;
  return match?.[1] === '-' ? -value : value;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v', '\n': '', '\r\n': '',
};

/** The characters that an ordinary literal's inside stands for; a line continuation is nothing. */
export function unescape(inside: string): string {
  if (!inside.includes('\\')) return inside;
  return inside.replace(
    /\\(?:x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(\r\n|[\s\S]))/g,
    (_, hex?: string, short?: string, long?: string, octal?: string, simple?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return character(Number.parseInt(code, 16));
      if (octal !== undefined) return character(Number.parseInt(octal, 8));
      return SIMPLE_ESCAPES[simple ?? ''] ?? simple ?? '';
    },
  );
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

/** Contents of `"…"`, with any encoding prefix, and of `R"tag(…)tag"`; undefined if it is neither. */
export function stringContents(literal: string): string | undefined {
  const raw = literal.includes('R"') && /^(?:L|u8|u|U)?R"([^()\\\s]{0,16})\(([\s\S]*)\)\1"$/.exec(literal);
  if (raw) return raw[2];
  const plain = /^(?:L|u8|u|U)?"([\s\S]*)"$/.exec(literal);
  return plain?.[1] === undefined ? undefined : unescape(plain[1]);
}

/** The code of a character literal. */
export function characterValue(literal: string): number | undefined {
  const inside = /^(?:L|u8|u|U)?'([\s\S]*)'$/.exec(literal)?.[1];
  if (inside === undefined) return undefined;
  const contents = unescape(inside);
  const code = contents.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code).length === contents.length ? code : undefined;
}
