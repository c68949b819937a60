// GET /docs and the files of that page: shows the API reference, in which calls can be tried (an extension:
// docs/decisions/product/api-documents.md).

import { readFile } from 'node:fs/promises';
import { start } from '../lib/app/start.ts';
import { refuse } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';
import type { Base } from '../lib/platform/deps.ts';

const swagger = 'node_modules/swagger-ui-dist';
/** The files of the page. The paths are relative to Lambda's working directory; serverless.yml packages these files. */
const files = new Map([
  ['index.html', ['docs/reference/index.html', 'text/html; charset=utf-8']],
  ['page.js', ['docs/reference/page.js', 'text/javascript; charset=utf-8']],
  ['page.css', ['docs/reference/page.css', 'text/css; charset=utf-8']],
  ['swagger-ui.css', [`${swagger}/swagger-ui.css`, 'text/css; charset=utf-8']],
  ['swagger-ui-bundle.js', [`${swagger}/swagger-ui-bundle.js`, 'text/javascript; charset=utf-8']],
] as const);

// The page may load only our own files. Inline styles and data: URLs are allowed too, because Swagger UI sets inline
// styles and its style sheet contains images as data: URLs.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const makeHandler = (deps: Base) =>
  openHandler(deps, async ({ pathParameters }) => {
    const name = (pathParameters?.file ?? 'index.html') as 'index.html';
    const [path, type] = files.get(name) ?? refuse('route_not_found');
    const headers = { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-cache' };
    return { text: await readFile(path, 'utf8'), headers };
  });

export const handler = start(makeHandler, (runtime) => runtime);
