// The timeline of a cashout as the API answers it, as a schema.

import * as z from 'zod';
import type { CashoutStatus } from '../cashout/cashout.ts';
import type { What } from '../cashout/timeline.ts';
import { deliveryFields } from './answers.ts';
import { all, id, orNull, text, time, worked } from './pieces.ts';

const entry = z
  .object({
    at: time,
    what: all<What>()(
      'created',
      'approved',
      'postponed',
      'started',
      'rejected',
      'expired',
      'asked',
      'reserved',
      'succeeded',
      'failed',
      'cancelled',
      'partially_returned',
      'refunded',
    ),
    by: orNull(text),
    text,
    code: orNull(text),
  })
  .meta({ id: 'TimelineEntry' });

const { log: _, ...fields } = deliveryFields;
const delivery = z.object({ webhook_id: id, ...fields }).meta({ id: 'TimelineDelivery' });

export const timeline = z
  .object({
    worked,
    id,
    status: all<CashoutStatus>()('NEW', 'PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED'),
    entries: z.array(entry),
    deliveries: z.array(delivery),
    deliveries_truncated: z.boolean(),
  })
  .meta({ id: 'Timeline' });
