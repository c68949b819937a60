// Chooses the writer of each format.

import { camtFile } from './camt-file.ts';
import { csvFile } from './csv-file.ts';
import type { FileForm, FileWriter, Locale } from './file-form.ts';
import { ofxFile } from './ofx-file.ts';

export function chooseWriter(form: FileForm, locale: Locale): FileWriter {
  const writers: Record<FileForm, () => FileWriter> = {
    csv: () => csvFile(locale),
    ofx: () => ofxFile,
    'camt.053': () => camtFile,
  };
  return writers[form]();
}

/**
 * Writes a whole file at once, for few entries.
 * @param entries oldest first
 */
export function writeWhole(
  writer: FileWriter,
  head: Parameters<FileWriter['begin']>[0],
  entries: Parameters<FileWriter['entries']>[0],
): string {
  return writer.begin(head) + writer.entries(entries) + writer.end(head);
}
