// Reads the files under /docs: the reference, its parts, and pages of the guide.

import { readFileSync } from 'node:fs';
import { drawGuidePage, type GuidePage, guidePages } from './guide-page.ts';

/** The paths are relative to Lambda's working directory; serverless.yml packages these files. */
const folders: Readonly<Record<string, string>> = {
  'index.html': 'docs/reference',
  'find.js': 'docs/reference',
  'page.js': 'docs/reference',
  'page.css': 'docs/reference',
  'guide.css': 'docs/reference',
  'swagger-ui.css': 'node_modules/swagger-ui-dist',
  'swagger-ui-bundle.js': 'node_modules/swagger-ui-dist',
};

/** Returns the text, or undefined if nothing has this name. */
export function readDocsFile(name: string): string | undefined {
  if (Object.hasOwn(folders, name)) return readFileSync(`${folders[name]}/${name}`, 'utf8');
  const [, page = ''] = /^([\w-]+)\.html$/.exec(name) ?? [];
  if (!Object.hasOwn(guidePages, page)) return undefined;
  return drawGuidePage(page as GuidePage, readFileSync(`docs/${page}.md`, 'utf8'));
}
