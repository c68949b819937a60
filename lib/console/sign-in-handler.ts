// Handles the pages of sign-in, invitation and sign-out. Anybody may request these pages. So they have a function of
// their own, with a lower limit than the pages of signed-in people.

import { getCookie, setCookie } from 'hono/cookie';
import { showInvitation } from '../sign-in/invitation.ts';
import { signInMs, wholeMs } from '../sign-in/session.ts';
import { beginSignIn, endSession, finishSignIn } from '../sign-in/sign-in.ts';
import { openPaths, pageOf } from './addresses.ts';
import type { SignInDeps } from './deps.ts';
import { type App, type Context, cookie, makeFrame, sessionCookie, signInCookie } from './frame-handler.ts';
import {
  invitationOverPage,
  invitationPage,
  manyCompaniesPage,
  notAdmittedPage,
  refusedPage,
  signedOutPage,
  signInPage,
  unknownPage,
} from './message-pages.ts';
import { noteOfPerson } from './note-of-person.ts';

const clientIdForm = /^[\da-f-]{36}$/;
const codeForm = /^[\da-f]{64}$/;

/** Maximum number of sign-ins that a browser has begun. Each tab may have one. */
const begunMost = 8;
/** Returns the name of the cookie of a sign-in. Anybody can write an answer's state, so it may have another form. */
const cookieOf = (state: string) => `${signInCookie}-${codeForm.test(state) ? state : 'none'}`;

/**
 * Returns where a request comes from: from a page of ours, from the person (a typed address or a link in a mail), or
 * from elsewhere. Older browsers send no `Sec-Fetch-Site`, but name our page or its origin. A page of another site can
 * hide its own name, but cannot take ours.
 */
function sourceOf({ req }: Context): 'ours' | 'person' | 'elsewhere' {
  const site = req.header('sec-fetch-site');
  if (site === 'none') return 'person';
  const page = req.header('origin') ?? req.header('referer') ?? '';
  const isOurs =
    site === undefined ? URL.parse(page)?.origin === new URL(req.url).origin : site === 'same-origin';
  return isOurs ? 'ours' : 'elsewhere';
}

export function signInApp(deps: SignInDeps): App {
  const { app, open, show, lead, viewFor, sessionOf } = makeFrame(deps);

  open(openPaths.join, async (context) => {
    const code = context.req.param('code');
    const view = viewFor(context);
    const invitation = await showInvitation(deps, code);
    if (!invitation) return show(context, view, invitationOverPage(view), 404);
    const begin = `/console/sign-in/begin?invitation=${code}`;
    return show(context, view, invitationPage(view, invitation.companyName, begin));
  });
  open(openPaths.signIn, (context) => {
    const view = viewFor(context);
    return show(context, view, signInPage(view, pageOf(context.req.query('to'))));
  });
  open(openPaths.begin, async (context) => {
    const { to, company = '', invitation = '' } = context.req.query();
    // A sign-in with an invitation must start from the invitation's page, so that the person sees which company
    // invites. Any other request is redirected to that page.
    if (codeForm.test(invitation) && sourceOf(context) !== 'ours')
      return lead(context, `/console/join/${invitation}`);
    // A link at another site may sign a person in, but does not replace the session of a signed-in person.
    if (sourceOf(context) === 'elsewhere' && (await sessionOf(context, 'unasked')))
      return lead(context, pageOf(to));
    const { id, state, url } = await beginSignIn(deps, pageOf(to), {
      ...(clientIdForm.test(company) ? { clientId: company } : {}),
      ...(codeForm.test(invitation) ? { code: invitation } : {}),
    });
    // A browser sends its oldest cookies first.
    const begun = Object.keys(getCookie(context)).filter((name) => name.startsWith(signInCookie));
    for (const name of begun.slice(0, 1 - begunMost)) setCookie(context, name, '', { ...cookie, maxAge: 0 });
    setCookie(context, cookieOf(state), id, { ...cookie, maxAge: signInMs / 1_000 });
    return lead(context, url);
  });
  open(openPaths.signedIn, async (context) => {
    const { search } = new URL(context.req.url);
    const answer = new URL(`${deps.config.CONSOLE_URL}/signed-in${search}`);
    // Each sign-in has a cookie, so that several tabs can sign in, and an answer to none of them ends none of them.
    const name = cookieOf(answer.searchParams.get('state') ?? '');
    const id = getCookie(context, name);
    const former = await sessionOf(context);
    // A signed-in person has loaded the answer again.
    if (id === undefined && former) return lead(context, '/console');
    const finished = await finishSignIn(deps, id, answer);
    setCookie(context, name, '', { ...cookie, maxAge: 0 });
    const view = viewFor(context);
    // A browser has one session, so an earlier session of this browser ends. This also stops anybody else who has that
    // session's cookie.
    if (former && finished.kind === 'signed in') await endSession(deps, former.session);
    if (finished.kind === 'refused') return show(context, view, refusedPage(view), 403);
    if (finished.kind === 'invitation over') return show(context, view, invitationOverPage(view), 403);
    if (finished.kind === 'too many companies') return show(context, view, manyCompaniesPage(view), 403);
    if (finished.kind === 'not admitted') return show(context, view, notAdmittedPage(view), 403);
    if (finished.kind === 'unknown person') return show(context, view, unknownPage(view), 403);
    if (finished.accepted)
      await noteOfPerson(deps, finished.accepted.userId, 'invitation accept', finished.accepted);
    setCookie(context, sessionCookie, finished.id, { ...cookie, maxAge: wholeMs / 1_000 });
    return lead(context, finished.hasChoice ? '/console/companies' : finished.to);
  });
  open(openPaths.signOut, async (context) => {
    if (sourceOf(context) === 'elsewhere') return lead(context, '/console');
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
