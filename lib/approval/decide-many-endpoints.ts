// Defines the endpoints that approve or reject many cashouts in one call.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { approveManyBody, rejectManyBody } from '../cashout/schemas.ts';
import * as answers from './decide-many-answers.ts';

const decisions = {
  auth: 'token and hmac',
  needs: ['APPROVE'],
  stranger: 'transaction_not_found',
  inRows: true,
} as const;

export const approveMany = /* @__PURE__ */ endpoint(decisions, {
  route: 'POST /v3/cashouts/approve-many',
  body: approveManyBody,
  answer: as<typeof answers.approvedMany>,
});

export const rejectMany = /* @__PURE__ */ endpoint(decisions, {
  route: 'POST /v3/cashouts/reject-many',
  body: rejectManyBody,
  answer: as<typeof answers.rejectedMany>,
});

export const told = () => {
  const id = 8_125_094_371_265;
  const digest = '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460';
  const cashouts = [{ id, content_digest: digest }];
  const fields = {
    cashouts: ['1 to 100 cashouts, each once, with the content_digest of the one that you saw.', cashouts],
  } as const;
  const each = `Each is decided as by its own call: one that is refused stops no other, and its row has the words of that call.
Of a row with send_again the outcome is unknown, or it was not tried: send it again. What has succeeded is refused then, and nothing is done twice.

Each cashout counts as a request in the limit of the client. A call beyond the limit is a 429, and decides nothing.`;
  return tell(
    'Cashouts',
    { approveMany, rejectMany },
    {
      approveMany: {
        summary: 'Approves up to 100 NEW cashouts',
        details: `The answers are in the order asked. ${each}`,
        body: 'ApproveMany',
        fields,
        example: { cashouts },
        answer: answers.approvedMany,
      },
      rejectMany: {
        summary: 'Rejects up to 100 NEW cashouts',
        details: `With one reason for all. The answers are in the order asked. ${each}`,
        body: 'RejectMany',
        fields: {
          ...fields,
          reason: [
            'Why you reject them. Not blank. Answers, events and every look-up have it.',
            'Wrong supplier',
          ],
        },
        example: { cashouts, reason: 'Wrong supplier' },
        answer: answers.rejectedMany,
      },
    },
  );
};
