// Defines the network's callback in the form of the Central Bank's Pix API: received payments, and refunds of them that
// have ended. Efí's notices about our sent payments are in the same list.

import * as z from 'zod';
import { list, nested, text } from '../base/field-schemas.ts';
import { type Cents, parseAmount } from '../base/money.ts';
import type { Refusal } from './port.ts';
import { refusalOf, shortText } from './psp-words.ts';

const endToEndId = text.regex(/^[A-Za-z0-9]{32}$/, 'must be 32 letters and digits');

export const valor = text
  .regex(/^\d{1,10}\.\d{2}$/, 'must have two decimal places')
  .transform((value, context): Cents => {
    const cents = parseAmount(value.replace(/^0+(?=\d)/, ''));
    if (cents !== undefined) return cents;
    context.addIssue({ code: 'custom', message: 'must be greater than 0' });
    return z.NEVER;
  });

const noTime = 'must be a date and time with a zone';

/**
 * A time, converted to UTC like all instants. A year with more than four digits is refused, because it would not sort
 * as text.
 */
const horario = z.iso.datetime({ offset: true, error: noTime }).transform((value, context): string => {
  const at = new Date(value).toISOString();
  if (/^\d{4}-/.test(at)) return at;
  context.addIssue({ code: 'custom', message: noTime });
  return z.NEVER;
});

/** A field that is dropped if it cannot be read. The notice is still accepted. */
function unlessUnreadable<Schema extends z.ZodType>(schema: Schema) {
  return z
    .unknown()
    .transform((value): z.output<Schema> | undefined => schema.safeParse(value).data)
    .optional();
}

/** A field that may be null, which means that the value is unknown. */
const unlessNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Maximum number of characters of a PSP's text that are stored. */
const wordMax = 140;
const word = unlessUnreadable(text.transform((words) => words.slice(0, wordMax).toWellFormed()));

/**
 * A return of a received payment. A return that we requested has the chargeback's id, and is looked up. Any other
 * return is applied as the PSP sends it. A field that cannot be read is dropped; then the return is reported and not
 * applied.
 */
export const devolucao = nested({
  id: text.regex(/^[A-Za-z0-9]{1,35}$/, 'must be 1 to 35 letters and digits'),
  rtrId: unlessUnreadable(text.regex(/^[A-Za-z0-9]{1,64}$/)),
  valor: unlessUnreadable(valor),
  natureza: word,
  motivo: word,
  status: word,
  horario: unlessUnreadable(
    z.object({ solicitacao: unlessUnreadable(horario), liquidacao: unlessUnreadable(horario) }),
  ),
});
export type Devolucao = z.output<typeof devolucao>;

/**
 * The returns of a payment. Some PSPs send a single refund as an object. At most 100 are accepted, because each return
 * is put in a queue before the callback is answered.
 */
export const devolucoes = z.preprocess(
  (value) => (Array.isArray(value) || value === undefined || value === null ? (value ?? undefined) : [value]),
  list(devolucao).max(100, 'must be at most 100').default([]),
);

const nameMax = 150;
/** A name. It is only displayed, so no payment is refused because of its name. */
const nome = text.transform((name) => name.slice(0, nameMax).toWellFormed());

export const pix = nested({
  endToEndId,
  valor,
  horario,
  txid: unlessNull(text.max(35, 'must be at most 35 characters')),
  chave: unlessNull(text.max(77, 'must be at most 77 characters')),
  pagador: unlessNull(
    nested({
      nome: unlessNull(nome),
      cpf: unlessNull(text.max(11, 'must be at most 11 characters')),
      cnpj: unlessNull(text.max(14, 'must be at most 14 characters')),
    }),
  ),
  devolucoes,
});

/**
 * Efí's notice that one of our payments has ended. The payment's id is read, and the reason, which a look-up does not
 * have; the outcome is looked up.
 */
export const sent = z.object({
  tipo: z.literal('SOLICITACAO'),
  gnExtras: z
    .object({
      idEnvio: z.unknown().optional(),
      erro: z.object({ codigo: shortText(), motivo: shortText() }).optional().catch(undefined),
    })
    .optional(),
  /** Present if the payment was returned. The returned amount is looked up. */
  devolucoes: z.unknown().optional(),
});
const isSent = (notice: unknown) => (notice as { tipo?: unknown } | null)?.tipo === 'SOLICITACAO';

/**
 * Returns the cashout's id. Returns an empty list if the payment was not made by this service but by another user of
 * our account at the PSP.
 */
function transactionOf(notice: unknown): number | [] {
  const { idEnvio } = sent.safeParse(notice).data?.gnExtras ?? {};
  const isNumber = typeof idEnvio === 'string' && /^[1-9]\d{0,15}$/.test(idEnvio);
  const id = isNumber ? Number(idEnvio) : Number.NaN;
  return Number.isSafeInteger(id) ? id : [];
}

/** Returns the ended payment of a notice, with the reason if it failed. */
function endedOf(notice: unknown): { id: number; reason?: Refusal }[] {
  const { erro } = sent.safeParse(notice).data?.gnExtras ?? {};
  const { isUnexplained, ...reason } = refusalOf(erro?.codigo, erro?.motivo);
  return [transactionOf(notice)].flat().map((id) => (erro && !isUnexplained ? { id, reason } : { id }));
}

/**
 * Returns the notice of a payment in the standard form. Efí gives the payer among its own fields, and only if that is
 * switched on for the key. A payment with cash for its payer (Pix Saque, Pix Troco) pays no code of ours, whatever its
 * txid is. So it is not charged back: its refund would need another `natureza`, which we do not send.
 */
export function standardForm(notice: unknown): unknown {
  const { pagador, gnExtras, componentesValor } = (notice ?? {}) as {
    pagador?: unknown;
    gnExtras?: { pagador?: unknown } | null;
    componentesValor?: { saque?: unknown; troco?: unknown } | null;
  };
  const hasPayer = pagador == null && Boolean(gnExtras?.pagador);
  const hasCash = componentesValor?.saque != null || componentesValor?.troco != null;
  if (!hasPayer && !hasCash) return notice;
  const payer = hasPayer ? { pagador: gnExtras?.pagador } : {};
  return { ...(notice as object), ...payer, ...(hasCash ? { txid: undefined } : {}) };
}

const most = 'must be at most 100';

/** The callback as the PSP sends it: both kinds of notice in one list, or Efí's test event. */
export const networkNotices = z.object({ pix: z.array(z.union([pix, sent])).max(100, most) });
export const networkQuestion = z.object({ evento: z.string() });
/** An event of a PSP with its own form of callbacks (inbox.ts). The PSP's adapter reads it. */
export const networkOwnEvent = z.looseObject({ event: z.string() });

export const networkPixBody = z.preprocess(
  (body) => {
    const { pix: notices, evento } = (body ?? {}) as { pix?: unknown; evento?: unknown };
    // This is Efí's test event, which Efí sends when the callback is registered.
    if (notices === undefined && typeof evento === 'string') return { pix: [], sent: [] };
    if (!Array.isArray(notices)) return body;
    const told = notices.filter(isSent);
    const returned = told.filter((notice) => sent.safeParse(notice).data?.devolucoes != null);
    return {
      pix: notices.filter((notice) => !isSent(notice)).map(standardForm),
      sent: told.flatMap(endedOf),
      returned: returned.flatMap(transactionOf),
    };
  },
  z.object({
    pix: list(pix).max(100, most),
    sent: z
      .array(z.object({ id: z.int(), reason: z.custom<Refusal>().optional() }))
      .max(100, most)
      .default([]),
    /** The payments in `sent` that were returned. */
    returned: z.array(z.int()).max(100, most).default([]),
  }),
);
export type NetworkPix = z.output<typeof pix>;
export type NetworkPixCall = z.output<typeof networkPixBody>;
