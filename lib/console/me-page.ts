// Draws the page of the signed-in person: name, passkeys, language and sessions.

import { type Html, h, joined } from '../page/elements.ts';
import { minuteIn, momentIn } from '../page/formats.ts';
import { button, buttonLink, card, facts, field, form, hidden, pill, sub } from '../page/parts.ts';
import { listOwnSessions, nameOfSession } from '../sign-in/own-sessions.ts';
import { type Passkey, passkeysMost } from '../sign-in/passkey.ts';
import type { Session } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { FrameDeps } from './deps.ts';
import { drawCode } from './page-parts.ts';
import type { Page, View } from './shell.ts';
import { consoleWords } from './words.ts';

export const nameMost = 60;

export async function loadMe(deps: FrameDeps, signedIn: SignedIn) {
  const [passkeys, sessions] = await Promise.all([
    deps.passkeys.list(signedIn.session.userId),
    listOwnSessions(deps, signedIn),
  ]);
  return { passkeys, sessions };
}

export function drawMe(view: View, { passkeys, sessions }: Awaited<ReturnType<typeof loadMe>>): Page {
  const { words, person } = view;
  return {
    title: words.me,
    body: joined(
      card(
        {},
        facts([
          [words.myName, person?.name],
          [words.myCompany, person?.company],
        ]),
      ),
      drawPasskeys(view, passkeys),
      drawSessions(view, sessions),
      drawLanguages(view),
      drawShortcuts(view),
      person?.room === 'console' ? drawOperatorsLink(view) : '',
    ),
    isNarrow: true,
  };
}

function drawPasskeys(view: View, passkeys: readonly Passkey[]): Html {
  const { words } = view;
  return card(
    { title: words.passkeys },
    h.p({ class: 'soft' }, words.passkeysNote),
    passkeys.length === 0
      ? h.p(words.noPasskeys)
      : h.ul(
          { class: 'list' },
          passkeys.map((passkey, index) => drawPasskey(view, passkey, `end-${index}`)),
        ),
    passkeys.length >= passkeysMost ? h.p(words.passkeysMany) : drawAdding(view, passkeys.length === 0),
  );
}

/** @param id of the field for the code, unique in the page */
function drawPasskey(view: View, { name, createdAt, usedAt, credentialId }: Passkey, id: string): Html {
  const { words, language, now } = view;
  const at = (instant: string | undefined) => (instant ? momentIn(language, instant, now) : words.never);
  const added = createdAt ? minuteIn(language, createdAt) : words.never;
  return h.li(
    h.div(
      { class: 'stack' },
      h.div(h.b(h.bdi(name)), sub(`${words.added}: ${added} · ${words.lastUsed}: ${at(usedAt)}`)),
      h.details(
        { class: 'stack' },
        h.summary(words.endPasskey),
        form(
          '/console/passkeys/end',
          hidden({ passkey: credentialId }),
          drawCode(view, id),
          h.p(button(words.endPasskey, 'danger')),
        ),
      ),
    ),
  );
}

/** Draws the form that adds a passkey. It is open if the person has none. */
const drawAdding = (view: View, isOpen: boolean): Html =>
  h.details(
    { class: 'stack', open: isOpen },
    h.summary(view.words.addPasskey),
    form(
      '/console/passkeys/begin',
      field({ name: 'name', label: view.words.passkeyName, more: { maxlength: nameMost } }),
      drawCode(view, 'code'),
      h.p(button(view.words.goOn)),
    ),
  );

function drawLanguages({ words, language }: View): Html {
  const link = ({ languageTag, ownName, isLanguage }: View['words']) =>
    h.a(
      {
        href: `/console/language?to=%2Fconsole%2Fme&lang=${isLanguage}`,
        lang: languageTag,
        hreflang: languageTag,
        'aria-current': isLanguage === language ? 'true' : undefined,
      },
      ownName,
    );
  return card(
    { title: words.language },
    h.nav({ class: 'chips', 'aria-label': words.language }, Object.values(consoleWords).map(link)),
  );
}

const drawShortcuts = ({ words, keys }: View): Html =>
  card(
    { title: words.shortcuts },
    h.p({ class: 'soft' }, words.shortcutsNote),
    form(
      '/console/me/keys',
      hidden({ keys: keys === 'off' ? 'on' : 'off' }),
      button(keys === 'off' ? words.shortcutsOn : words.shortcutsOff, 'plain'),
    ),
  );

const drawOperatorsLink = ({ words }: View): Html =>
  card(
    { title: words.operators },
    h.p({ class: 'soft' }, words.operatorsNote),
    h.p(buttonLink('/console/operators', words.operators)),
  );

/**
 * Draws the sessions.
 * @param sessions the first one is the session of this page
 */
const drawSessions = (view: View, sessions: readonly Session[]): Html =>
  card(
    { title: view.words.sessions },
    h.p({ class: 'soft' }, view.words.sessionsNote),
    h.ul(
      { class: 'list' },
      sessions.map((session, index) => drawSession(view, session, index === 0)),
    ),
    h.details(
      { class: 'stack' },
      h.summary(view.words.endSessions),
      h.p({ class: 'soft' }, view.words.endSessionsNote),
      form('/console/sessions/end', button(view.words.endSessions, 'danger')),
    ),
  );

function drawSession({ words, language, now }: View, session: Session, isThis: boolean): Html {
  const name = nameOfSession(session);
  const at = (instant: string) => momentIn(language, instant, now);
  const used = isThis ? words.usedNow : at(session.usedAt);
  return h.li(
    h.div(
      h.span({ class: 'id' }, name),
      ' ',
      isThis ? pill('good', words.thisSession) : '',
      sub(`${words.begun}: ${at(session.createdAt)} · ${words.lastUsed}: ${used}`),
    ),
    form(
      '/console/sessions/end-one',
      hidden({ session: name }),
      button(words.endSession, 'plain', { 'aria-label': `${words.endSession}: ${name}` }),
    ),
  );
}
