// Handles the pages of sign-in, invitation and sign-out. Anybody may request these pages. So they have a function of
// their own, with a lower limit than the pages of signed-in people.

import { getCookie, setCookie } from 'hono/cookie';
import { showInvitation } from '../sign-in/invitation.ts';
import { signInMs, wholeMs } from '../sign-in/session.ts';
import { beginSignIn, endSession, finishSignIn } from '../sign-in/sign-in.ts';
import { pageOf } from './addresses.ts';
import type { SignInDeps } from './deps.ts';
import { type App, type Context, cookie, makeFrame, sessionCookie, signInCookie } from './frame-handler.ts';
import {
  invitationOverPage,
  invitationPage,
  manyCompaniesPage,
  refusedPage,
  signedOutPage,
  signInPage,
  unknownPage,
} from './message-pages.ts';
import { noteOfPerson } from './note-of-person.ts';

const clientIdForm = /^[\da-f-]{36}$/;
const codeForm = /^[\da-f]{64}$/;
const isFromOurs = ({ req }: Context) => (req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
const isFromElsewhere = ({ req }: Context) => req.header('sec-fetch-site') === 'cross-site';

export function signInApp(deps: SignInDeps): App {
  const { app, show, lead, viewFor, sessionOf } = makeFrame(deps);

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
    // A sign-in with an invitation must start from the invitation's page, so that the person sees which company
    // invites. Any other request is redirected to that page.
    if (codeForm.test(invitation) && !isFromOurs(context))
      return lead(context, `/console/join/${invitation}`);
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
    // A browser has one session, so an earlier session of this browser ends. This also stops anybody else who has that
    // session's cookie.
    const former = await sessionOf(context);
    if (former && finished.kind === 'signed in') await endSession(deps, former.session);
    if (finished.kind === 'refused') return show(context, view, refusedPage(view), 403);
    if (finished.kind === 'invitation over') return show(context, view, invitationOverPage(view), 403);
    if (finished.kind === 'too many companies') return show(context, view, manyCompaniesPage(view), 403);
    if (finished.kind === 'unknown person') return show(context, view, unknownPage(view), 403);
    if (finished.accepted)
      await noteOfPerson(deps, finished.accepted.userId, 'invitation accept', finished.accepted);
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
  return app;
}

/** Returns the address at which the person signs out at the provider, if the provider has one. */
const elsewhere = ({ provider }: SignInDeps) => provider.signOut().catch(() => undefined);
