// Defines the schema of a chargeback in the API's answers.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { id, money, text, worked } from '../base/pieces.ts';

export const chargeback = named(
  'Chargeback',
  z.object({
    worked,
    id,
    end_to_end_id: text,
    amount: money,
    status: z.enum(['PENDING', 'SUCCESS', 'REJECTED']),
    fee: money,
  }),
  {
    id: ['Id of the chargeback.', 6_928_153_729_222],
    end_to_end_id: [
      'End-to-end id of the refund; empty until the network has given one.',
      'D99999010202611211200abcdefghijk',
    ],
    amount: ['In reais.', 10],
    status: ['PENDING until the network has decided.', 'PENDING'],
  },
);
