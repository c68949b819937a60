// Draws what operators of the service have viewed and changed for this company. The operators' names are only in the
// audit.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { type AuditEntry, subjectKey } from '../operating/audit.ts';
import { timeIn } from '../receipt/words.ts';
import type { ReadDeps } from './deps.ts';
import type { Html, Page, View } from './shell.ts';

const rowsMost = 200;
/** The verbs of calls that only look. */
const looking = ['show', 'list', 'find', 'scan', 'compare'];

type Loaded = Awaited<ReturnType<typeof loadOperators>>;

/**
 * Loads one audit entry for each call: the entry of its end, or the entry of its beginning if the call has not ended.
 * @param until only entries at or before this instant (ISO, UTC)
 */
export async function loadOperators(
  { audit, accounts }: ReadDeps,
  { companyId, userId }: Identity,
  until: string | undefined,
) {
  const subject = subjectKey({ kind: 'company', id: companyId });
  // The end of a call that began before `until` may be on the newer page.
  const [rows, newer, policies] = await Promise.all([
    audit.list(subject, rowsMost, until),
    until ? audit.listSince(subject, rowsMost, until) : [],
    accounts.listPolicies(userId),
  ]);
  const ended = new Set([...rows, ...newer].filter(({ state }) => state !== 'asked').map(({ id }) => id));
  return {
    entries: rows.filter(({ id, state }) => state !== 'asked' || !ended.has(id)),
    older: rows.length < rowsMost ? undefined : rows.at(-1)?.at,
    ownAccounts: new Set(policies.filter(({ active }) => active).map(accountIdOf)),
  };
}

export function drawOperators(view: View, { entries, older, ownAccounts }: Loaded): Page {
  const { words, language } = view;
  return {
    title: words.operators,
    body: html`<p class="soft">${words.operatorsNote}</p>${
      entries.length === 0
        ? html`<p>${words.noOperators}</p>`
        : html`<table><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.what}</th><th scope="col">${words.about}</th></tr></thead>
<tbody>${entries.map((entry) => html`<tr><th scope="row">${timeIn(language, entry.at)}</th><td data-name="${words.what}">${drawWhat(view, entry)}</td><td data-name="${words.about}"><bdi>${aboutOf(entry, ownAccounts)}</bdi></td></tr>`)}</tbody></table>`
    }${older ? html`<nav><a href="/console/operators?until=${older}">${words.older}</a></nav>` : ''}`,
  };
}

function drawWhat({ words }: View, { action, state }: AuditEntry): Html {
  const [noun = '', verb = ''] = action.split(' ');
  const nouns: Readonly<Record<string, string>> = words.operatorNouns;
  const done = looking.includes(verb) ? words.operatorLooked : words.operatorChanged;
  const said = {
    done,
    refused: words.operatorRefused,
    asked: words.operatorBegan,
    failed: words.operatorBegan,
  };
  return html`${said[state]}: ${nouns[noun] ?? action}`;
}

/**
 * Returns the account or the client that the call names. An account is only shown if this person may see it, because it
 * may belong to another company or to other people of this company.
 */
function aboutOf({ details }: AuditEntry, ownAccounts: ReadonlySet<string>): string {
  const { account, client } = details;
  if (account === undefined) return String(client ?? '');
  return ownAccounts.has(String(account)) ? String(account) : '';
}
