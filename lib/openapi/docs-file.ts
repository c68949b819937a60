// Reads the files under /docs: the reference, its parts, and pages of the guide.

import { readFileSync } from 'node:fs';
import { accentRules } from '../page/brand.ts';
import { colourRules } from '../page/colours.ts';

/**
 * The pages of the guide for callers of the API, with their names in the menu. npm run docs draws them from docs/*.md
 * (tools/guide-page.ts), so no function contains a parser of Markdown.
 */
export const guidePages = {
  'getting-started': 'Getting started',
  integrators: 'For integrators',
  webhooks: 'Webhooks',
  batches: 'Batches',
  'rules-and-approvals': 'Rules and approvals',
  'statement-files': 'Files and receipts',
  med: 'MED',
  limits: 'Limits',
} as const;
export type GuidePage = keyof typeof guidePages;

const [reference, viewer] = ['docs/reference', 'node_modules/swagger-ui-dist'];
const ours = ['index', ...Object.keys(guidePages)].map((page) => `${page}.html`);
/** The folders of the files, relative to Lambda's working directory; serverless.yml packages these files. */
const folders = new Map([
  ...[...ours, 'find.js', 'page.js', 'page.css', 'guide.css'].map((name) => [name, reference] as const),
  ...['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => [name, viewer] as const),
]);

/**
 * Returns the text of a file, or undefined if no file has this name.
 * @param accent colour of the brand
 */
export function readDocsFile(name: string, accent: string): string | undefined {
  const folder = folders.get(name);
  if (folder === undefined) return undefined;
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  return name === 'page.css' ? `${colourRules}${accentRules(accent)}${text}` : text;
}
