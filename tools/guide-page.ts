// Draws pages of the guide (docs/*.md) as HTML, beside the reference. We write the pages, so their text is not escaped.

import { renderMermaidSVG } from 'beautiful-mermaid';
import { Marked, type Token, type Tokens } from 'marked';
import { type GuidePage, guidePages } from '../lib/openapi/docs-file.ts';

/** Computes a heading's anchor as GitHub does, so that a link works on this site and in the repository. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const textOf = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');

/** Returns the address on this site of a link between files, or undefined if the file is only in the repository. */
function addressOf(href: string): string | undefined {
  if (/^(https:|#)/.test(href)) return href;
  if (href === '../openapi.yaml') return '/openapi.json';
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return Object.hasOwn(guidePages, name) ? `/docs/${name}.html${anchor}` : undefined;
}

const drawCode = (text: string) =>
  `<pre tabindex="0"><code>${text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)}</code></pre>\n`;

/** Draws a diagram in the colours of the page, with its text for people who cannot see it. */
function drawDiagram(text: string): string {
  const soft = 'var(--soft)';
  const colours = { bg: 'var(--ground)', fg: 'var(--ink)', line: soft, muted: soft, transparent: true };
  const picture = renderMermaidSVG(text, colours)
    // The page may load only our own files.
    .replace(/^ *@import .*\n/m, '')
    .replace("'Inter', ", '')
    .replace('<svg ', '<svg role="img" aria-label="Diagram" ');
  return `<div class="scroll" tabindex="0">${picture}</div>\n<details><summary>The diagram as text</summary>${drawCode(text)}</details>\n`;
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchorOf(textOf(tokens))}">${text}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const address = addressOf(href);
      const text = this.parser.parseInline(tokens);
      return address === undefined ? text : `<a href="${address}">${text}</a>`;
    },
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="scroll" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
    },
    code: ({ text, lang }) => (lang === 'mermaid' ? drawDiagram(text) : drawCode(text)),
    // A comment marks a table that is generated from the code.
    html: ({ text }) => (text.startsWith('<!--') ? '' : text),
  },
});

/** Draws a page with the menu of all pages and its own contents. */
function drawGuidePage(name: GuidePage, markdown: string): string {
  const tokens = marked.lexer(markdown);
  const sections = tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2,
  );
  const contents = sections.map(
    ({ tokens }) =>
      `<li><a href="#${anchorOf(textOf(tokens))}">${marked.Parser.parseInline(tokens)}</a></li>`,
  );
  const menu = Object.entries(guidePages).map(([page, title]) => {
    const current = page === name ? ' aria-current="page"' : '';
    return `<li><a href="/docs/${page}.html"${current}>${title}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PIX cashout: ${guidePages[name]}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/page.css">
<link rel="stylesheet" href="/docs/guide.css">
</head>
<body>
<header id="top"><strong>PIX cashout</strong> <a href="/docs">Reference</a> <a href="/openapi.json">openapi.json</a></header>
<nav id="guide" aria-label="Guide"><ul>${menu.join('')}</ul></nav>
<main>
${marked.parser(tokens).replace('</h1>', `</h1>\n<nav aria-label="On this page"><ul>${contents.join('')}</ul></nav>`)}
</main>
</body>
</html>
`;
}

/** Draws all pages of the guide, by their paths. @param read reads a file of docs/ */
export const drawGuide = (read: (file: string) => string): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(guidePages) as GuidePage[]).map((page) => [
      `docs/reference/${page}.html`,
      drawGuidePage(page, read(`docs/${page}.md`)),
    ]),
  );
