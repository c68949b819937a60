// Every path or method that is not a route: 404 in the same shape as every other refusal. Where web pages may call, a browser's question
// before a call is answered here too: API Gateway puts in what a page may do, and hides what a function would say of it.

import type { Base, Core } from '../lib/app/deps.ts';
import { start } from '../lib/app/start.ts';
import { refuse } from '../lib/base/errors.ts';
import { openHandler } from '../lib/http/api.ts';

export const makeHandler = (deps: Base & Pick<Core, 'config'>) =>
  openHandler(deps, async ({ requestContext }) => {
    const isAsked = requestContext.http.method === 'OPTIONS' && deps.config.CONSOLE_ORIGIN.length > 0;
    return isAsked ? { body: { worked: true } } : refuse('route_not_found');
  });

export const handler = start(makeHandler, (ground) => ground);
