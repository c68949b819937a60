// Defines the requests for exports. They are ours, not the contract's (docs/decisions/product/exports.md).

import * as z from 'zod';
import { accountPath, text } from '../base/field-schemas.ts';
import { fileForms, locales } from './file-form.ts';

const locale = z.enum(locales, { error: 'must be en or pt-BR' }).default('en');

/** Parameters for a page of the statement as CSV. They are read only if a file is requested. */
export const pageFileQuery = z.object({ locale });

/** A calendar month in São Paulo. */
const month = text.regex(/^(?:19[1-9]\d|2\d{3})-(?:0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM');

export const exportRequest = z.object({
  month,
  format: z.enum(fileForms, { error: 'must be csv, ofx or camt.053' }),
  locale,
});

/** Path of an export. Its id is 32 hexadecimal digits. */
export const exportPath = accountPath.extend({
  id: text.regex(/^[0-9a-f]{32}$/, 'must be the id of an export'),
});
