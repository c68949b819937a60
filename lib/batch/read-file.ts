// Reads the rows of a file by its form.

import type { FileFault } from './faults.ts';
import { readCsv } from './read-csv.ts';
import type { Sheet } from './read-sheet.ts';
import { isZip, readXlsx } from './read-xlsx.ts';

const noCsv: FileFault = {
  field: 'content-type',
  message: 'must say that the file is .xlsx: it is not CSV',
};

/**
 * Reads the rows.
 * @param form of the file; absent: the bytes decide
 * @param charset of a CSV, as the caller declared it; absent: the bytes decide
 */
export async function readFile(
  bytes: Uint8Array,
  form?: Sheet['form'],
  charset?: string,
): Promise<Sheet | FileFault> {
  if (form === 'xlsx' || (!form && isZip(bytes))) return readXlsx(bytes);
  return isZip(bytes) ? noCsv : readCsv(bytes, charset);
}
