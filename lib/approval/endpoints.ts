// Defines the endpoints that approve or reject a cashout.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import * as answers from '../cashout/answers.ts';
import { approveCashoutBody, cashoutPath, rejectCashoutBody } from '../cashout/schemas.ts';

// Tokens of both audiences may call these endpoints, because the contract restricts only the create calls to the
// audience of the API.
const decision = {
  auth: 'token and hmac',
  needs: ['APPROVE'],
  stranger: 'transaction_not_found',
  answer: as<typeof answers.cashout>,
} as const;
const approval = {
  ...decision,
  lenient: true,
  // Otherwise the signed body of a rejection, of a preflight with an id, or of a recovery would be a valid approval.
  foreign: {
    reason: 'belongs to a rejection',
    preflight: 'belongs to a preflight',
    situation: 'belongs to a recovery',
    recovery: 'belongs to a recovery',
  },
  body: approveCashoutBody,
  refusals: [
    'transaction_in_wrong_status',
    'approved_already',
    'approval_of_own',
    'content_differs',
    'too_many_open',
  ],
} as const;

export const approveCashout = /* @__PURE__ */ endpoint(approval, {
  route: 'POST /approve-cashout',
});

export const approveCashoutManual = /* @__PURE__ */ endpoint(approval, {
  route: 'POST /approve-cashout-manual',
});

export const rejectCashout = /* @__PURE__ */ endpoint(decision, {
  route: 'POST /v3/cashouts/{id}/reject',
  path: cashoutPath,
  body: rejectCashoutBody,
  refusals: ['transaction_in_wrong_status'],
});

export const told = () => {
  const tellDecision = {
    answer: answers.cashout,
    body: 'ApproveCashout',
    fields: {
      id: ['Id of the transaction to approve.', 8_125_094_371_265],
      content_digest: [
        'The digest of the cashout that you saw. Another cashout is refused with 409.',
        '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460',
      ],
    },
    example: { id: 8_125_094_371_265 },
  } as const;
  return tell(
    'Cashouts',
    { approveCashout, approveCashoutManual, rejectCashout },
    {
      approveCashout: {
        ...tellDecision,
        summary: 'Approves a NEW cashout',
        details:
          'Only one approval succeeds; any other is a 400. The answer has status PROCESSING, and a worker completes the transfer. Under rules of the account it stays NEW until enough users have approved it.',
      },
      approveCashoutManual: {
        ...tellDecision,
        summary: 'Approves a NEW cashout',
        details: 'The same as /approve-cashout. Both paths approve both kinds of cashout.',
      },
      rejectCashout: {
        ...tellDecision,
        summary: 'Rejects a NEW cashout',
        details:
          'The cashout becomes CANCELLED, and erro_descriptor has the reason. Its creator may do so without APPROVE while it is NEW. Of an approval and a rejection at the same time one succeeds; the other is a 400.',
        body: 'RejectCashout',
        fields: {
          id: ['The id of the path, so that the signature is of this cashout.', 8_125_094_371_265],
          reason: [
            'Why you reject it. Not blank. The answer, the event and every look-up have it.',
            'Wrong supplier',
          ],
        },
        example: { id: 8_125_094_371_265, reason: 'Wrong supplier' },
        parameters: {
          id: ['Id of the transaction.', 8_125_094_371_265],
        },
      },
    },
  );
};
