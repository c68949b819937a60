// Lists received payments from the Central Bank's Pix API.

import * as z from 'zod';
import { type RefundInbox, type Skipped, TooMany } from '../inbox.ts';
import { pageQuery } from '../list-pages.ts';
import type { CallPsp } from '../psp-client.ts';
import { meaningOf } from '../psp-words.ts';
import { type NetworkPix, pix, standardForm } from '../schemas.ts';
import { receiptErrors } from './words.ts';

/** Maximum number of pages of one range. */
const pagesMax = 50;

const page = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) }),
  pix: z.array(z.unknown()).default([]),
});

/**
 * Makes the lists.
 * @param skipped called for each listed payment that cannot be read
 */
export function makeBcbReceived(call: CallPsp, skipped: Skipped): RefundInbox {
  return {
    async findReceived(endToEndId) {
      const answer = await call({ method: 'GET', path: `/v2/pix/${endToEndId}` });
      if (meaningOf(receiptErrors, answer)?.ends === 'not found') return undefined;
      const read = pix.safeParse(standardForm(answer.body));
      if (answer.status !== 200 || !read.success || read.data.endToEndId !== endToEndId)
        throw new Error(`PSP did not return the payment: ${answer.status}`);
      return read.data;
    },

    async listReceived(range, only) {
      const found: NetworkPix[] = [];
      for (let index = 0, pages = 1; index < pages; index++) {
        const query = pageQuery(range, index);
        if (only) query.set('devolucaoPresente', 'true');
        const { status, body } = await call({ method: 'GET', path: `/v2/pix?${query}` });
        const read = page.safeParse(body);
        if (status !== 200 || !read.success) throw new Error(`PSP did not list payments: ${status}`);
        pages = read.data.parametros.paginacao.quantidadeDePaginas;
        if (pages > pagesMax) throw new TooMany(`${pages} pages`);
        for (const one of read.data.pix) {
          const payment = pix.safeParse(standardForm(one));
          // A payment that cannot be read must not hide the other payments.
          if (payment.success) found.push(payment.data);
          else skipped('unreadable payment');
        }
      }
      return found;
    },
  };
}
