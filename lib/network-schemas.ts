// The network's callback, in the form of the Central Bank's Pix API: payments that have arrived, and refunds of them
// that have ended; and Efí's word of payments that we have sent, in the same list.

import * as z from 'zod';
import { type Cents, parseAmount } from './money.ts';
import { list, nested, text } from './schemas.ts';

const endToEndId = text.regex(/^[A-Za-z0-9]{32}$/, 'must be 32 letters and digits');

const valor = text
  .regex(/^\d{1,10}\.\d{2}$/, 'must have two decimal places')
  .transform((value, context): Cents => {
    const cents = parseAmount(value.replace(/^0+(?=\d)/, ''));
    if (cents !== undefined) return cents;
    context.addIssue({ code: 'custom', message: 'must be greater than 0' });
    return z.NEVER;
  });

/** `id` is ours: the chargeback's. What became of it is looked up, not believed. */
const devolucao = nested({ id: text.regex(/^[A-Za-z0-9]{1,35}$/, 'must be 1 to 35 letters and digits') });

/** Some send one refund as an object, some as a list of one. Each is a message to be sent before the network is answered. */
export const devolucoes = z.preprocess(
  (value) => (Array.isArray(value) || value === undefined ? value : [value]),
  list(devolucao).max(100, 'must be at most 100').default([]),
);

const noTime = 'must be a date and time with a zone';

/** In UTC, as all our instants are. A year of more than four digits would not sort, and nobody could read the notice. */
const horario = z.iso.datetime({ offset: true, error: noTime }).transform((value, context): string => {
  const at = new Date(value).toISOString();
  if (/^\d{4}-/.test(at)) return at;
  context.addIssue({ code: 'custom', message: noTime });
  return z.NEVER;
});

export const pix = nested({
  endToEndId,
  valor,
  horario,
  txid: text.max(35, 'must be at most 35 characters').optional(),
  chave: text.max(77, 'must be at most 77 characters').optional(),
  pagador: nested({
    nome: text.max(150, 'must be at most 150 characters').optional(),
    cpf: text.max(11, 'must be at most 11 characters').optional(),
    cnpj: text.max(14, 'must be at most 14 characters').optional(),
  }).optional(),
  devolucoes,
});

/** Efí's word that a payment of ours has ended. How, is looked up: all that is read is which. */
const sent = nested({
  tipo: z.literal('SOLICITACAO'),
  gnExtras: nested({ idEnvio: text.regex(/^[1-9]\d{0,15}$/, 'must be a transaction id').transform(Number) }),
});
const isSent = (notice: unknown) => (notice as { tipo?: unknown } | null)?.tipo === 'SOLICITACAO';

const most = 'must be at most 100';

/** As it comes: both kinds in one list. */
export const networkPixDocument = z.object({ pix: z.array(z.union([pix, sent])).max(100, most) });

export const networkPixBody = z.preprocess(
  (body) => {
    const notices = (body as { pix?: unknown } | null)?.pix;
    if (!Array.isArray(notices)) return body;
    return { pix: notices.filter((notice) => !isSent(notice)), sent: notices.filter(isSent) };
  },
  z.object({ pix: list(pix).max(100, most), sent: list(sent).max(100, most).default([]) }),
);
export type SentPix = z.output<typeof sent>;
export type NetworkPix = z.output<typeof pix>;
