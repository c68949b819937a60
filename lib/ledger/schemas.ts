// The contract's request for the statement.

import * as z from 'zod';
import { instant, pageLimit, pathInteger } from '../base/field-schemas.ts';

/**
 * Spec: GET /v3/account-statements, query parameters. An entry's id is enough for a cursor; with its
 * datetime, the entry is not looked up.
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
    const hasId = query.cursor_id !== undefined;
    const hasTime = query.cursor_datetime !== undefined;
    if (hasTime && !hasId) fault('cursor_id', 'is required with cursor_datetime');
    if (query.cursor_direction === 'previous' && !hasId && !hasTime)
      fault('cursor_id', 'is required with cursor_direction previous');
  })
  .transform(({ cursor_id: id, cursor_datetime: at, cursor_direction: direction = 'next', ...range }) => ({
    ...range,
    direction,
    ...(id === undefined ? {} : { cursor: { id, ...(at ? { at } : {}) } }),
  }));
