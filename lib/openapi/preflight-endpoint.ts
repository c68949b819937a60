// The endpoint that tells about a cashout without creating it.

import { preflightShape } from '../cashout/preflight-schemas.ts';
import { preflight } from './cashout-answers.ts';
import { codeRefusals } from './cashout-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

export const preflightEndpoint: Endpoint = {
  route: 'POST /v3/cashouts/preflight',
  name: 'preflightCashout',
  tag: 'Cashouts',
  summary: 'Tells what would become of a cashout, without creating it',
  details: `Needs the permission CREATE. Takes the body of any create: with exactly one of key, copy_and_paste and the bank
details of the recipient. The answer has the payee, what stands against the cashout now, the approvals that it would need,
and a possible duplicate. Nothing is created, held or counted, and nothing is promised: a create is judged anew.

To look up a key costs 1 of the client’s tokens, and 20 if it is not registered or not of the person in recipient_legal_id.
The same holds for an account of this institution. Without enough tokens the call is a 429.`,
  auth: 'token and hmac',
  body: preflightShape,
  answer: preflight,
  refusals: ['account_not_found', ...codeRefusals, 'too_many_lookups'],
  example: {
    source_account_branch_identifier: '0001',
    source_account_number: '123456784',
    amount: 123.45,
    key: 'fulano@example.com',
  },
};
