import type { Language } from '../../core/knowledge/language.js';

export interface PageParts {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  readonly nonce: string;
  /** What the page speaks until its first answer, which names its own. */
  readonly language: Language;
}

/**
 * The webview's page. Nothing is inline and nothing is fetched: the one script runs by its nonce, the one style sheet comes from
 * the extension's own folder. React sets element styles through the CSSOM, which `style-src` does not restrict.
 */
export function panelPage(parts: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${parts.nonce}'`,
    `style-src ${parts.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeAttribute(parts.style)}">
<title>SymScope</title>
</head>
<body>
<div id="root"></div>
<script nonce="${parts.nonce}" src="${escapeAttribute(parts.script)}"></script>
</body>
</html>
`;
}

/** 128 random bits; a new one for each page. */
export function randomNonce(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
