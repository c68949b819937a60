// Reads the batch in the body of a call, by its content type. Refuses the call if the batch has faults.

import type { ApiEvent } from '../http/api-event.ts';
import { bodyBytes } from '../http/read-request.ts';
import type { Base } from '../platform/deps.ts';
import { batchBytesMost } from './batch.ts';
import { refuseFaults } from './faults.ts';
import { xlsxType } from './file-types.ts';
import { type BatchContent, type FileQuery, readJsonBatch, readSheetBatch } from './read-batch.ts';
import { readFile } from './read-file.ts';
import type { Sheet } from './read-sheet.ts';

/** The content types of files. A body with any other type is read as JSON, as in all other calls. */
const forms: Readonly<Record<string, Sheet['form']>> = {
  'text/csv': 'csv',
  [xlsxType]: 'xlsx',
};

export async function readBatch({ config }: Base, event: ApiEvent, query: FileQuery): Promise<BatchContent> {
  const bytes = bodyBytes(event, batchBytesMost);
  const [type = '', ...parameters] = (event.headers['content-type'] ?? '').toLowerCase().split(';');
  const said = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const charset = said?.slice('charset='.length).replaceAll('"', '');
  const form = forms[type.trim()];
  const read = form
    ? readSheetBatch(await readFile(bytes, form, charset), query, config.CNPJ_LETTERS)
    : readJsonBatch(bytes, config.CNPJ_LETTERS);
  return 'lines' in read ? read : refuseFaults(read);
}
