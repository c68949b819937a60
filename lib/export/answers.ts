// Exports of statements as the API answers them, as schemas.

import * as z from 'zod';
import { money, orNull, text, time, worked } from '../base/pieces.ts';
import { fileForms, locales } from './file-form.ts';

const fields = {
  id: text,
  source_account_branch_identifier: text,
  source_account_number: text,
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR']),
  month: text,
  format: z.enum(fileForms),
  locale: z.enum(locales),
  start: time,
  end: time,
  whole_month: z.boolean(),
  created_at: time,
  expires_at: time,
  made_at: orNull(time),
  entries: orNull(z.int().min(0)),
  bytes: orNull(z.int().min(0)),
  sha256: orNull(text),
  opening_balance: orNull(money),
  closing_balance: orNull(money),
  failure: orNull(text),
};

export const askedExport = z.object({ worked, ...fields }).meta({ id: 'AskedExport' });

export const linkedExport = z
  .object({ worked, ...fields, link: orNull(text), link_expires_at: orNull(time) })
  .meta({ id: 'LinkedExport' });

export const exportList = z
  .object({ worked, results: z.array(z.object(fields).meta({ id: 'Export' })) })
  .meta({ id: 'ExportList' });
