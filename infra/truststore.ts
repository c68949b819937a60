// Reads the file with the authorities whose certificates callers of a host name must have.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { refuse } from './refuse.ts';

const block = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/** @returns the text of a file that contains the certificates of authorities */
export function readTruststore(name: string, file: string, root: string): string {
  if (file === '') return '';
  const path = isAbsolute(file) ? file : join(root, file);
  if (!existsSync(path)) refuse(name, `there is no file ${file}`);
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(block)];
  const other = blocks.find(([, kind]) => kind !== 'CERTIFICATE');
  if (other) refuse(name, `${file} has a ${other[1]}: only certificates belong there`);
  if (blocks.length === 0) refuse(name, `${file} has no certificate in PEM`);
  for (const [pem] of blocks) {
    const one = new X509Certificate(pem);
    if (!one.ca) refuse(name, `${one.subject} in ${file} is no authority: whoever it is, it signs nobody`);
    if (one.validToDate.getTime() < Date.now()) refuse(name, `${one.subject} in ${file} has expired`);
  }
  return `${blocks.map(([pem]) => pem).join('\n')}\n`;
}
