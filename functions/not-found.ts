// Any path or method without a route: answers 404 in the usual form. GET / names the address of the API reference. If
// web pages may call the API, this function also answers a browser's preflight request; API Gateway then sets the CORS
// headers and removes those of the function.

import { start } from '../lib/app/start.ts';
import { acceptedType } from '../lib/http/accept.ts';
import { openHandler, refuseRoute } from '../lib/http/api.ts';
import type { ApiEvent, Reply } from '../lib/http/api-event.ts';
import { version } from '../lib/openapi/introduction.ts';
import type { Base } from '../lib/platform/deps.ts';

export const makeHandler = (deps: Base) =>
  openHandler(deps, async (event) => {
    const { method } = event.requestContext.http;
    if (event.rawPath === '/' && (method === 'GET' || method === 'HEAD')) return tellWhere(event, deps);
    const isAsked = method === 'OPTIONS' && deps.config.CONSOLE_ORIGIN.length > 0;
    return isAsked ? { body: { worked: true } } : refuseRoute(event);
  });

/** Answers GET /: redirects a browser to the reference, or lists the addresses of the reference and of any console. */
function tellWhere({ headers }: ApiEvent, { config: { BASE_URL, CONSOLE_URL } }: Base): Reply {
  const docs = `${BASE_URL}/docs`;
  const vary = { vary: 'accept' };
  return acceptedType(headers.accept, ['application/json', 'text/html']) === 'text/html'
    ? { status: 302, headers: { ...vary, 'content-type': 'text/html', location: docs }, text: '' }
    : {
        headers: vary,
        body: {
          worked: true,
          version,
          docs,
          openapi: `${BASE_URL}/openapi.json`,
          ...(CONSOLE_URL ? { console: CONSOLE_URL } : {}),
        },
      };
}

export const handler = start(makeHandler, (runtime) => runtime);
