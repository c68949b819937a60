// Declares operators' calls about cashouts, chargebacks and payments to unknown keys. People end a cashout or chargeback
// without an outcome: `settle` and `fail` take the same evidence of two operators.

import * as z from 'zod';
import { accountOf } from '../base/account-ref.ts';
import { text, words } from '../base/field-schemas.ts';
import { readName } from '../cashout/name-of-one.ts';
import { assignPayment, showPayment } from '../incoming/assign-payment.ts';
import { declare } from './call.ts';
import { endPayment } from './end-payment.ts';
import { endRefund } from './end-refund.ts';
import { showCashout } from './show-cashout.ts';
import { showChargeback } from './show-chargeback.ts';
import { account, endToEndId } from './subject-schema.ts';
import { wholeNumber } from './typed-texts.ts';

const two = 'Nothing happens until another operator repeats the same command within three days.';
const letter = '--document "Ticket 4711 of the PSP" --reason "INC-44: no answer for 12 hours"';

/** The evidence of people. It is in the audit, so it must name no customer. */
const evidence = {
  document: {
    is: words(200),
    flag: '--document <text>',
    means: 'where the PSP says so: a ticket, a line of its statement, a letter',
  },
  reason: {
    is: words(200),
    flag: '--reason <text>',
    means: 'why people decide it, and the ticket; it must name no customer',
  },
} as const;
const cancelled = {
  cancelled_at_psp: {
    is: words(200).optional(),
    flag: '--cancelled-at-psp <text>',
    means: 'the PSP’s reference that it has cancelled it, if it is not too old',
  },
} as const;
const networkId = 'its id at the network, from the document';

type Told = { by: string; document: string; reason: string; cancelled_at_psp?: string | undefined };
const settled = (id: string, { by, document, reason }: Told) =>
  ({ end: 'settled', networkId: id, document, reason, by }) as const;
const failed = ({ by, document, reason, cancelled_at_psp: cancelledAtPsp }: Told) =>
  ({ end: 'failed', document, reason, ...(cancelledAtPsp ? { cancelledAtPsp } : {}), by }) as const;

const cashoutName = text
  .transform(readName)
  .refine((name) => name !== undefined, 'must be an id, E…, PX-… or the code or address of a receipt');
const cashout = { is: cashoutName, flag: '<cashout>' } as const;

const chargeback = {
  is: z.int('must be a whole number').positive('must be a whole number'),
  flag: '<chargeback>',
  read: wholeNumber,
} as const;

const payment = { is: endToEndId, flag: '<payment>' } as const;

export const paymentCalls = [
  declare('cashout show', {
    what: 'Shows a cashout with its timeline: who created and approved it, who is paid, what the network said. By its id, its end-to-end id (E…), its code_transaction (PX-…), or the code or address of its receipt.',
    example: 'E99999010202611211504002VOM7EKSH --stage production',
    fields: { cashout: { ...cashout, flag: '<name>' } },
    run: async (deps, call) => ({ answer: await showCashout(deps, call.cashout) }),
  }),
  declare('cashout settle', {
    what: `Records that the PSP has made a payment without an outcome. The money is debited. ${two}`,
    example: `1234567890123456 --end-to-end-id E99999999202611211504002VOM7EKSH ${letter}`,
    fields: {
      cashout,
      ...evidence,
      end_to_end_id: {
        is: text.regex(/^E[A-Za-z0-9]{31}$/, 'must be an end-to-end id: E and 31 letters and digits'),
        flag: '--end-to-end-id <id>',
        means: networkId,
      },
    },
    change: {
      on: 'cashout',
      pt: 'Registrar como pago, segundo o PSP',
      en: 'Record as paid, according to the PSP',
      replaces: 'nothing',
    },
    run: async (deps, call) => ({
      answer: await endPayment(deps, call.cashout, settled(call.end_to_end_id, call)),
    }),
  }),
  declare('cashout fail', {
    what: `Records that the PSP will never make a payment without an outcome. The money is available again. ${two}`,
    example: `1234567890123456 ${letter}`,
    fields: { cashout, ...evidence, ...cancelled },
    change: {
      on: 'cashout',
      pt: 'Registrar como não pago, segundo o PSP',
      en: 'Record as not paid, according to the PSP',
      replaces: 'nothing',
    },
    run: async (deps, call) => ({ answer: await endPayment(deps, call.cashout, failed(call)) }),
  }),
  declare('chargeback show', {
    what: 'Shows a chargeback, by its id.',
    example: '1234567890123456 --stage production',
    fields: { chargeback },
    run: async (deps, call) => ({ answer: await showChargeback(deps, call.chargeback) }),
  }),
  declare('chargeback settle', {
    what: `Records that the PSP has made a refund without an outcome. The money is debited. ${two}`,
    example: `1234567890123456 --return-id D999999992026112115040000000001A ${letter}`,
    fields: {
      chargeback,
      ...evidence,
      return_id: {
        is: text.regex(/^D[A-Za-z0-9]{31}$/, 'must be the id of a return: D and 31 letters and digits'),
        flag: '--return-id <id>',
        means: networkId,
      },
    },
    change: {
      on: 'chargeback',
      pt: 'Registrar como devolvida, segundo o PSP',
      en: 'Record as refunded, according to the PSP',
      replaces: 'nothing',
    },
    run: async (deps, call) => ({
      answer: await endRefund(deps, call.chargeback, settled(call.return_id, call)),
    }),
  }),
  declare('chargeback fail', {
    what: `Records that the PSP will never make a refund without an outcome. The money is available again. ${two}`,
    example: `1234567890123456 ${letter}`,
    fields: { chargeback, ...evidence, ...cancelled },
    change: {
      on: 'chargeback',
      pt: 'Registrar como não devolvida, segundo o PSP',
      en: 'Record as not refunded, according to the PSP',
      replaces: 'nothing',
    },
    run: async (deps, call) => ({ answer: await endRefund(deps, call.chargeback, failed(call)) }),
  }),
  declare('payment show', {
    what: 'Shows a waiting or credited payment, by its end-to-end id.',
    example: 'E6070119020261121150400000000001',
    fields: { payment },
    run: async (deps, call) => ({ answer: await showPayment(deps, call.payment) }),
  }),
  declare('payment assign', {
    what: 'Assigns a waiting payment to an account, which is credited a moment later. Returns of the payment are debited from the account.',
    example: 'E6070119020261121150400000000001 --account 0001/123456789 --stage production',
    fields: {
      payment,
      account: {
        is: account,
        flag: '--account <account>',
        means: 'BRANCH/NUMBER of the owner, confirmed by the PSP in writing',
      },
    },
    change: {
      on: 'payment',
      pt: 'Creditar Pix recebido',
      en: 'Credit a received Pix',
      replaces: async ({ waitingPayments }, call) => (await waitingPayments.find(call.payment))?.assignedTo,
    },
    run: async (deps, call) => ({
      answer: await assignPayment(deps, call.payment, accountOf(call.account), deps.requireShown),
    }),
  }),
] as const;
