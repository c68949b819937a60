// Draws the pages of a new payment: the form, and what the payment would do. These pages pay nothing, because the
// payment waits for an approval.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import { listAccounts } from '../account/list-accounts.ts';
import type { Owned } from '../account/list-owned.ts';
import { hasPermissions } from '../account/policy.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import { Refusal } from '../base/errors.ts';
import { toDecimal } from '../base/money.ts';
import type { Base } from '../platform/deps.ts';
import type { Preflight } from '../preflight/foretell.ts';
import { presentPreflight } from '../preflight/present.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
import { drawFacts, type Fact } from './page-parts.ts';
import { type Field, fields, type Kind, kinds, optional, type Typed } from './payment-form.ts';
import { saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

const accountsMost = 50;

/**
 * Returns the accounts from which the person may create payments.
 * @param wanted the requested account, as branch/number; it is included even if it is not among the first fifty
 */
export async function loadSources(deps: Base & WithAccounts, caller: Identity, wanted = '') {
  const { rows, next } = await listAccounts(deps, caller, { limit: accountsMost });
  const isListed = rows.some(({ account }) => accountIdOf(account) === wanted);
  const later = next && !isListed ? await findSource(deps, caller, wanted) : [];
  const mine = [...rows, ...later].filter(
    ({ account, policy }) => account.status !== 'CLOSED' && hasPermissions(policy, ['CREATE']),
  );
  return mine.map(({ account }) => ({
    id: accountIdOf(account),
    available: toDecimal(account.availableCents),
  }));
}

async function findSource(deps: Base & WithAccounts, caller: Identity, wanted: string): Promise<Owned[]> {
  if (!isAccountId(wanted)) return [];
  try {
    return [await findAccount(deps, caller, accountOf(wanted))];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

type Sources = Awaited<ReturnType<typeof loadSources>>;
/** The content of the form that is shown again. `told`: the API's text that says why the payment cannot be created. */
export type Again = {
  typed: Typed;
  wrong?: ReadonlySet<Field>;
  institutions?: readonly (readonly [ispb: string, name: string])[];
  told?: string;
};

export function drawForm(view: View, sources: Sources, kind: Kind, again: Again): Page {
  const { words, language } = view;
  if (sources.length === 0) return { title: words.newPayment, body: html`<p>${words.mayNotCreate}</p>` };
  const { wrong = new Set<Field>(), told, typed } = again;
  // If the requested account is not in the list, an empty option is added. Otherwise the browser would select the first
  // account.
  const isOther = Boolean(typed.account) && sources.every(({ id }) => id !== typed.account);
  const faults = [...wrong].map((name) => html`<li><a href="#${name}">${words.fields[name]}</a></li>`);
  return {
    title: words.newPayment,
    body: html`<nav aria-label="${words.payeeBy}">${kinds.map((one) => html`<a href="/console/new?kind=${one}"${one === kind ? html` aria-current="page"` : ''}>${words.kinds[one]}</a>`)}</nav>
${told ? html`<p class="bad" role="alert">${saidIn(language, told)}</p>` : ''}
${faults.length > 0 ? html`<div class="bad" role="alert"><p>${words.checkFields}</p><ul>${faults}</ul></div>` : ''}
<form method="post" action="/console/new" class="card"><input type="hidden" name="kind" value="${kind}">
<p><label for="account">${words.account}</label><br><select id="account" name="account" required>${isOther ? html`<option value="" selected></option>` : ''}${sources.map(({ id, available }) => html`<option value="${id}"${id === typed.account ? html` selected` : ''}>${id} · ${amountIn(language, available)}</option>`)}</select></p>
${fields[kind].map((name) => drawField(view, kind, name, again))}
<button class="button">${words.look}</button></form>`,
  };
}

const accountTypes = ['CURRENT_ACCOUNT', 'SAVING_ACCOUNT', 'PAYMENT_ACCOUNT'] as const;

function drawField({ words }: View, kind: Kind, name: Field, { typed, wrong, institutions = [] }: Again) {
  const isWrong = wrong?.has(name) === true;
  const isOptional = optional[kind].includes(name);
  const isOwner = kind === 'key' && name === 'recipient_legal_id';
  const hint = isOwner ? words.ownerHint : words.hints[name];
  const text = typed[name] ?? '';
  const more = html` id="${name}" name="${name}"${isOptional ? '' : html` required`}${isWrong ? html` aria-invalid="true"` : ''}${hint ? html` aria-describedby="${name}-note"` : ''}`;
  const choices: Partial<Record<Field, readonly (readonly [string, string])[]>> = {
    recipient_account_type: accountTypes.map((type) => [type, words.accountTypes[type]]),
    ...(institutions.length > 1 ? { recipient_instution: institutions } : {}),
  };
  const [type, mode] = name === 'scheduled_for' ? ['date', ''] : ['text', name === 'amount' ? 'decimal' : ''];
  const input = choices[name]
    ? html`<select${more}>${choices[name].map(([value, said]) => html`<option value="${value}"${value === text ? html` selected` : ''}>${said}</option>`)}</select>`
    : html`<input${more} type="${type}"${mode ? html` inputmode="${mode}"` : ''} autocomplete="off" maxlength="200" value="${text}">`;
  return html`<p><label for="${name}">${words.fields[name]}</label>${isOptional ? html` <span class="soft">${words.optional}</span>` : ''}<br>${input}${hint ? html`<br><span class="${isWrong ? 'bad' : 'soft'}" id="${name}-note">${hint}</span>` : ''}</p>`;
}

/**
 * Draws what the payment would do.
 * @param key idempotency key, so that a form that is sent twice creates one payment
 */
export function drawPreflight(view: View, found: Preflight, typed: Typed, kind: Kind, key: string): Page {
  const { words, language } = view;
  const { payee, amount, reasons, approvals_needed, possible_duplicate_of, starts_at } =
    presentPreflight(found);
  const lines: readonly Fact[] = [
    [words.payee, payee?.recipient_name ?? words.notLookedUp],
    [words.document, payee?.recipient_legal_id && legalIdIn(payee.recipient_legal_id)],
    [words.institution, payee?.recipient_instution_name ?? payee?.recipient_instution],
    [words.key, typed.key],
    [
      words.bankAccount,
      payee && !typed.key ? `${payee.recipient_branch_id} / ${payee.recipient_account_id}` : null,
    ],
    [words.account, typed.account],
    [words.startsAt, starts_at && `${timeIn(language, starts_at)} (${words.zone})`],
    [words.message, typed.message_to_payee],
    [words.tag, typed.tag],
    [words.approvals, approvals_needed === null ? null : String(approvals_needed)],
  ];
  const sent = Object.entries({ ...typed, kind, idempotency_key: key });
  return {
    title: words.newCheck,
    body: html`<p class="amount">${amount === null ? '' : amountIn(language, amount)}</p>
${possible_duplicate_of === null ? '' : html`<p class="warn">${words.duplicate} <a href="/console/cashouts/${possible_duplicate_of}">${possible_duplicate_of}</a></p>`}
${reasons.length > 0 ? html`<div class="warn" role="alert"><p>${words.nowAgainst}</p><ul>${reasons.map((reason) => html`<li>${saidIn(language, reason)}</li>`)}</ul></div>` : ''}
<section class="card">${drawFacts(lines)}</section>
<form method="post" action="/console/create">${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="soft">${words.createNote}</p><button class="button">${words.create}</button> <button class="button plain" formaction="/console/change">${words.change}</button></form>`,
  };
}
