// Reads received payments with all their returns, from the Central Bank's Pix API.

import * as z from 'zod';
import { parseAmount } from '../../base/money.ts';
import { parseInstant } from '../../base/time.ts';
import { itemsPerPage, listPages, pageQuery } from '../list-pages.ts';
import type { BookedReturn, ReceivedPayment, RefundBooks } from '../psp-books.ts';
import type { CallPsp } from '../psp-client.ts';
import { meaningOf, stateOf } from '../psp-words.ts';
import { receiptErrors, refundStates } from './words.ts';

/** Maximum number of pages, enough for a hundred thousand payments. */
const pagesMax = 1_000;

const amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text, context) => {
    const cents = parseAmount(text.replace(/^0+(?=\d)/, ''));
    if (cents) return cents;
    context.addIssue({ code: 'custom', message: 'no amount' });
    return z.NEVER;
  });
const instant = z.string().transform((text, context) => {
  const at = parseInstant(text);
  if (at) return at;
  context.addIssue({ code: 'custom', message: 'no time' });
  return z.NEVER;
});
/**
 * An optional text of at most 80 characters. A longer value is dropped, because no reference or key is that long and
 * the store would not accept it.
 */
const optional = z.string().max(80).optional().catch(undefined);
const times = z.object({ solicitacao: instant, liquidacao: instant.optional().catch(undefined) });

const returned = z.object({
  id: optional,
  rtrId: z.string().regex(/^[A-Za-z0-9]{32}$/),
  valor: amount,
  status: z.string(),
  horario: times,
});

/**
 * Reads the returns of a payment. Some PSPs send a single return as an object. If one return cannot be read, the
 * payment cannot be read either.
 */
export const returnsSaid = z
  .union([z.array(returned), returned.transform((one) => [one])])
  .nullish()
  .transform((all) => (all ?? []).map(toReturn));

function toReturn({ id, rtrId, valor, status, horario }: z.output<typeof returned>): BookedReturn {
  const at = horario.liquidacao ?? horario.solicitacao;
  const state = stateOf(refundStates, status) ?? 'under way';
  return { returnId: rtrId, amountCents: valor, state, at, ...(id ? { reference: id } : {}) };
}

const received = z.object({
  endToEndId: z.string().regex(/^[A-Za-z0-9]{32}$/),
  valor: amount,
  horario: instant,
  chave: optional,
  devolucoes: returnsSaid,
});

export const saidOf = { amount, instant, times, optional };

const page = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) }),
  pix: z.array(z.unknown()).default([]),
});

function readReceived(said: unknown): ReceivedPayment | undefined {
  const read = received.safeParse(said);
  if (!read.success) return undefined;
  const { endToEndId, valor: amountCents, horario: at, chave, devolucoes: returns } = read.data;
  return { endToEndId, amountCents, at, returns, ...(chave ? { pixKey: chave } : {}) };
}

export function makeBcbBooks(call: CallPsp): RefundBooks {
  return {
    listReceived: (range) =>
      listPages({
        itemsPerPage,
        pagesMax,
        nameOf: ({ endToEndId }) => endToEndId,
        read: readReceived,
        async readPage(index) {
          const { status, body } = await call({ method: 'GET', path: `/v2/pix?${pageQuery(range, index)}` });
          const read = page.safeParse(body);
          if (status !== 200 || !read.success)
            throw new Error(`PSP did not list received payments: ${status}`);
          return { items: read.data.pix, pages: read.data.parametros.paginacao.quantidadeDePaginas };
        },
      }),

    async findReceived(endToEndId) {
      const answer = await call({ method: 'GET', path: `/v2/pix/${endToEndId}` });
      if (meaningOf(receiptErrors, answer)?.ends === 'not found') return undefined;
      const read = answer.status === 200 ? readReceived(answer.body) : undefined;
      if (read?.endToEndId !== endToEndId)
        throw new Error(`PSP did not return the payment: ${answer.status}`);
      return read;
    },
  };
}
