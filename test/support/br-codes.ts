// Builds copy-and-paste codes for callers to send, valid and invalid ones.

import { crc16 } from '../../lib/network/br-code.ts';

export const tag = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value;

/** Returns a BR Code with one PIX template. */
export function codeOf(template: string, amount = '', txid = '***'): string {
  const pix = tag('26', tag('00', 'br.gov.bcb.pix') + template);
  const merchant = tag('58', 'BR') + tag('59', 'LOJA') + tag('60', 'SAO PAULO') + tag('62', tag('05', txid));
  const body = `000201${pix}520400005303986${amount && tag('54', amount)}${merchant}6304`;
  return body + crc16(body);
}

export const staticCode = (key: string, amount?: string, txid?: string) =>
  codeOf(tag('01', key), amount, txid);

/** Returns a dynamic code with the address of its charge. */
export const codeAt = (url: string) => codeOf(tag('25', url));
