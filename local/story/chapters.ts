// Plays what stands apart from the daily payments: refunds, MED cases, what is going on today, and a statement file.

import type { Identity } from '../../lib/access/tokens.ts';
import { approveCashout } from '../../lib/approval/approve-cashout.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { cents } from '../../lib/base/money.ts';
import { saoPauloDay } from '../../lib/base/time.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { requestChargeback } from '../../lib/chargeback/request-chargeback.ts';
import { askExport } from '../../lib/export/ask-export.ts';
import { makeExport } from '../../lib/export/make-export.ts';
import { rehearseMedCase, rehearseMedProgress } from '../../lib/sandbox/rehearse-med.ts';
import { type Act, type Cast, complete, create, plan, playAll, type receive } from './acts.ts';
import { hourMs, minuteMs, playAt } from './clock.ts';
import { dateOf, dayAgo } from './days.ts';
import * as payees from './payees.ts';
import type { End, Payment, Taking } from './plot.ts';
import type { Stage } from './stage.ts';

export type Received = Taking & Awaited<ReturnType<typeof receive>>;

/** Only the shop receives payments. */
const lane = 'shop';

/**
 * Returns the acts of the refunds and the MED cases.
 * @param received what was received so far, at the time of each act
 */
export function playCases(stage: Stage, cast: Cast, received: readonly Received[], today: Date): Act[] {
  const day = (ago: number) => dayAgo(today, ago);
  return [
    ...refund(stage, cast, received, day(38).at(11), 1),
    ...refund(stage, cast, received, day(9).at(15), 0.3),
    ...disputeThatIsOver(stage, received, day(45).at(9)),
    {
      at: day(2).at(14),
      lane,
      play: async () => {
        const endToEndId = received.at(-2)?.endToEndId;
        await rehearseMedCase(stage.deps, { endToEndId, reason: 'REFUND_REQUEST', situationType: 'SCAM' });
      },
    },
  ];
}

/** Refunds a part of the latest paid QR code. */
function refund(
  { deps }: Stage,
  { approver: caller }: Cast,
  received: readonly Received[],
  at: number,
  share: number,
): Act[] {
  let id = 0;
  const ask = async () => {
    const { qrCodeId = 0, amountCents } = received.findLast(({ isCode }) => isCode) as Received;
    const request = {
      qrCodeId,
      amountCents: cents(Math.round(amountCents * share)),
      information: 'Devolução',
    };
    const { chargeback } = await requestChargeback(deps, {
      caller,
      request,
      idempotencyKey: deps.ids.uuid(),
    });
    id = chargeback.id;
  };
  return [
    { at, lane, play: ask },
    { at: at + minuteMs, lane, play: () => pollChargeback(deps, id) },
  ];
}

function disputeThatIsOver({ deps }: Stage, received: readonly Received[], at: number): Act[] {
  let id = '';
  const open = async () => {
    const endToEndId = received.at(-3)?.endToEndId;
    const made = await rehearseMedCase(deps, {
      ...{ endToEndId, reason: 'REFUND_REQUEST', situationType: 'UNDEFINED' },
    });
    id = made.id;
  };
  const acknowledge = () => rehearseMedProgress(deps, id, { status: 'ACKNOWLEDGED', refund: {} });
  const close = () =>
    rehearseMedProgress(deps, id, {
      ...{ status: 'CLOSED', analysisResult: 'DISAGREED', refund: {} },
      analysisDetails: 'Mercadoria entregue, com comprovante',
    });
  return [
    { at, lane, play: open },
    { at: at + 5 * hourMs, lane, play: acknowledge },
    { at: at + 70 * hourMs, lane, play: close },
  ];
}

/** Plays what is going on: payments that wait, are scheduled, in progress, or just failed for lack of funds. */
export async function playLatest(stage: Stage, cast: Cast, today: Date): Promise<void> {
  const ago = (minutes: number) => today.getTime() - minutes * minuteMs;
  const one = (
    from: Payment['from'],
    payee: payees.Payee,
    tag: string,
    amount: number,
    minutes: number,
    end: End,
  ): Payment => ({
    ...{ from, payee, tag, amountCents: cents(amount), end },
    createdAt: ago(minutes),
    decidedAt: ago(Math.min(minutes - 1, 3)),
  });
  const planned = [
    one('payroll', payees.repairs, 'Antecipação do décimo terceiro', 4_800_000, 50, { kind: 'paid' }),
    one('shop', payees.repairs, 'Conserto do forno', 138_000, 25, { kind: 'open' }),
    one('shop', payees.mill, 'Farinha de trigo', 231_450, 190, { kind: 'waits' }),
    one('shop', payees.freight, 'Frete extra', 41_800, 140, { kind: 'waits' }),
    one('shop', payees.packaging, 'Caixas para o Natal', 96_300, 75, { kind: 'waits' }),
    one('shop', payees.coffee, 'Café em grãos', 37_990, 40, { kind: 'waits' }),
  ].map((payment) => plan(stage, cast, payment));
  await playAll(planned, await schedule(stage, cast, today));
}

/** Schedules payments for the next days: all but the last are approved. */
async function schedule(stage: Stage, cast: Cast, today: Date): Promise<Act[]> {
  const wanted = [
    { payee: payees.butter, tag: 'Manteiga', amount: 74_200, days: 1 },
    { payee: payees.energy, tag: 'Energia elétrica', amount: 318_740, days: 3 },
    { payee: payees.accountant, tag: 'Honorários contábeis', amount: 95_000, days: 6 },
    { payee: payees.landlord, tag: 'Aluguel da loja', amount: 680_000, days: 8 },
  ];
  const at = today.getTime() - 5 * hourMs;
  const begun = wanted.map(async ({ payee, tag, amount, days }, place): Promise<Act[]> => {
    const { deps } = stage;
    const asked = { tag, amountCents: cents(amount), scheduledFor: dateOf(dayAgo(today, -days)) };
    const id = await playAt(at, () => create(stage, cast.creator, cast.accounts.shop, payee, asked));
    if (place < wanted.length - 1) await playAt(at + hourMs, () => approveCashout(deps, cast.approver, id));
    return [{ at: at + hourMs + minuteMs, lane, play: () => complete(stage, id) }];
  });
  return (await Promise.all(begun)).flat();
}

/** Makes the file of the last month's statement. */
export async function playFile(
  stage: Stage,
  caller: Identity,
  account: AccountRef,
  today: Date,
): Promise<void> {
  const { deps } = stage;
  const ref = { branch: account.branch, number: account.number };
  const [year = 0, month = 1] = saoPauloDay(today.toISOString()).split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7);
  const request = { month: last, format: 'ofx', locale: 'pt-BR' } as const;
  await playAt(today.getTime() - 2 * hourMs, async () => {
    const { id } = await askExport(deps, caller, ref, request);
    await makeExport(deps, ref, id);
  });
}
