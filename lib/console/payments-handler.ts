// Handles the home, the list of payments with its file, and the page of one payment.

import { Refusal, refuse } from '../base/errors.ts';
import { drawAccounts, loadAccounts } from './account-pages.ts';
import { homes, listBefore } from './addresses.ts';
import { drawCashout } from './cashout-page.ts';
import type { ReadDeps } from './deps.ts';
import type { Frame } from './frame-handler.ts';
import { drawHome, loadHome } from './home-page.ts';
import { drawList, filePagesMost, loadList, loadWhole, perFilePage, readListQuery } from './list-page.ts';
import { loadCashout } from './load-cashout.ts';
import { paymentsFile } from './payments-file.ts';

/** The home reads a queue, a list and some statements. */
const homeRequests = 8;
/** Returns whether a person has too many accounts for one list. Then the accounts are shown; each has its own list. */
const isTooMany = (error: unknown) => error instanceof Refusal && error.code === 'validation_error';

export function addPayments({ page, save }: Frame, deps: ReadDeps): void {
  page(
    homes.console,
    async ({ caller }, view) => {
      try {
        return drawHome(view, await loadHome(deps, caller));
      } catch (error) {
        if (!isTooMany(error)) throw error;
        return drawAccounts(view, await loadAccounts(deps, caller, undefined));
      }
    },
    homeRequests,
  );
  page('/console/payments', async ({ caller }, view, { req }) => {
    const given = req.query();
    const asked = readListQuery(given);
    try {
      return drawList(view, await loadList(deps, caller, asked), asked, given.q);
    } catch (error) {
      if (!isTooMany(error)) throw error;
      return drawAccounts(view, await loadAccounts(deps, caller, undefined));
    }
  });
  page(
    '/console/payments/file',
    async ({ caller }, view, context) => {
      const rows = await loadWhole(deps, caller, readListQuery(context.req.query(), perFilePage));
      return save(context, view.words.fileName, 'text/csv; charset=utf-8', paymentsFile(view, rows));
    },
    filePagesMost,
  );
  page('/console/cashouts/:id{[0-9]{1,16}}', async ({ caller }, view, { req, env }) => {
    const id = Number(req.param('id'));
    if (!Number.isSafeInteger(id)) return refuse('transaction_not_found');
    env.event.subject = { cashoutId: id };
    const before = listBefore(req.header('referer'), new URL(req.url).origin);
    return drawCashout(view, await loadCashout(deps, caller, id), before);
  });
}
