// Draws the page of the sandbox, on which a person simulates events in the network for one account.

import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { listAccounts } from '../account/list-accounts.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import { type Cents, cents, toDecimal } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { listCashouts } from '../cashout-list/list-cashouts.ts';
import { listStatement } from '../ledger/list-statement.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { amountIn, momentIn } from '../page/formats.ts';
import { button, buttonLink, card, empty, field, form, hidden, notice, table } from '../page/parts.ts';
import type { SandboxDeps } from './deps.ts';
import { type Act, acts, keyOf, reservedKeys } from './sandbox-acts.ts';
import type { Page, View } from './shell.ts';

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
  if (!loaded) return { title, lead: words.sandboxNote, body: empty('bank', words.noAccounts) };
  const { id, isClosed } = loaded;
  const sent = acts.find((act) => act === done);
  return {
    title,
    lead: words.sandboxNote,
    acts: buttonLink(`/console/accounts/${id}`, `${words.oneAccount} ${id}`, 'plain', 'bank'),
    ...(wrong ? { status: 422 as const } : {}),
    body: joined(
      sent && notice('good', words.actsDone[sent]),
      wrong && !isClosed && notice('bad', words.actsNotDone[wrong.act]),
      drawChoice(view, loaded),
      isClosed
        ? joined(notice(wrong ? 'bad' : 'warn', words.sandboxClosed), drawKeys(view, id))
        : drawActs(view, loaded, once, wrong?.form),
    ),
  };
}

const drawChoice = ({ words }: View, { id, ids }: NonNullable<Loaded>): Html =>
  h.form(
    { action: sandboxPath, class: 'card fields' },
    field({
      name: 'account',
      label: words.oneAccount,
      value: id,
      options: ids.map((one) => [one, one]),
    }),
    h.p(button(words.show, 'plain')),
  );

function drawActs(view: View, loaded: NonNullable<Loaded>, once: string, typed?: URLSearchParams): Html {
  return h.div(
    { class: 'columns' },
    h.div({ class: 'stack' }, drawMoney(view, loaded.id, once, typed), drawKeys(view, loaded.id)),
    h.div({ class: 'stack' }, drawReport(view, loaded), drawReturn(view, loaded)),
  );
}

/** The form of one action. */
const drawAct = (id: string, act: Act, note: string, ...content: readonly Content[]): Html =>
  form(`${sandboxPath}/${id}/${act}`, h.p({ class: 'soft' }, note), content);

function drawMoney(view: View, id: string, once: string, typed?: URLSearchParams): Html {
  const { words } = view;
  return card(
    { title: words.moneyIn },
    drawAct(
      id,
      'money',
      words.moneyInNote,
      h.div(
        { class: 'fields' },
        field({
          name: 'amount',
          label: words.amount,
          value: typed?.get('amount') ?? '',
          more: { inputmode: 'decimal' },
        }),
        field({
          name: 'payer',
          label: joined(`${words.payerName} `, h.span({ class: 'soft' }, words.optional)),
          value: typed?.get('payer') ?? '',
          isOptional: true,
          more: { maxlength: 150 },
        }),
      ),
      h.p(hidden({ once }), button(words.payIt)),
    ),
  );
}

const amountAt = ({ language, now }: View, amount: Cents, at: string) =>
  `${amountIn(language, toDecimal(amount))} · ${momentIn(language, at, now)}`;

/** Draws the form of a fraud report about a received payment. */
function drawReport(view: View, { id, received }: NonNullable<Loaded>): Html {
  const { words } = view;
  if (received.length === 0) return card({ title: words.medOpen }, h.p({ class: 'soft' }, words.noReceived));
  const options = received.map(
    (one) => [one.identification ?? '', amountAt(view, one.amountCents, one.time)] as const,
  );
  return card(
    { title: words.medOpen },
    drawAct(
      id,
      'med',
      words.medOpenNote,
      field({ name: 'payment', label: words.receivedLately, options }),
      h.p(button(words.contest, 'plain')),
    ),
  );
}

/** Draws the form with which a payee returns a payment. */
function drawReturn(view: View, { id, paid }: NonNullable<Loaded>): Html {
  const { words } = view;
  if (paid.length === 0) return card({ title: words.returnTitle }, h.p({ class: 'soft' }, words.noPaid));
  const options = paid.map((one) => {
    const at = amountAt(view, leftToReturn(one), one.endedAt ?? one.createdAt);
    return [String(one.id), `${at} · ${one.recipient?.name ?? one.id}`] as const;
  });
  return card(
    { title: words.returnTitle },
    drawAct(
      id,
      'return',
      words.returnNote,
      field({ name: 'cashout', label: words.paid, options }),
      h.p(button(words.return, 'plain')),
    ),
  );
}

/** Draws the reserved keys. Each leads to the form of a new payment. */
const drawKeys = ({ words }: View, account: string): Html =>
  joined(
    card(
      { title: words.reservedKeys, isFlush: true },
      table({
        columns: [
          [words.key, 'row'],
          [words.outcome, 'bare'],
          [words.newPayment, 'bare'],
        ],
        rows: reservedKeys.map((name) => {
          const key = keyOf(name);
          const to = `/console/new?${new URLSearchParams({ account, key })}`;
          return [
            h.span({ class: 'id whole' }, key),
            words.reserved[name],
            h.a({ href: to, 'aria-label': `${words.useKey}: ${key}` }, words.useKey),
          ];
        }),
      }),
    ),
    h.p({ class: 'soft' }, words.reservedNote),
  );
