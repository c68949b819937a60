// Handles changes of a person's own settings: passkeys, shortcuts, and the end of sessions.

import { setCookie } from 'hono/cookie';
import { words as wordsOf } from '../base/field-schemas.ts';
import { beginEnrolment, endPasskey, finishEnrolment } from '../sign-in/enrol-passkey.ts';
import { endOwnSession, nameOfSession } from '../sign-in/own-sessions.ts';
import { endAllSessions } from '../sign-in/sign-in.ts';
import { spendCode } from '../sign-in/spend-code.ts';
import type { ActDeps } from './deps.ts';
import { type Context, cookie, type Frame, formOf, keysCookie, sessionCookie } from './frame-handler.ts';
import { nameMost } from './me-page.ts';
import { provePage, signedOutPage } from './message-pages.ts';
import { noteOfPerson } from './note-of-person.ts';
import { codeIn } from './page-parts.ts';
import { addingPage, notDonePage } from './passkey-pages.ts';

const yearSeconds = 31_536_000;

export function addSettings({ act, ownAct, lead, show, viewFor }: Frame, deps: ActDeps): void {
  /** Deletes the cookie of the ended session, and answers with the page of the sign-out. */
  const leave = (context: Context) => {
    setCookie(context, sessionCookie, '', { ...cookie, maxAge: 0 });
    context.header('clear-site-data', '"cache", "storage"');
    const view = viewFor(context);
    return show(context, view, signedOutPage(view, undefined));
  };
  ownAct('/console/prove', async ({ session }, view, context) => {
    const code = codeIn(await formOf(context));
    if (!(await spendCode(deps, session.userId, code, session.clientId))) return provePage(view, 'wrong');
    await noteOfPerson(deps, session.userId, 'invitation prove', { clientId: session.clientId });
    return lead(context, session.audience === 'desk' ? '/desk' : '/console');
  });
  act('/console/me/keys', async (_, __, context) => {
    const keys = (await formOf(context)).get('keys') === 'off' ? 'off' : 'on';
    setCookie(context, keysCookie, keys, { ...cookie, maxAge: yearSeconds });
    return lead(context, '/console/me');
  });
  act('/console/sessions/end', async (signedIn, _, context) => {
    await endAllSessions(deps, signedIn.session);
    await noteOfPerson(deps, signedIn.session.userId, 'sessions end');
    return leave(context);
  });
  act('/console/sessions/end-one', async (signedIn, _, context) => {
    const { session } = signedIn;
    const ended = await endOwnSession(deps, signedIn, (await formOf(context)).get('session') ?? '');
    if (ended) await noteOfPerson(deps, session.userId, 'session end', { session: nameOfSession(ended) });
    return ended?.hash === session.hash ? leave(context) : lead(context, '/console/me');
  });
  act('/console/passkeys/begin', async (signedIn, view, context) => {
    const form = await formOf(context);
    const name = wordsOf(nameMost).safeParse(form.get('name') ?? '');
    if (!name.success) return notDonePage(view, view.words.passkeyNameNote);
    const begun = await beginEnrolment(deps, signedIn, name.data, codeIn(form));
    if (begun.kind === 'many') return notDonePage(view, view.words.passkeysMany);
    if (begun.kind === 'wrong code') return notDonePage(view, view.words.wrongCode);
    return addingPage(view, begun.id, begun.options);
  });
  act('/console/passkeys/add', async (signedIn, view, context) => {
    const form = await formOf(context);
    const enrolled = await finishEnrolment(deps, signedIn, form.get('step') ?? '', form.get('answer') ?? '');
    if (enrolled.kind === 'over') return notDonePage(view, view.words.enrolmentOver);
    if (enrolled.kind === 'many') return notDonePage(view, view.words.passkeysMany);
    if (enrolled.kind === 'known') return notDonePage(view, view.words.passkeyKnown);
    if (enrolled.kind === 'refused') return notDonePage(view, view.words.passkeyRefused);
    await noteOfPerson(deps, signedIn.session.userId, 'passkey add', { passkey: enrolled.credentialId });
    return lead(context, '/console/me');
  });
  act('/console/passkeys/end', async (signedIn, view, context) => {
    const form = await formOf(context);
    const passkey = form.get('passkey') ?? '';
    const isEnded =
      /^[\w-]{1,700}$/.test(passkey) && (await endPasskey(deps, signedIn, passkey, codeIn(form)));
    if (!isEnded) return notDonePage(view, view.words.wrongCode);
    await noteOfPerson(deps, signedIn.session.userId, 'passkey end', { passkey });
    return lead(context, '/console/me');
  });
}
