// Writes the parts of a picture as SVG.

export const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${at(x)}" y="${y}" ${more}>${escaped(content)}</text>`;

export const line = (x: number, from: number, to: number, stroke: string, more = '') =>
  `<line x1="${at(x)}" y1="${from}" x2="${at(x)}" y2="${to}" stroke="${stroke}" ${more}/>`;

export const at = (value: number) => value.toFixed(1);

export const escaped = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
