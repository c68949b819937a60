// Explains Woovi's states, errors and reasons of payments. documented.json has the source of each word. Most of Woovi's
// errors have no name, so their whole text is read.

import { shortText, stoppedText } from '../own-fault.ts';
import type { NetworkRefusal } from '../port.ts';
import type { Errors, States } from '../psp-words.ts';
import type { RecoveryState } from '../recoveries.ts';
import { describeReject, type RejectName, rejectCodes } from '../reject-codes.ts';

/**
 * The states of a payment. CREATED: it waits for an approval, for example because the balance was too small. DENIED and
 * REJECTED are not in this table, because Woovi's documents contradict each other about them.
 */
export const paymentStates: States = {
  CREATED: 'waiting',
  APPROVED: 'under way',
  PROCESSING: 'under way',
  CONFIRMED: 'done',
  FAILED: 'not done',
};

export const paymentErrors: Errors = {
  'Já existe um pagamento com o correlationID fornecido': { status: 400, ends: 'look up' },
  'Payment already confirmed': { status: 400, ends: 'look up' },
  'You do not have enough balance to make this payment': { status: 400, ends: 'own fault' },
  'Você não possui saldo o suficiente para realizar esse pagamento': { status: 400, ends: 'own fault' },
};

/** The errors of the look-up of a key. */
export const keyErrors: Errors = {
  PIX_KEY_INFO_NOT_FOUND: { status: 404, ends: 'not found' },
  'Pix key related to an account suspected of fraud': {
    status: 400,
    ends: 'refused',
    code: 'FRAD',
    text: rejectCodes.FRAD.text,
  },
  'You need to link a Bank Account to this API': { status: 400, ends: 'own fault' },
  'Error verifying pix key': { status: 400, ends: 'nothing' },
  TOO_MANY_REQUESTS: { status: 429, ends: 'nothing' },
};

/** The meaning of a status of a funds recovery. COMPLETED and CANCELLED are final. */
export const recoveryStates: Readonly<Record<string, RecoveryState>> = {
  CREATED: 'open',
  TRACKED: 'open',
  AWAITING_ANALYSIS: 'open',
  ANALYSED: 'open',
  REFUNDING: 'open',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
};

/** The errors of funds recoveries, except 422: Woovi refuses with it, and its text may be the Central Bank's. */
export const recoveryErrors: Errors = {
  'Transaction not found': { status: 404, ends: 'not found' },
  'Funds recovery not found': { status: 404, ends: 'not found' },
};

type Reason = { kind: 'failed' | 'refused'; isOwnFault?: true } & NetworkRefusal;
const byCode = (code: RejectName): Reason => ({
  kind: rejectCodes[code].ends,
  code,
  text: describeReject(code),
});
const keyNotFound: Reason = { kind: 'failed', code: '', text: 'Pix key not found' };
const stopped: Reason = { kind: 'refused', code: '', text: stoppedText, isOwnFault: true };

/** Woovi's own codes of failed payments (`error.code`), which only callbacks have. */
export const failureCodes: Readonly<Record<string, Reason>> = {
  NOT_ENOUGH_BALANCE: { ...stopped, text: shortText },
  REACH_TRANSFER_LIMIT: stopped,
  ACCOUNT_LIMIT_ERROR: stopped,
  ALIAS_LIMIT_ERROR: stopped,
  PIX_KEY_INFO_NOT_FOUND: keyNotFound,
  INVALID_PIX_KEY: keyNotFound,
  ACCOUNT_NOT_FOUND: byCode('AC03'),
  ENTRY_ASSOCIATED_WITH_RESTRICTED_ACCOUNT_OR_USER: byCode('FRAD'),
  SAME_ACCOUNT_TRANSFER: byCode('AG12'),
};
