// Draws the page of the signed-in person: name, passkeys, language and sessions.

import { html } from 'hono/html';
import { timeIn } from '../receipt/words.ts';
import { listOwnSessions, nameOfSession } from '../sign-in/own-sessions.ts';
import { type Passkey, passkeysMost } from '../sign-in/passkey.ts';
import type { Session } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { FrameDeps } from './deps.ts';
import { drawCode } from './page-parts.ts';
import type { Html, Page, View } from './shell.ts';
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
  const { words, person, keys } = view;
  return {
    title: words.me,
    body: html`<dl><dt>${words.myName}</dt><dd><bdi>${person?.name}</bdi></dd><dt>${words.myCompany}</dt><dd><bdi>${person?.company}</bdi></dd></dl>
<section class="card"><h2>${words.passkeys}</h2><p class="soft">${words.passkeysNote}</p>${drawPasskeys(view, passkeys)}
${passkeys.length >= passkeysMost ? html`<p>${words.passkeysMany}</p>` : drawAdding(view)}</section>
<section class="card"><h2>${words.language}</h2><nav>${Object.values(consoleWords).map(
      ({ languageTag, ownName, isLanguage }) =>
        html`<a href="/console/language?to=%2Fconsole%2Fme&amp;lang=${isLanguage}" lang="${languageTag}" hreflang="${languageTag}"${isLanguage === view.language ? html` aria-current="true"` : ''}>${ownName}</a>`,
    )}</nav></section>
<section class="card"><h2>${words.shortcuts}</h2><p class="soft">${words.shortcutsNote}</p>
<form method="post" action="/console/me/keys"><input type="hidden" name="keys" value="${keys === 'off' ? 'on' : 'off'}"><button class="button plain">${keys === 'off' ? words.shortcutsOn : words.shortcutsOff}</button></form></section>
${person?.room === 'console' ? html`<section class="card"><h2>${words.operators}</h2><p><a href="/console/operators">${words.operatorsNote}</a></p></section>` : ''}
<section class="card"><h2>${words.sessions}</h2><p class="soft">${words.sessionsNote}</p>${drawSessions(view, sessions)}
<h3>${words.endSessions}</h3><p class="soft">${words.endSessionsNote}</p>
<form method="post" action="/console/sessions/end"><button class="button plain">${words.endSessions}</button></form></section>`,
    isNarrow: true,
  };
}

const drawAdding = (view: View): Html =>
  html`<form method="post" action="/console/passkeys/begin"><h3>${view.words.addPasskey}</h3>
<p><label for="name">${view.words.passkeyName}</label><br><input id="name" name="name" maxlength="${nameMost}" autocomplete="off" required></p>
${drawCode(view, 'code')}<button class="button">${view.words.goOn}</button></form>`;

function drawPasskeys(view: View, passkeys: readonly Passkey[]): Html {
  const { words, language } = view;
  const at = (instant: string | undefined) => (instant ? timeIn(language, instant) : words.never);
  if (passkeys.length === 0) return html`<p>${words.noPasskeys}</p>`;
  return html`<table><thead><tr><th scope="col">${words.passkey}</th><th scope="col">${words.added}</th><th scope="col">${words.lastUsed}</th></tr></thead>
<tbody>${passkeys.map(
    ({ name, createdAt, usedAt, credentialId }, index) =>
      html`<tr><th scope="row"><bdi>${name}</bdi><details><summary>${words.endPasskey}</summary><form method="post" action="/console/passkeys/end"><input type="hidden" name="passkey" value="${credentialId}">${drawCode(view, `end-${index}`)}<button class="button plain">${words.endPasskey}</button></form></details></th><td data-name="${words.added}">${at(createdAt)}</td><td data-name="${words.lastUsed}">${at(usedAt)}</td></tr>`,
  )}</tbody></table>`;
}

/**
 * Draws the sessions.
 * @param sessions the first one is the session of this page
 */
function drawSessions({ words, language }: View, sessions: readonly Session[]): Html {
  return html`<table><thead><tr><th scope="col">${words.session}</th><th scope="col">${words.begun}</th><th scope="col">${words.lastUsed}</th></tr></thead>
<tbody>${sessions.map((one, index) => {
    const [name, isThis] = [nameOfSession(one), index === 0];
    return html`<tr><th scope="row"><span class="id">${name}</span>${isThis ? html`<br>${words.thisSession}` : ''}<form method="post" action="/console/sessions/end-one"><input type="hidden" name="session" value="${name}"><button class="button plain" aria-label="${words.endSession}: ${name}">${words.endSession}</button></form></th><td data-name="${words.begun}">${timeIn(language, one.createdAt)}</td><td data-name="${words.lastUsed}">${isThis ? words.usedNow : timeIn(language, one.usedAt)}</td></tr>`;
  })}</tbody></table>`;
}
