// Draws what operators of the service have viewed and changed for this company. The operators' names are only
// in the audit.

import type { Identity } from '../access/tokens.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { type AuditEntry, subjectKey } from '../operating/audit.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { momentIn } from '../page/formats.ts';
import { card, empty, flag, pages, table } from '../page/parts.ts';
import type { ReadDeps } from './deps.ts';
import type { Page, View } from './shell.ts';

const rowsMost = 200;
/** The verbs of calls that only look. */
const looking = ['show', 'list', 'find', 'scan', 'compare'];

type Loaded = Awaited<ReturnType<typeof loadOperators>>;

/**
 * Loads one audit entry for each call: the entry of its end, or the entry of its beginning if the call has
 * not ended.
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

export function drawOperators(view: View, loaded: Loaded): Page {
  const { words } = view;
  const { entries, older } = loaded;
  return {
    title: words.operators,
    lead: words.operatorsNote,
    back: ['/console/me', words.me],
    body: joined(
      entries.length === 0
        ? empty('people', words.noOperators)
        : card({ isFlush: true }, drawEntries(view, loaded)),
      pages(words.pages, [[older ? `/console/operators?until=${older}` : null, words.older]]),
    ),
  };
}

const drawEntries = (view: View, { entries, ownAccounts }: Loaded): Html =>
  table({
    label: view.words.operators,
    columns: [[view.words.what, 'row'], [view.words.about], [view.words.when, 'time']],
    rows: entries.map((entry) => [
      drawWhat(view, entry),
      h.bdi(aboutOf(entry, ownAccounts)),
      momentIn(view.language, entry.at, view.now),
    ]),
  });

/** Draws what an operator did. A call that was refused, or whose end is not known, is flagged. */
function drawWhat({ words }: View, { action, state }: AuditEntry): Content {
  const [noun = '', verb = ''] = action.split(' ');
  const nouns: Readonly<Record<string, string>> = words.operatorNouns;
  const done = looking.includes(verb) ? words.operatorLooked : words.operatorChanged;
  const said = {
    done,
    refused: words.operatorRefused,
    asked: words.operatorBegan,
    failed: words.operatorBegan,
  };
  const text = `${said[state]}: ${nouns[noun] ?? action}`;
  return state === 'done' ? text : flag(text);
}

/**
 * Returns the account or the client that the call names. An account is only shown if this person may see it,
 * because it may belong to another company or to other people of this company.
 */
function aboutOf({ details }: AuditEntry, ownAccounts: ReadonlySet<string>): string {
  const { account, client } = details;
  if (account === undefined) return String(client ?? '');
  return ownAccounts.has(String(account)) ? String(account) : '';
}
