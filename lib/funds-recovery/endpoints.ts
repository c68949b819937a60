// Defines the endpoints of recoveries of payouts.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { cashoutPath } from '../cashout/schemas.ts';
import { recovery } from './answers.ts';
import { cancelRecoveryBody, requestRecoveryBody } from './schemas.ts';

const ofPayment = {
  needs: ['APPROVE'],
  path: cashoutPath,
  stranger: 'transaction_not_found',
  answer: as<typeof recovery>,
} as const;

export const requestRecovery = /* @__PURE__ */ endpoint(ofPayment, {
  route: 'POST /v3/cashouts/{id}/recovery',
  auth: 'token and hmac',
  body: requestRecoveryBody,
  refusals: [
    'recovery_differs',
    'recovery_returned',
    'recovery_not_paid',
    'recovery_inside',
    'recovery_too_late',
  ],
});

export const getRecovery = /* @__PURE__ */ endpoint(ofPayment, {
  route: 'GET /v3/cashouts/{id}/recovery',
  auth: 'token',
  refusals: ['recovery_not_found'],
});

export const cancelRecovery = /* @__PURE__ */ endpoint(ofPayment, {
  route: 'POST /v3/cashouts/{id}/recovery/cancel',
  auth: 'token and hmac',
  body: cancelRecoveryBody,
  refusals: ['recovery_not_found', 'recovery_in_wrong_status', 'recovery_not_cancelled'],
});

export const told = () => {
  const id = ['Id of the transaction.', 8_125_094_371_265] as const;
  const inBody = [
    'The id of the path, so that the signature is of this payment.',
    8_125_094_371_265,
  ] as const;
  return tell(
    'MED cases',
    { requestRecovery, getRecovery, cancelRecovery },
    {
      requestRecovery: {
        summary: 'Asks for the recovery of a payout that was a fraud',
        details:
          'The PSP that paid is asked, once for each payment. The same request again gets the same answer. It moves no money: what comes back is a return of the cashout.',
        body: 'RequestRecovery',
        fields: {
          id: inBody,
          situation: [
            'SCAM, ACCOUNT_TAKEOVER, COERCION, FRAUDULENT_ACCESS to credentials, OTHER or UNKNOWN.',
            'SCAM',
          ],
          details: [
            'What has happened, at most 2000 characters. The PSP and the payee’s institution read it.',
            'The seller does not exist',
          ],
        },
        example: { id: 8_125_094_371_265, situation: 'SCAM', details: 'The seller does not exist' },
        answer: recovery,
        parameters: { id },
      },
      getRecovery: {
        summary: 'Shows the recovery of a payout',
        details: 'It is asked of the PSP every five minutes until it ends, for 90 days.',
        answer: recovery,
        parameters: { id },
      },
      cancelRecovery: {
        summary: 'Asks to cancel the recovery of a payout',
        details:
          'If the PSP does not answer, the answer has cancel_requested, and the service asks the PSP again.',
        body: 'CancelRecovery',
        fields: {
          id: inBody,
          recovery: ['Always cancel, so that the signature is of a cancellation.', 'cancel'],
        },
        example: { id: 8_125_094_371_265, recovery: 'cancel' },
        answer: recovery,
        parameters: { id },
      },
    },
  );
};
