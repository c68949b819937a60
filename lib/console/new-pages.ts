// Draws the pages of a new payment: the form, and what the payment would do. These pages pay nothing, because the
// payment waits for an approval.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import { listAccounts } from '../account/list-accounts.ts';
import type { Owned } from '../account/list-owned.ts';
import { hasPermissions } from '../account/policy.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import { Refusal } from '../base/errors.ts';
import { toDecimal } from '../base/money.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, legalIdIn, minuteIn } from '../page/formats.ts';
import { button, card, chips, empty, facts, field, form, hidden, notice } from '../page/parts.ts';
import type { Base } from '../platform/deps.ts';
import type { Preflight } from '../preflight/foretell.ts';
import { presentPreflight } from '../preflight/present.ts';
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
  if (sources.length === 0) return { title: words.newPayment, body: empty('send', words.mayNotCreate) };
  const { wrong = new Set<Field>(), told, typed } = again;
  const tabs = kinds.map((one) => ({
    to: `/console/new?kind=${one}`,
    words: words.kinds[one],
    isCurrent: one === kind,
  }));
  return {
    title: words.newPayment,
    body: joined(
      chips(words.payeeBy, tabs),
      told ? notice('bad', saidIn(language, told)) : '',
      wrong.size > 0 ? drawFaults(view, wrong) : '',
      h.form(
        { method: 'post', action: '/console/new', class: 'card' },
        hidden({ kind }),
        drawSource(view, sources, typed),
        fields[kind].map((name) => drawField(view, kind, name, again)),
        h.p(button(words.look)),
      ),
    ),
    isNarrow: true,
  };
}

/** Draws the list of the fields that are wrong, each with a link to the field. */
const drawFaults = ({ words }: View, wrong: ReadonlySet<Field>): Html =>
  notice(
    'bad',
    h.p(words.checkFields),
    h.ul([...wrong].map((name) => h.li(h.a({ href: `#${name}` }, words.fields[name])))),
  );

function drawSource({ words, language }: View, sources: Sources, { account }: Typed): Html {
  // If the requested account is not in the list, an empty option is added. Otherwise the browser would select the first
  // account.
  const isOther = Boolean(account) && sources.every(({ id }) => id !== account);
  const options = sources.map(
    ({ id, available }) => [id, `${id} · ${amountIn(language, available)}`] as const,
  );
  return field({
    name: 'account',
    label: words.account,
    value: isOther ? '' : account,
    options: isOther ? [['', ''], ...options] : options,
  });
}

/** Maximum number of characters of a copy-and-paste code (BR Code). */
const codeMost = 1_000;
const accountTypes = ['CURRENT_ACCOUNT', 'SAVING_ACCOUNT', 'PAYMENT_ACCOUNT'] as const;

function drawField({ words }: View, kind: Kind, name: Field, { typed, wrong, institutions = [] }: Again) {
  const isOwner = kind === 'key' && name === 'recipient_legal_id';
  const hint = isOwner ? words.ownerHint : words.hints[name];
  const isOptional = optional[kind].includes(name);
  const choices: Partial<Record<Field, readonly (readonly [string, string])[]>> = {
    recipient_account_type: accountTypes.map((type) => [type, words.accountTypes[type]]),
    ...(institutions.length > 1 ? { recipient_instution: institutions } : {}),
  };
  const options = choices[name];
  return field({
    name,
    label: isOptional
      ? joined(words.fields[name], h.span({ class: 'soft' }, ` ${words.optional}`))
      : words.fields[name],
    value: typed[name],
    isOptional,
    ...(wrong?.has(name) ? { wrong: hint ?? words.checkField } : { hint }),
    ...(options ? { options } : {}),
    ...(name === 'scheduled_for' ? { type: 'date' } : {}),
    ...(name === 'copy_and_paste' ? { rows: 4 } : {}),
    more: {
      maxlength: name === 'copy_and_paste' ? codeMost : 200,
      ...(name === 'amount' ? { inputmode: 'decimal' } : {}),
    },
  });
}

/**
 * Draws what the payment would do.
 * @param key idempotency key, so that a form that is sent twice creates one payment
 */
export function drawPreflight(view: View, found: Preflight, typed: Typed, kind: Kind, key: string): Page {
  const { words, language } = view;
  const { payee, amount, reasons, approvals_needed, possible_duplicate_of, starts_at } =
    presentPreflight(found);
  // The charge of a code may change. So the form names the amount that was shown, and another one is refused.
  const fixed = kind === 'code' && amount !== null ? { amount: amount.toFixed(2) } : {};
  const account = payee && !typed.key && `${payee.recipient_branch_id} / ${payee.recipient_account_id}`;
  return {
    title: words.newCheck,
    lead: words.createNote,
    body: joined(
      possible_duplicate_of === null ? '' : drawTwin(view, possible_duplicate_of),
      reasons.length > 0 ? drawAgainst(view, reasons) : '',
      card(
        {},
        h.p({ class: 'amount' }, amount === null ? '' : amountIn(language, amount)),
        facts([
          [words.payee, payee?.recipient_name ?? words.notLookedUp],
          [words.document, payee?.recipient_legal_id && legalIdIn(payee.recipient_legal_id)],
          [words.institution, payee?.recipient_instution_name ?? payee?.recipient_instution],
          [words.key, typed.key],
          [words.bankAccount, account, 'whole'],
          [words.account, typed.account, 'whole'],
          [words.startsAt, starts_at && `${minuteIn(language, starts_at)} (${words.zone})`],
          [words.message, typed.message_to_payee],
          [words.tag, typed.tag],
          [words.approvals, approvals_needed === null ? null : String(approvals_needed)],
        ]),
      ),
      form(
        '/console/create',
        hidden({ ...typed, ...fixed, kind, idempotency_key: key }),
        h.p(
          { class: 'acts' },
          button(words.create),
          button(words.change, 'plain', { formaction: '/console/change' }),
        ),
      ),
    ),
    isNarrow: true,
  };
}

const drawTwin = ({ words }: View, id: number): Html =>
  notice('warn', `${words.duplicate} `, h.a({ href: `/console/cashouts/${id}` }, id));

const drawAgainst = ({ words, language }: View, reasons: readonly string[]): Html =>
  h.div(
    { role: 'alert' },
    notice('warn', h.p(words.nowAgainst), h.ul(reasons.map((reason) => h.li(saidIn(language, reason))))),
  );
