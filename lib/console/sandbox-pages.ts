// Draws the page of the sandbox, on which a person simulates events in the network for one account.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { listAccounts } from '../account/list-accounts.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import { type Cents, cents, toDecimal } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { listCashouts } from '../cashout-list/list-cashouts.ts';
import { listStatement } from '../ledger/list-statement.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import type { SandboxDeps } from './deps.ts';
import { type Act, acts, keyOf, reservedKeys } from './sandbox-acts.ts';
import type { Html, Page, View } from './shell.ts';

export const sandboxPath = '/console/sandbox';

const [accountsMost, entriesMost, choicesMost, daysShown] = [50, 50, 10, 30];

/**
 * Returns the amount that the payee can still return. It is 0 if the payment is not paid, or if the payee's account is
 * in this institution.
 */
export function leftToReturn({ status, recipient, request, returnedCents = cents(0) }: Cashout): Cents {
  const isOutside = status === 'SUCCESS' && !recipient?.ownAccount;
  return isOutside ? cents(request.amountCents - returnedCents) : cents(0);
}

/**
 * Loads the page. Returns undefined if the person has no open account. Refuses an account that the person may not see.
 * @param wanted the account, as branch/number; by default the first account
 */
export async function loadSandbox(deps: SandboxDeps, caller: Identity, wanted: string | undefined) {
  const { rows } = await listAccounts(deps, caller, { limit: accountsMost });
  const listed = rows
    .filter(({ account }) => account.status !== 'CLOSED')
    .map(({ account }) => accountIdOf(account));
  const id = wanted && isAccountId(wanted) ? wanted : listed[0];
  if (!id) return undefined;
  const ref = accountOf(id);
  const { account } = await findAccount(deps, caller, ref);
  const range = {
    start: addSeconds(deps.now(), -daysShown * 86_400),
    end: deps.now().toISOString(),
    direction: 'next',
  } as const;
  const [{ rows: entries }, { rows: cashouts }] = await Promise.all([
    listStatement(deps, caller, ref, { ...range, limit: entriesMost }),
    listCashouts(deps, caller, {
      ...range,
      account: ref,
      start: new Date(0).toISOString(),
      limit: choicesMost,
      filter: { status: 'SUCCESS' },
    }),
  ]);
  return {
    id,
    ids: listed.includes(id) ? listed : [id, ...listed],
    isClosed: account.status === 'CLOSED',
    received: entries.filter(({ type }) => type === 'PIX_CASHIN').slice(0, choicesMost),
    paid: cashouts.filter((cashout) => leftToReturn(cashout) > 0),
  };
}

type Loaded = Awaited<ReturnType<typeof loadSandbox>>;
/**
 * The state of the page. `once`: a token that makes a form pay only once, even if it is sent twice. `wrong`: the action
 * that could not be done, and its form.
 */
type State = { once: string; done?: string | undefined; wrong?: { act: Act; form: URLSearchParams } };

export function drawSandbox(view: View, loaded: Loaded, { once, done, wrong }: State): Page {
  const { words } = view;
  const title = words.sandbox;
  if (!loaded) return { title, body: html`<p>${words.noAccounts}</p>` };
  const { id, ids, isClosed } = loaded;
  const sent = acts.find((act) => act === done);
  return {
    title,
    ...(wrong ? { status: 422 as const } : {}),
    body: html`<p>${words.sandboxNote}</p>${sent ? html`<p class="good" role="status">${words.actsDone[sent]}</p>` : ''}${wrong ? html`<p class="bad" role="alert">${isClosed ? words.sandboxClosed : words.actsNotDone[wrong.act]}</p>` : ''}
<form class="fields" action="${sandboxPath}"><p><label for="account">${words.oneAccount}</label><br><select id="account" name="account">${ids.map((one) => html`<option value="${one}"${one === id ? html` selected` : ''}>${one}</option>`)}</select></p><button class="button plain">${words.show}</button></form>
${isClosed ? html`<p class="warn">${words.sandboxClosed}</p>` : drawActs(view, loaded, once, wrong?.form)}
<h2>${words.reservedKeys}</h2><p class="soft">${words.reservedNote}</p>${drawKeys(view, id)}
<nav><a href="/console/accounts/${id}">${words.oneAccount} ${id}</a></nav>`,
  };
}

function drawActs(view: View, loaded: NonNullable<Loaded>, once: string, typed?: URLSearchParams): Html {
  const { words, language } = view;
  const { id, received, paid } = loaded;
  const say = (amount: Cents, at: string) =>
    `${amountIn(language, toDecimal(amount))} · ${timeIn(language, at)}`;
  const card = (act: Act, title: string, note: string, button: string, body: Html) =>
    html`<section class="card"><h2>${title}</h2><p class="soft">${note}</p><form method="post" action="${sandboxPath}/${id}/${act}">${body}<button class="button">${button}</button></form></section>`;
  const none = (title: string, note: string) =>
    html`<section class="card"><h2>${title}</h2><p>${note}</p></section>`;
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    html`<p><label for="${name}">${label}</label><br><select id="${name}" name="${name}" required>${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></p>`;
  const money = html`<input type="hidden" name="once" value="${once}"><p><label for="amount">${words.amount}</label><br><input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${typed?.get('amount') ?? ''}"></p>
<p><label for="payer">${words.payerName}</label> <span class="soft">${words.optional}</span><br><input id="payer" name="payer" autocomplete="off" maxlength="150" value="${typed?.get('payer') ?? ''}"></p>`;
  const reports = received.map((one) => [one.identification ?? '', say(one.amountCents, one.time)] as const);
  const returns = paid.map(
    (one) =>
      [
        String(one.id),
        `${say(leftToReturn(one), one.endedAt ?? one.createdAt)} · ${one.recipient?.name ?? one.id}`,
      ] as const,
  );
  return html`${card('money', words.moneyIn, words.moneyInNote, words.payIt, money)}
${reports.length === 0 ? none(words.medOpen, words.noReceived) : card('med', words.medOpen, words.medOpenNote, words.contest, choice('payment', words.receivedLately, reports))}
${returns.length === 0 ? none(words.returnTitle, words.noPaid) : card('return', words.returnTitle, words.returnNote, words.return, choice('cashout', words.paid, returns))}`;
}

const drawKeys = ({ words }: View, account: string): Html =>
  html`<table><thead><tr><th scope="col">${words.key}</th><th scope="col">${words.outcome}</th><th scope="col">${words.newPayment}</th></tr></thead>
<tbody>${reservedKeys.map((name) => {
    const key = keyOf(name);
    const query = new URLSearchParams({ account, key });
    return html`<tr><th scope="row" class="id">${key}</th><td data-name="${words.outcome}">${words.reserved[name]}</td><td><a href="/console/new?${query}" aria-label="${words.useKey}: ${key}">${words.useKey}</a></td></tr>`;
  })}</tbody></table>`;
