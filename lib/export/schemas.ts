// The requests for exports. Ours, not the contract's (docs/decisions/product/exports.md).

import * as z from 'zod';
import { accountPath, text } from '../base/field-schemas.ts';
import { fileForms, locales } from './file-form.ts';

const locale = z.enum(locales, { error: 'must be en or pt-BR' }).default('en');

/** How a page of the statement is written as CSV; read only where a file is asked for. */
export const pageFileQuery = z.object({ locale });

/** A month of the calendar in São Paulo. */
const month = text.regex(/^(?:19[1-9]\d|2\d{3})-(?:0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM');

export const exportRequest = z.object({
  month,
  format: z.enum(fileForms, { error: 'must be csv, ofx or camt.053' }),
  locale,
});

/** 32 hexadecimal digits. */
export const exportPath = accountPath.extend({
  id: text.regex(/^[0-9a-f]{32}$/, 'must be the id of an export'),
});
