// Reads Efí's books: sent payments and the statement of a day. Efí publishes the fields of a sent payment, but not the
// format of the list around them. So both a plain list and a page like the Central Bank's are accepted.

import * as z from 'zod';
import { returnsSaid, saidOf } from '../bcb/books.ts';
import { itemsPerPage, listPages, pageQuery } from '../list-pages.ts';
import type { PayoutBooks, SentPayment } from '../psp-books.ts';
import type { CallPsp } from '../psp-client.ts';
import { meaningOf, stateOf } from '../psp-words.ts';
import { readEfiStatement, recordTypes } from './statement.ts';
import { paymentErrors, paymentStates } from './words.ts';

/** Maximum number of pages, enough for a hundred thousand payments. */
const pagesMax = 1_000;

const sent = z.object({
  idEnvio: saidOf.optional,
  endToEndId: z.string().regex(/^[A-Za-z0-9]{1,40}$/),
  valor: saidOf.amount,
  status: z.string(),
  horario: saidOf.times,
  devolucoes: returnsSaid,
});

const paging = z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) });
const page = z.union([
  z.array(z.unknown()).transform((items) => ({ items })),
  z
    .object({ pix: z.array(z.unknown()), parametros: paging.optional().catch(undefined) })
    .transform(({ pix: items, parametros }) => {
      const pages = parametros?.paginacao.quantidadeDePaginas;
      return { items, ...(pages === undefined ? {} : { pages }) };
    }),
]);

const ordered = z.object({ id: z.string().regex(/^[A-Za-z0-9–-]{1,64}$/) });

function readSent(said: unknown): SentPayment | undefined {
  const read = sent.safeParse(said);
  if (!read.success) return undefined;
  const { idEnvio: reference, endToEndId, valor: amountCents, status, horario, devolucoes } = read.data;
  const state = stateOf(paymentStates, status) ?? 'under way';
  const at = horario.liquidacao ?? horario.solicitacao;
  return { endToEndId, amountCents, state, at, returns: devolucoes, ...(reference ? { reference } : {}) };
}

export function makeEfiBooks(call: CallPsp): PayoutBooks {
  return {
    listSent: (range) =>
      listPages({
        itemsPerPage,
        pagesMax,
        nameOf: ({ endToEndId }) => endToEndId,
        read: readSent,
        async readPage(index) {
          const { status, body } = await call({
            method: 'GET',
            path: `/v2/gn/pix/enviados?${pageQuery(range, index)}`,
          });
          const read = page.safeParse(body);
          if (status !== 200 || !read.success) throw new Error(`PSP did not list sent payments: ${status}`);
          return read.data;
        },
      }),

    async findSent(place) {
      const name = 'reference' in place ? `id-envio/${place.reference}` : place.endToEndId;
      const answer = await call({ method: 'GET', path: `/v2/gn/pix/enviados/${name}` });
      if (meaningOf(paymentErrors, answer)?.ends === 'not found') return undefined;
      const read = answer.status === 200 ? readSent(answer.body) : undefined;
      const isThis =
        'reference' in place ? read?.reference === place.reference : read?.endToEndId === place.endToEndId;
      if (!read || !isThis) throw new Error(`PSP did not return the sent payment: ${answer.status}`);
      return read;
    },

    async orderStatement(day) {
      const body = { dataMovimento: day, tipoRegistros: recordTypes };
      const path = '/v2/gn/relatorios/extrato-conciliacao';
      const answer = await call({ method: 'POST', path, body });
      const read = ordered.safeParse(answer.body);
      // All three status codes are accepted, because Efí's published examples show 202, but Efí's text says 201.
      if (![200, 201, 202].includes(answer.status) || !read.success)
        throw new Error(`PSP did not accept the order of a statement: ${answer.status}`);
      return read.data.id;
    },

    async readStatement(name, day) {
      const path = `/v2/gn/relatorios/${encodeURIComponent(name)}`;
      const { status, body } = await call({ method: 'GET', path, as: 'text' });
      if (status === 202) return { kind: 'pending' };
      // The statement was deleted or could not be made. Efí's documentation says to order a new statement then.
      if (status === 404 || status === 500) return { kind: 'again' };
      const statement = status === 200 ? readEfiStatement(String(body), day) : undefined;
      if (!statement) throw new Error(`PSP did not return the statement: ${status}`);
      return { kind: 'ready', statement };
    },
  };
}
