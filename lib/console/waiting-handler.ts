// Handles the queue of payments that wait for the person.

import { Refusal } from '../base/errors.ts';
import type { ReadDeps } from './deps.ts';
import type { Frame } from './frame-handler.ts';
import {
  countNew,
  drawChoice,
  drawWaiting,
  loadChoice,
  loadWaiting,
  readWaitingQuery,
} from './waiting-page.ts';

/** A page of the queue counts as so many requests, because it reads up to five hundred rows. */
const queueRequests = 5;

export function addWaiting({ page, unasked }: Frame, deps: ReadDeps): void {
  page(
    '/console/waiting',
    async ({ caller }, view, { req }) => {
      const query = readWaitingQuery(req.query());
      try {
        return drawWaiting(view, await loadWaiting(deps, caller, query), query);
      } catch (error) {
        const code = error instanceof Refusal ? error.code : undefined;
        if (code === 'validation_error') return drawChoice(view, await loadChoice(deps, caller));
        // The payment at which the page starts no longer exists or is no longer visible to the person, so the first
        // page is shown.
        if (code !== 'transaction_not_found' || !query.wanted.cursor) throw error;
        const first = readWaitingQuery({});
        return drawWaiting(view, await loadWaiting(deps, caller, first), first);
      }
    },
    queueRequests,
  );
  unasked(
    '/console/news',
    async ({ caller }, _, context) => {
      const count = await countNew(deps, caller, context.req.query());
      return context.json({ count }, 200, { 'cache-control': 'no-store' });
    },
    queueRequests,
  );
}
