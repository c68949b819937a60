// Defines the endpoints that predict the result of a cashout that is not created, or that waits for approval.

import { as, type Endpoint, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { exampleAccount } from '../base/meanings.ts';
import { codeRefusals, ofCaller } from '../cashout/endpoints.ts';
import { cashoutPath } from '../cashout/schemas.ts';
import { preflight, waiting } from './answers.ts';
import { preflightShape } from './schemas.ts';

export const preflightCashout = /* @__PURE__ */ endpoint(ofCaller, {
  // It foretells a create call, so it ignores what a create call ignores.
  lenient: 'body',
  route: 'POST /v3/cashouts/preflight',
  needs: ['CREATE'],
  body: preflightShape,
  refusals: /* @__PURE__ */ codeRefusals.concat('too_many_lookups'),
  answer: as<typeof preflight>,
});

export const preflightWaiting = {
  route: 'GET /v3/cashouts/{id}/preflight',
  auth: 'token',
  needs: ['APPROVE'],
  path: cashoutPath,
  stranger: 'transaction_not_found',
  refusals: ['transaction_in_wrong_status', 'too_many_lookups'],
  answer: as<typeof waiting>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Cashouts',
    { preflightCashout, preflightWaiting },
    {
      preflightWaiting: {
        summary: 'Shows whom a NEW cashout would pay, to whoever may approve it',
        details: `The payee, what stands against the cashout now, and the approvals that it has and needs. Nothing is promised: it is judged
anew when it is paid.

Who asks first has the directory asked, out of a budget of the approver’s own; then the payee is kept with the cashout, and
content_digest covers it. From then on only this owner of the key is paid: a payment to another one ends with BE01.`,
        answer: waiting,
        parameters: { id: ['Id of the transaction.', 8_125_094_371_265] },
      },
      preflightCashout: {
        body: 'PreflightCashout',
        fields: {
          preflight: [
            'Send true, so that no create call accepts the signed body: they refuse this field.',
            true,
          ],
          amount: [
            'In reais, as in the other creates. May be left out if the code has an amount, and must be that of the code then.',
            123.45,
          ],
          recipient_legal_id: [
            'CPF or CNPJ of the recipient: part of the bank details, or the owner that the key must have.',
            '12345678909',
          ],
        },
        summary: 'Tells what would become of a cashout, without creating it',
        details: `Takes the body of any create: with exactly one of key, copy_and_paste and the bank
details of the recipient. The answer has the payee, what stands against the cashout now, the approvals that it would need,
and a possible duplicate. Nothing is created, held or counted, and nothing is promised: a create is judged anew.

To look up a key costs 1 of the client’s tokens, and 20 if it is not registered or not of the person in recipient_legal_id.
The same holds for an account of this institution. Without enough tokens the call is a 429.`,
        answer: preflight,
        example: {
          ...exampleAccount,
          amount: 123.45,
          key: 'fulano@example.com',
          preflight: true,
        },
      },
    },
  );
