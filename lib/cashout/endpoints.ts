// Defines the endpoints that create cashouts.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import type { CallerCode } from '../base/errors.ts';
import { exampleAccount } from '../base/meanings.ts';
import * as answers from './answers.ts';
import {
  createCashoutBody,
  createCashoutManualBody,
  createFromCodeBody,
  createManualTransferBody,
} from './schemas.ts';

/** Refusals of a call that takes a copy-and-paste QR code. */
export const codeRefusals: readonly CallerCode[] = [
  'invalid_pix_key',
  'invalid_br_code',
  'br_code_not_payable',
  'dynamic_code_refused',
  'dynamic_code_above_max',
];
export const ofCaller = {
  auth: 'token and hmac',
  audience: 'api',
  stranger: 'account_not_found',
  closed: 'account_not_found',
} as const;
const create = {
  ...ofCaller,
  lenient: true,
  foreign: { preflight: 'belongs to a preflight' },
  idempotencyKey: true,
  answer: as<typeof answers.cashout>,
} as const;
const leftNew = { ...create, needs: ['CREATE'] } as const;
const approved = { ...create, needs: ['CREATE', 'APPROVE'] } as const;

export const createCashout = /* @__PURE__ */ endpoint(leftNew, {
  route: 'POST /create-cashout',
  body: createCashoutBody,
  refusals: ['invalid_pix_key', 'possible_duplicate'],
});

export const createCashoutSelfApprove = /* @__PURE__ */ endpoint(approved, {
  route: 'POST /create-cashout-self-approve',
  body: createCashoutBody,
  refusals: ['invalid_pix_key', 'possible_duplicate', 'too_many_open'],
});

export const createCashoutManual = /* @__PURE__ */ endpoint(leftNew, {
  route: 'POST /create-cashout-manual',
  body: createCashoutManualBody,
  refusals: ['possible_duplicate'],
});

/** The name is spelled as in the contract. */
export const createCashoutManualSelfApprove = /* @__PURE__ */ endpoint(approved, {
  route: 'POST /create-cashoutmanual-self-approve',
  body: createCashoutManualBody,
  refusals: ['possible_duplicate', 'too_many_open'],
});

export const createCopyAndPasteTransfer = /* @__PURE__ */ endpoint(approved, {
  route: 'POST /create-copy-and-paste-transfer',
  body: createFromCodeBody,
  refusals: /* @__PURE__ */ codeRefusals.concat('possible_duplicate', 'too_many_open'),
});

/** The call of a web client: a one-time code replaces the signature. */
export const createManualTransfer = /* @__PURE__ */ endpoint(approved, {
  route: 'POST /create-manual-transfer',
  auth: 'token',
  checksHmac: true,
  audience: 'web',
  body: createManualTransferBody,
  refusals: ['possible_duplicate', 'too_many_open'],
});

export const told = () => {
  const byKey = { ...exampleAccount, amount: 123.45, key: 'fulano@example.com', tag: 'invoice 42' };
  const byBank = {
    ...exampleAccount,
    amount: 123.45,
    recipient_account_branch: '0123',
    recipient_account_number: '45678',
    recipient_account_number_digit: '9',
    recipient_account_type: 'CURRENT_ACCOUNT',
    recipient_account_model: 'Movement',
    recipient_name: 'Fulana de Tal',
    recipient_legal_id: '12345678909',
    recipient_instution: '60701190',
  };
  const code =
    '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';

  const tellCreate = {
    answer: answers.cashout,
    details:
      'The answer has status NEW; no money moves before the approval. Send an idempotency-key, so that you can repeat the call safely.',
  } as const;
  const tellApproved = {
    ...tellCreate,
    details:
      'The answer has status PROCESSING, and a worker completes the transfer. Always send an idempotency-key: after a time-out, repeat the call with the same key, and it pays only once.',
  } as const;
  return tell(
    'Cashouts',
    {
      createCashout,
      createCashoutSelfApprove,
      createCashoutManual,
      createCashoutManualSelfApprove,
      createCopyAndPasteTransfer,
      createManualTransfer,
    },
    {
      createCashout: {
        ...tellCreate,
        summary: 'Creates a cashout to a PIX key',
        body: 'CreateCashout',
        example: byKey,
      },
      createCashoutSelfApprove: {
        ...tellApproved,
        summary: 'Creates a cashout to a PIX key and approves it',
        body: 'CreateCashout',
        example: byKey,
      },
      createCashoutManual: {
        ...tellCreate,
        summary: 'Creates a cashout to bank details',
        body: 'CreateCashoutManual',
        example: byBank,
      },
      createCashoutManualSelfApprove: {
        ...tellApproved,
        summary: 'Creates a cashout to bank details and approves it',
        body: 'CreateCashoutManual',
        example: byBank,
      },
      createCopyAndPasteTransfer: {
        ...tellApproved,
        summary: 'Pays a copy-and-paste code',
        details: `${tellApproved.details} If the code has an amount, the request may omit it. Some stages do not pay dynamic codes.`,
        body: 'CopyAndPasteTransfer',
        fields: {
          amount: [
            'In reais, as in the other creates. May be left out if the code has an amount, and must be that of the code then.',
            123.45,
          ],
        },
        example: { ...exampleAccount, copy_and_paste: code },
      },
      createManualTransfer: {
        ...tellApproved,
        summary: 'Sends money from a web client, with a one-time code',
        details:
          'For clients with the audience web: instead of an hmac, the call has a one-time code of the user. Each code is valid for one transfer. Five wrong codes lock the user for 15 minutes.',
        body: 'ManualTransfer',
        fields: {
          mfa_code: [
            'One-time code of the user’s authenticator, six digits. A missing, wrong or used code is a 401.',
            '123456',
          ],
        },
        example: { ...byBank, mfa_code: '123456' },
      },
    },
  );
};
