// Bad input to the HMAC diagnosis, which accepts almost everything: it takes any body and any signature.

import type { Table } from './ask.ts';
import { tooLong, wrongToken } from './refusals.ts';

export const doctor: Table = {
  route: 'POST /v3/doctor/hmac',
  request: () => ({ path: '/v3/doctor/hmac', fields: { any: 'thing' } }),
  rows: [
    ['B004', 'a token of nobody', { headers: { authorization: 'Bearer a.b.c' } }, wrongToken],
    ['B034', 'a body of more than 64 KB', { body: 'x'.repeat(65_537) }, tooLong],
  ],
};
