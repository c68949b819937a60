// Checks whether a page is well-formed HTML, which a browser does not have to repair.

/** Returns the elements that are not closed, or are closed in the wrong order. */
export function unbalanced(html: string): string[] {
  const alone = new Set(['meta', 'br', 'img', 'input', 'link', '!doctype']);
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, end, name = ''] of html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    // Only elements of SVG may close themselves.
    .replace(/<(circle|line|path|polygon|polyline|rect)\b(?:[^>"]|"[^"]*")*\/>/g, '')
    .matchAll(/<(\/?)([!\w]+)/g)) {
    if (alone.has(name)) continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}
