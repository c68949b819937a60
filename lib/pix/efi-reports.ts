// Reports about payments that we have received (MED), as Efí lists them.

import * as z from 'zod';
import { parseAmount } from '../money.ts';
import { type MedReported, networkEvent } from '../network-event.ts';
import type { NetworkInbox } from './inbox.ts';
import type { CallPsp } from './psp-client.ts';
import { shorten } from './psp-words.ts';

type Told = Pick<MedReported['report'], 'status' | 'analysisResult'>;

/** Efí's status of a case in the directory's words. */
const statuses: Readonly<Record<string, Told>> = {
  ABERTA: { status: 'OPEN' },
  EM_DEFESA: { status: 'ACKNOWLEDGED', analysisResult: 'PENDING' },
  ACEITA: { status: 'CLOSED', analysisResult: 'AGREED' },
  REJEITADA: { status: 'CLOSED', analysisResult: 'DISAGREED' },
  CANCELADA_EFI: { status: 'CANCELLED' },
};
const situations: Readonly<Record<string, string>> = {
  golpe: 'SCAM',
  'aquisição da conta': 'ACCOUNT_TAKEOVER',
  coerção: 'COERCION',
  'acesso fraudulento': 'FRAUDULENT_ACCESS',
  outro: 'OTHER',
  desconhecido: 'UNKNOWN',
};

const textMax = 2_000;
const text = z
  .string()
  .transform((words) => shorten(words, textMax))
  .optional()
  .catch(undefined);
const row = z.object({
  idInfracao: z.string(),
  endToEndId: z.string(),
  status: z.string(),
  valor: z.union([z.string(), z.number().transform((value) => value.toFixed(2))]),
  criadoEm: z.string(),
  atualizadoEm: text,
  tipoSituacao: text,
  comentario: text,
  justificativaAnalista: text,
  tipoFraude: text,
});
const answer = z.union([
  z.array(z.unknown()),
  z.object({ infracoes: z.array(z.unknown()) }).transform((one) => one.infracoes),
]);

/** @param skipped is told of each report that is listed and cannot be read */
export function makeEfiReports(call: CallPsp, skipped: (why: string) => void): NetworkInbox['listReports'] {
  return async ({ from, to }) => {
    const query = new URLSearchParams({ inicio: from, fim: to });
    const { status, body } = await call({ method: 'GET', path: `/v2/gn/infracoes?${query}` });
    const read = answer.safeParse(body);
    if (status !== 200 || !read.success) throw new Error(`PSP lists no reports: ${status}`);
    return read.data.flatMap((one) => {
      const report = reportOf(one);
      if (!report) skipped('a report that cannot be read');
      return report ?? [];
    });
  };
}

/** Nothing for a row that cannot be read: it is listed again, and may be by then. */
function reportOf(said: unknown): MedReported | undefined {
  const read = row.safeParse(said);
  const told =
    read.success && Object.hasOwn(statuses, read.data.status) ? statuses[read.data.status] : undefined;
  if (!read.success || !told) return undefined;
  const { idInfracao: id, endToEndId, valor, criadoEm, atualizadoEm, ...more } = read.data;
  const kind = more.tipoSituacao?.toLowerCase() ?? '';
  const situation = Object.hasOwn(situations, kind) ? situations[kind] : undefined;
  const event = networkEvent.safeParse({
    version: 1,
    kind: 'med_reported',
    endToEndId,
    report: {
      id,
      reason: 'RETURN_REQUEST',
      ...told,
      createdAt: criadoEm,
      modifiedAt: atualizadoEm ?? criadoEm,
      amountCents: parseAmount(valor),
      ...(situation ? { situationType: situation } : {}),
      ...(more.comentario ? { details: more.comentario } : {}),
      ...(more.justificativaAnalista ? { analysisDetails: more.justificativaAnalista } : {}),
      ...(more.tipoFraude ? { fraudType: shorten(more.tipoFraude, 64) } : {}),
    },
  });
  return event.success ? (event.data as MedReported) : undefined;
}
