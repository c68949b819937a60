// The pages of the console that only show something. Each checks the session, and the operations check the person's rights, as they
// do for the API.

import { getCookie, setCookie } from 'hono/cookie';
import { Refusal, refuse } from '../base/errors.ts';
import { showInvitation } from '../sign-in/invitation.ts';
import { signInMs, wholeMs } from '../sign-in/session.ts';
import { beginSignIn, endSession, finishSignIn, listCompanies } from '../sign-in/sign-in.ts';
import { drawAccount, drawAccounts, loadAccount, loadAccounts, readStatementQuery } from './account-pages.ts';
import { assetOf } from './assets-handler.ts';
import { drawCashout, loadCashout } from './cashout-page.ts';
import type { ReadDeps } from './deps.ts';
import {
  type App,
  type Context,
  cookie,
  languageCookie,
  languageOf,
  makeFrame,
  sessionCookie,
  signInCookie,
} from './frame-handler.ts';
import { drawList, loadList, readListQuery } from './list-page.ts';
import { drawMe, loadMe } from './me-page.ts';
import {
  companiesPage,
  invitationOverPage,
  invitationPage,
  refusedPage,
  signedOutPage,
  signInPage,
  unknownPage,
} from './message-pages.ts';
import { drawForm, loadSources } from './new-pages.ts';
import { isKind } from './payment-form.ts';
import {
  countNew,
  drawChoice,
  drawWaiting,
  loadChoice,
  loadWaiting,
  readWaitingQuery,
} from './waiting-page.ts';

/** Pages to which a sign-in may lead. Any other path could be somebody else's. */
const isPage = (path: string) =>
  /^\/console(\/cashouts\/\d{1,16}|\/payments|\/new|\/me|\/accounts(\/\d{4}\/\d{1,20})?|\/files\/\d{4}\/\d{1,20}|\/batches(\/[\da-f]{32})?)?(\?[\w=&.:%+-]*)?$/.test(
    path,
  );
const pageOf = (path: string | undefined) => (path && isPage(path) ? path : '/console');
const clientIdForm = /^[\da-f-]{36}$/;
const codeForm = /^[\da-f]{64}$/;
const isFromElsewhere = ({ req }: Context) => req.header('sec-fetch-site') === 'cross-site';

export function consoleApp(deps: ReadDeps): App {
  const { app, page, show, lead, viewFor, sessionOf } = makeFrame(deps);

  page('/console', async ({ caller }, view, { req }) => {
    const query = readWaitingQuery(req.query());
    try {
      return drawWaiting(view, await loadWaiting(deps, caller, query), query);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : undefined;
      if (code === 'validation_error') return drawChoice(view, await loadChoice(deps, caller));
      // The payment of the cursor is gone, or is not to be seen any more.
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
  page('/console/news', async ({ caller }, _, context) =>
    context.json({ count: await countNew(deps, caller, context.req.query()) }, 200, {
      'cache-control': 'no-store',
    }),
  );
  page('/console/payments', async ({ caller }, view, { req }) => {
    const given = req.query();
    const asked = readListQuery(given);
    try {
      return drawList(view, await loadList(deps, caller, asked), asked, given.q);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'validation_error') throw error;
      // Too many accounts for one list: each has a list of its own.
      return drawAccounts(view, await loadAccounts(deps, caller, undefined));
    }
  });
  page('/console/accounts', async ({ caller }, view, { req }) =>
    drawAccounts(view, await loadAccounts(deps, caller, req.query('after'))),
  );
  page('/console/accounts/:branch{[0-9]{4}}/:number{[0-9]{1,20}}', async ({ caller }, view, { req }) => {
    const { branch = '', number = '' } = req.param();
    const asked = readStatementQuery(req.query(), deps.now());
    return drawAccount(
      view,
      { branch, number },
      await loadAccount(deps, caller, { branch, number }, asked),
      asked,
    );
  });
  page('/console/new', async ({ caller }, view, { req }) => {
    const { kind, account = '' } = req.query();
    const sources = await loadSources(deps, caller);
    return drawForm(view, sources, isKind(kind) ? kind : 'key', { typed: { account } });
  });
  page('/console/me', async (signedIn, view) => drawMe(view, await loadMe(deps, signedIn)));
  page('/console/companies', async (signedIn, view) =>
    companiesPage(view, await listCompanies(deps, signedIn)),
  );

  // A page of an earlier version may ask for the files of that version. It gets today's, and asks again the next time.
  app.get('/console/:file{page-[0-9a-f]{16}\\.(css|js|svg)}', (context) => {
    const file = context.req.param('file');
    const { name, type, text } = assetOf(file.split('.').at(-1) as 'css' | 'js' | 'svg');
    const keep = file === name ? 'public, max-age=31536000, immutable' : 'no-cache';
    return context.body(text, 200, {
      'content-type': type,
      'cache-control': keep,
      'x-content-type-options': 'nosniff',
    });
  });
  app.get('/console/join/:code{[0-9a-f]{64}}', async (context) => {
    const code = context.req.param('code');
    const view = viewFor(context);
    const invitation = await showInvitation(deps, code);
    if (!invitation) return show(context, view, invitationOverPage(view), 404);
    const begin = `/console/sign-in/begin?invitation=${code}`;
    return show(context, view, invitationPage(view, invitation.companyName, begin));
  });
  app.get('/console/sign-in', (context) => {
    const view = viewFor(context);
    return show(context, view, signInPage(view, pageOf(context.req.query('to'))));
  });
  app.get('/console/sign-in/begin', async (context) => {
    const { to, company = '', invitation = '' } = context.req.query();
    // Another site cannot make a person accept an invitation: the person has to see whose it is.
    if (invitation && isFromElsewhere(context)) return lead(context, '/console/sign-in');
    const { id, url } = await beginSignIn(deps, pageOf(to), {
      ...(clientIdForm.test(company) ? { clientId: company } : {}),
      ...(codeForm.test(invitation) ? { invitation } : {}),
    });
    setCookie(context, signInCookie, id, { ...cookie, maxAge: signInMs / 1_000 });
    return lead(context, url);
  });
  app.get('/console/signed-in', async (context) => {
    const { search } = new URL(context.req.url);
    const answer = new URL(`${deps.config.CONSOLE_URL}/signed-in${search}`);
    const finished = await finishSignIn(deps, getCookie(context, signInCookie), answer);
    setCookie(context, signInCookie, '', { ...cookie, maxAge: 0 });
    const view = viewFor(context);
    // The browser has one session. An earlier one, whoever knows it, ends.
    const former = await sessionOf(context);
    if (former && finished.kind === 'signed in') await endSession(deps, former.session);
    if (finished.kind === 'refused') return show(context, view, refusedPage(view), 403);
    if (finished.kind === 'invitation over') return show(context, view, invitationOverPage(view), 403);
    if (finished.kind === 'unknown person') return show(context, view, unknownPage(view), 403);
    setCookie(context, sessionCookie, finished.id, { ...cookie, maxAge: wholeMs / 1_000 });
    return lead(context, finished.hasChoice ? '/console/companies' : finished.to);
  });
  app.get('/console/sign-out', async (context) => {
    if (isFromElsewhere(context)) return lead(context, '/console');
    const signedIn = await sessionOf(context);
    if (signedIn) await endSession(deps, signedIn.session);
    setCookie(context, sessionCookie, '', { ...cookie, maxAge: 0 });
    const view = viewFor(context);
    context.header('clear-site-data', '"cache", "storage"');
    return show(context, view, signedOutPage(view, signedIn && (await elsewhere(deps))));
  });
  app.get('/console/language', (context) => {
    const chosen = languageOf(context.req.query('lang'), undefined);
    setCookie(context, languageCookie, chosen, { ...cookie, maxAge: 31_536_000 });
    return lead(context, pageOf(context.req.query('to')));
  });
  return app;
}

/** Where the person signs out at the provider, if it tells. */
const elsewhere = ({ provider }: ReadDeps) => provider.signOut().catch(() => undefined);
