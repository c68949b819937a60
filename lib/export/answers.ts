// Defines the schemas of exports of statements in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
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

export const linkedExport = named(
  'LinkedExport',
  z.object({ worked, ...fields, link: orNull(text), link_expires_at: orNull(time) }),
  {
    link: ['Address of the file, for five minutes; null until the file is made.', null],
    link_expires_at: ['When the link ends.', instant],
  },
);

export const exportList = z
  .object({
    worked,
    results: z.array(
      named('Export', z.object(fields), {
        id: ['Id of the export.', '0f4c1b2a9d8e7f605142332415060718'],
        status: ['PROCESSING until the file is made: then SUCCESS, or ERROR.', 'SUCCESS'],
        start: ['Beginning of the range.', instant],
        end: ['End of the range, included.', instant],
        whole_month: ['false: the month was not over when the export was asked for.', true],
        created_at: ['When it was asked for.', instant],
        expires_at: ['When the export and its file go.', instant],
        made_at: ['When the file was begun; null before.', instant],
        bytes: ['Length of the file.', 192_345],
        sha256: [
          'SHA-256 of the file, in hex.',
          'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        ],
        opening_balance: ['Balance before the first entry, in reais.', 1000],
        closing_balance: ['Balance after the last entry, in reais.', 812.5],
        failure: ['Why the file could not be made; null otherwise.', null],
      }),
    ),
  })
  .meta({ id: 'ExportList' });
