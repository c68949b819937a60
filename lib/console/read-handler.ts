// Handles the pages of the console that only show something. Each page checks the session. The operations check the
// person's permissions, as for the API.

import { setCookie } from 'hono/cookie';
import { Refusal, refuse } from '../base/errors.ts';
import { parseInstant } from '../base/time.ts';
import { countRequests } from '../http/limit-client.ts';
import { listCompanies } from '../sign-in/sign-in.ts';
import { drawAccount, drawAccounts, loadAccount, loadAccounts, readStatementQuery } from './account-pages.ts';
import { openPaths, pageOf } from './addresses.ts';
import { assetOf } from './assets-handler.ts';
import { drawCashout, loadCashout } from './cashout-page.ts';
import { drawCharts, loadCharts } from './charts-page.ts';
import type { ReadDeps } from './deps.ts';
import {
  type App,
  accountIn,
  accountPath,
  type Context,
  cookie,
  languageCookie,
  languageOf,
  makeFrame,
} from './frame-handler.ts';
import { drawList, loadList, readListQuery } from './list-page.ts';
import { drawMe, loadMe } from './me-page.ts';
import { drawMed, drawMedCase, loadMed, loadMedCase } from './med-pages.ts';
import { companiesPage } from './message-pages.ts';
import { drawForm, loadSources } from './new-pages.ts';
import { drawOperators, loadOperators } from './operators-page.ts';
import { isKind } from './payment-form.ts';
import { drawRules, loadRules } from './rules-page.ts';
import { keyOf, reservedKeys } from './sandbox-acts.ts';
import {
  countNew,
  drawChoice,
  drawWaiting,
  loadChoice,
  loadWaiting,
  readWaitingQuery,
} from './waiting-page.ts';

export function consoleApp(deps: ReadDeps): App {
  const { app, open, page, unasked, lead } = makeFrame(deps);

  // A page of the queue counts as five requests, because it reads up to five hundred rows.
  const countQueue = ({ env }: Context) => countRequests(deps, env.event, 4);
  page('/console', async ({ caller }, view, context) => {
    await countQueue(context);
    const { req } = context;
    const query = readWaitingQuery(req.query());
    try {
      return drawWaiting(view, await loadWaiting(deps, caller, query), query);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : undefined;
      if (code === 'validation_error') return drawChoice(view, await loadChoice(deps, caller));
      // The payment at which the page starts no longer exists or is no longer visible to the person, so the first page
      // is shown.
      if (code !== 'transaction_not_found' || !query.wanted.cursor) throw error;
      const first = readWaitingQuery({});
      return drawWaiting(view, await loadWaiting(deps, caller, first), first);
    }
  });
  page('/console/cashouts/:id{[0-9]{1,16}}', async ({ caller }, view, { req, env }) => {
    const id = Number(req.param('id'));
    if (!Number.isSafeInteger(id)) return refuse('transaction_not_found');
    env.event.subject = { cashoutId: id };
    return drawCashout(view, await loadCashout(deps, caller, id));
  });
  unasked('/console/news', async ({ caller }, _, context) => {
    await countQueue(context);
    const count = await countNew(deps, caller, context.req.query());
    return context.json({ count }, 200, { 'cache-control': 'no-store' });
  });
  page('/console/payments', async ({ caller }, view, { req }) => {
    const given = req.query();
    const asked = readListQuery(given);
    try {
      return drawList(view, await loadList(deps, caller, asked), asked, given.q);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'validation_error') throw error;
      // There are too many accounts for one list, so the accounts are shown; each has its own list.
      return drawAccounts(view, await loadAccounts(deps, caller, undefined));
    }
  });
  page('/console/accounts', async ({ caller }, view, { req }) =>
    drawAccounts(view, await loadAccounts(deps, caller, req.query('after'))),
  );
  page(`/console/accounts/${accountPath}`, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    const asked = readStatementQuery(context.req.query(), deps.now());
    return drawAccount(view, ref, await loadAccount(deps, caller, ref, asked), asked);
  });
  page(`/console/accounts/${accountPath}/charts`, async ({ caller }, view, context) => {
    // The charts count as three requests, because they read fewer rows than the queue.
    await countRequests(deps, context.env.event, 2);
    const ref = accountIn(context);
    return drawCharts(view, ref, await loadCharts(deps, caller, ref));
  });
  page(`/console/accounts/${accountPath}/rules`, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    return drawRules(view, ref, await loadRules(deps, caller, ref));
  });
  page('/console/new', async ({ caller }, view, { req }) => {
    const { kind, account = '', key: asked } = req.query();
    // Only reserved keys of the sandbox are accepted. Otherwise a link on another site could fill in the payee.
    const key = (view.hasSandbox && reservedKeys.map(keyOf).find((one) => one === asked)) || '';
    const sources = await loadSources(deps, caller, account);
    return drawForm(view, sources, isKind(kind) ? kind : 'key', { typed: { account, key } });
  });
  page('/console/med', async ({ caller }, view) => drawMed(view, await loadMed(deps, caller), deps.now()));
  page('/console/med/:id{[\\w-]{1,100}}', async ({ caller }, view, { req }) =>
    drawMedCase(
      view,
      await loadMedCase(deps, caller, req.param('id') ?? '', parseInstant(req.query('until') ?? '')),
      deps.now(),
    ),
  );
  page('/console/operators', async ({ caller }, view, { req }) =>
    drawOperators(view, await loadOperators(deps, caller, parseInstant(req.query('until') ?? ''))),
  );
  page('/console/me', async (signedIn, view) => drawMe(view, await loadMe(deps, signedIn)));
  page('/console/companies', async (signedIn, view) =>
    companiesPage(view, await listCompanies(deps, signedIn)),
  );

  // A page of an earlier version may request that version's files. It gets the current files, which the browser must
  // not keep under the earlier address.
  open(openPaths.file, (context) => {
    const file = context.req.param('file');
    const { name, type, text } = assetOf(file.split('.').at(-1) as 'css' | 'js' | 'svg');
    const keep = file === name ? 'public, max-age=31536000, immutable' : 'no-cache';
    return context.body(text, 200, {
      'content-type': type,
      'cache-control': keep,
      'x-content-type-options': 'nosniff',
    });
  });
  open(openPaths.language, (context) => {
    const chosen = languageOf(context.req.query('lang'), undefined);
    setCookie(context, languageCookie, chosen, { ...cookie, maxAge: 31_536_000 });
    return lead(context, pageOf(context.req.query('to')));
  });
  return app;
}
