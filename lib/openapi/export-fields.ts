// The fields of exports; see fields.ts.

import { type Field, instant } from './fields.ts';

const id: Field = ['Id of the export.', '0f4c1b2a9d8e7f605142332415060718'];

export const exportFields: Record<string, Field> = {
  'getExport.id': id,
  'AskedExport.id': id,
  'LinkedExport.id': id,
  'Export.id': id,
  month: ['Month of the calendar in São Paulo. It must have begun.', '2026-11'],
  format: ['csv, ofx (OFX 1.02) or camt.053 (001.08).', 'csv'],
  'AskedExport.status': ['PROCESSING until the file is made: then SUCCESS, or ERROR.', 'SUCCESS'],
  'LinkedExport.status': ['PROCESSING until the file is made: then SUCCESS, or ERROR.', 'SUCCESS'],
  'Export.status': ['PROCESSING until the file is made: then SUCCESS, or ERROR.', 'SUCCESS'],
  'AskedExport.start': ['Beginning of the range.', instant],
  'AskedExport.end': ['End of the range, included.', instant],
  'LinkedExport.start': ['Beginning of the range.', instant],
  'LinkedExport.end': ['End of the range, included.', instant],
  'Export.start': ['Beginning of the range.', instant],
  'Export.end': ['End of the range, included.', instant],
  whole_month: ['false: the month was not over when the export was asked for.', true],
  'AskedExport.created_at': ['When it was asked for.', instant],
  'LinkedExport.created_at': ['When it was asked for.', instant],
  'Export.created_at': ['When it was asked for.', instant],
  expires_at: ['When the export and its file go.', instant],
  made_at: ['When the file was begun; null before.', instant],
  entries: ['How many entries the file has.', 1234],
  bytes: ['Length of the file.', 192_345],
  sha256: [
    'SHA-256 of the file, in hex.',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ],
  opening_balance: ['Balance before the first entry, in reais.', 1000],
  closing_balance: ['Balance after the last entry, in reais.', 812.5],
  failure: ['Why the file could not be made; null otherwise.', null],
  link: ['Address of the file, for five minutes; null until the file is made.', null],
  link_expires_at: ['When the link ends.', instant],
};
