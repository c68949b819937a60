// Reads the batch in the body of a call, by its content type. Refuses the call if the batch has faults.

import type { ApiEvent } from '../http/api-event.ts';
import { bodyBytes } from '../http/read-request.ts';
import type { Base } from '../platform/deps.ts';
import { batchBytesMost } from './batch.ts';
import { refuseFaults } from './faults.ts';
import { type BatchContent, type CsvQuery, readCsvBatch, readJsonBatch } from './read-batch.ts';

/** Reads the batch. A body whose content type is not CSV is read as JSON, as in all other calls. */
export function readBatch({ config }: Base, event: ApiEvent, query: CsvQuery): BatchContent {
  const bytes = bodyBytes(event, batchBytesMost);
  const [type = '', ...parameters] = (event.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const isCsv = type.trim() === 'text/csv';
  const read = isCsv
    ? readCsvBatch(
        bytes,
        charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8',
        query,
        config.CNPJ_LETTERS,
      )
    : readJsonBatch(bytes, config.CNPJ_LETTERS);
  return 'lines' in read ? read : refuseFaults(read);
}
