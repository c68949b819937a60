// GET /docs and the files of that page: shows the API reference, in which calls can be tried, and pages of the guide (an extension:
// docs/decisions/product/api-documents.md).

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { start } from '../lib/app/start.ts';
import { refuse } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';
import { makeSendText } from '../lib/http/send-text.ts';
import { drawGuidePage, type GuidePage, guidePages } from '../lib/openapi/guide-page.ts';
import type { Base } from '../lib/platform/deps.ts';

/** The files of the page. The paths are relative to Lambda's working directory; serverless.yml packages these files. */
const files = [
  ...['index.html', 'find.js', 'page.js', 'page.css', 'guide.css'].map((name) => `docs/reference/${name}`),
  ...['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => `node_modules/swagger-ui-dist/${name}`),
];
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

type SendText = ReturnType<typeof makeSendText>;

// The page may load only our own files. Inline styles and data: URLs are allowed too, because Swagger UI sets inline
// styles and its style sheet contains images as data: URLs.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const makeHandler = (deps: Base) => {
  const senders = new Map<string, SendText>(
    files.map((path) => [basename(path), makeSendText(readFileSync(path, 'utf8'))]),
  );
  /** A page of the guide is drawn at its first request. */
  function findSender(name: string): SendText {
    const page = name.replace(/\.html$/, '');
    if (!senders.has(name) && name !== page && Object.hasOwn(guidePages, page))
      senders.set(
        name,
        makeSendText(drawGuidePage(page as GuidePage, readFileSync(`docs/${page}.md`, 'utf8'))),
      );
    return senders.get(name) ?? refuse('route_not_found');
  }
  return openHandler(deps, async (event) => {
    const name = event.pathParameters?.file ?? 'index.html';
    const send = findSender(name);
    const type = `${types[name.split('.').at(-1) as 'js']}; charset=utf-8`;
    return send(event, {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    });
  });
};

export const handler = start(makeHandler, (runtime) => runtime);
