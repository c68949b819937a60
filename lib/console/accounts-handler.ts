// Handles the pages of accounts: the list, one account with its statement, its charts, and its rules.

import { drawAccount, drawAccounts, loadAccount, loadAccounts, readStatementQuery } from './account-pages.ts';
import { drawCharts, loadCharts } from './charts-page.ts';
import type { ReadDeps } from './deps.ts';
import { accountIn, accountPath, type Frame } from './frame-handler.ts';
import { drawRules, loadRules } from './rules-page.ts';

/** The charts count as so many requests. They read fewer rows than the queue. */
const chartRequests = 3;

export function addAccounts({ page }: Frame, deps: ReadDeps): void {
  page('/console/accounts', async ({ caller }, view, { req }) =>
    drawAccounts(view, await loadAccounts(deps, caller, req.query('after'))),
  );
  page(`/console/accounts/${accountPath}`, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    const asked = readStatementQuery(context.req.query(), deps.now());
    return drawAccount(view, ref, await loadAccount(deps, caller, ref, asked), asked);
  });
  page(
    `/console/accounts/${accountPath}/charts`,
    async ({ caller }, view, context) => {
      const ref = accountIn(context);
      return drawCharts(view, ref, await loadCharts(deps, caller, ref));
    },
    chartRequests,
  );
  page(`/console/accounts/${accountPath}/rules`, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    return drawRules(view, ref, await loadRules(deps, caller, ref));
  });
}
