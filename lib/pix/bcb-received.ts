// Payments received, listed over the Central Bank's Pix API.

import * as z from 'zod';
import { type NetworkPix, pix } from '../network-schemas.ts';
import type { NetworkInbox } from './inbox.ts';
import type { CallPsp } from './psp-client.ts';

const itemsPerPage = 100;
/** More in one range is a range to be asked for in parts. */
const pagesMax = 50;

const page = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) }),
  pix: z.array(z.unknown()).default([]),
});

export function makeBcbReceived(call: CallPsp): NetworkInbox['listReceived'] {
  return async ({ from, to }) => {
    const found: NetworkPix[] = [];
    for (let index = 0, pages = 1; index < pages; index++) {
      const query = new URLSearchParams({
        inicio: from,
        fim: to,
        'paginacao.paginaAtual': String(index),
        'paginacao.itensPorPagina': String(itemsPerPage),
      });
      const { status, body } = await call({ method: 'GET', path: `/v2/pix?${query}` });
      const read = page.safeParse(body);
      if (status !== 200 || !read.success) throw new Error(`PSP lists no payments: ${status}`);
      pages = Math.min(read.data.parametros.paginacao.quantidadeDePaginas, pagesMax);
      // One that cannot be read is no reason to miss the others.
      found.push(...read.data.pix.flatMap((one) => pix.safeParse(one).data ?? []));
    }
    return found;
  };
}
