// Defines the contract's request for the statement.

import * as z from 'zod';
import { instant, pageLimit, pathInteger } from '../base/field-schemas.ts';
import { withCursor } from '../base/page.ts';
import { beside } from './entry.ts';

/**
 * Query parameters of the statement (spec: GET /v3/account-statements). All cursor parameters are optional. An entry's
 * id is enough for a cursor; if its datetime is also given, the entry does not have to be looked up.
 */
export const statementQuery = z
  .object({
    start: instant('first'),
    end: instant('last'),
    limit: pageLimit,
    cursor_id: pathInteger.optional(),
    cursor_datetime: instant('first').optional(),
    cursor_direction: z.enum(['next', 'previous'], { error: 'must be next or previous' }).optional(),
  })
  .superRefine((query, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (query.end < query.start) fault('end', 'must not be before start');
  })
  .transform(({ cursor_id: id, cursor_datetime: at, cursor_direction, ...range }) =>
    withCursor(range, { id, at }, cursor_direction, beside),
  );
