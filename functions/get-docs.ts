// GET /docs and the files of that page: shows the API reference, in which calls can be tried, and pages of the guide
// (an extension: docs/decisions/product/api-documents.md).

import { start } from '../lib/app/start.ts';
import { refuse } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';
import { makeSendText } from '../lib/http/send-text.ts';
import { readDocsFile } from '../lib/openapi/docs-file.ts';
import type { Base } from '../lib/platform/deps.ts';

const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

// The page may load only our own files. Inline styles and data: URLs are allowed too, because Swagger UI sets inline
// styles and its style sheet contains images as data: URLs.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const makeHandler = (deps: Base) => {
  const senders = new Map<string, ReturnType<typeof makeSendText>>();
  return openHandler(deps, async (event) => {
    const name = event.pathParameters?.file ?? 'index.html';
    const send =
      senders.get(name) ??
      makeSendText(readDocsFile(name, deps.config.BRAND_ACCENT) ?? refuse('route_not_found'));
    senders.set(name, send);
    const type = `${types[name.split('.').at(-1) as 'js']}; charset=utf-8`;
    return send(event, {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    });
  });
};

export const handler = start(makeHandler, (runtime) => runtime);
