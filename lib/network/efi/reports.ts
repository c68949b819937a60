// Reads reports about received payments (MED) from Efí's list.

import * as z from 'zod';
import { parseAmount } from '../../base/money.ts';
import { type MedReported, networkEvent } from '../event.ts';
import type { PspLists, Range, Skipped } from '../inbox.ts';
import type { CallPsp } from '../psp-client.ts';
import { shorten, shortText } from '../psp-words.ts';

type Told = Pick<MedReported['report'], 'status' | 'analysisResult'>;

/** Efí's words for the status of a case, each with the directory's status. */
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
const text = shortText(textMax);
/** An instant that is only displayed. If it cannot be read, the report is accepted without it. */
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined);
const row = z.object({
  idInfracao: z.string(),
  endToEndId: z.string(),
  status: z.string(),
  valor: z.union([z.string(), z.number().transform((value) => value.toFixed(2))]),
  criadoEm: z.string(),
  atualizadoEm: text,
  tipoSituacao: text,
  comentario: text,
  defesa: text,
  justificativaAnalista: text,
  tipoFraude: text,
  dadosAnalise: z
    .object({ prazoFinalizacao: instant, recebimentoDefesa: instant, finalizacao: instant })
    .optional()
    .catch(undefined),
});

const page = z.int().min(0).optional().catch(undefined);
const paging = z
  .object({ paginacao: z.object({ paginaAtual: page, quantidadeDePaginas: page }) })
  .transform(({ paginacao }) => paginacao)
  .catch({});
type Listed = { infracoes: unknown[]; parametros: z.output<typeof paging> };
const answer = z.union([
  z.array(z.unknown()).transform((infracoes): Listed => ({ infracoes, parametros: {} })),
  z.object({ infracoes: z.array(z.unknown()), parametros: paging }),
]);
/** Maximum number of pages, more than the reports of thirty days should have. */
const pagesMax = 50;
/** Maximum number of unknown status words that are reported. */
const wordsMax = 5;

export function makeEfiReports(call: CallPsp, skipped: Skipped): NonNullable<PspLists['listReports']> {
  async function list(range: Range, index: number): Promise<Listed> {
    const query = new URLSearchParams({ inicio: range.from, fim: range.to });
    // Efí does not document this parameter, so the first page is requested without it.
    if (index > 0) query.set('paginacao.paginaAtual', String(index));
    const { status, body } = await call({ method: 'GET', path: `/v2/gn/infracoes?${query}` });
    const read = answer.safeParse(body);
    if (status !== 200 || !read.success) throw new Error(`PSP did not list reports: ${status}`);
    return read.data;
  }

  /** Lists all pages. A page that cannot be read must not hide the pages before it. */
  async function listAll(range: Range): Promise<unknown[]> {
    const { infracoes, parametros } = await list(range, 0);
    const pages = parametros.quantidadeDePaginas ?? 1;
    const found = [infracoes];
    for (let index = 1; index < pages; index++) {
      const next = index < pagesMax ? await list(range, index).catch(() => undefined) : undefined;
      if (next?.parametros.paginaAtual !== index) {
        skipped(`reports of the pages ${index + 1} to ${pages}`);
        break;
      }
      found.push(next.infracoes);
    }
    return found.flat();
  }

  return async (range) => {
    const listed = await listAll(range);
    const read = listed.map(reportOf);
    const unread = listed.filter((_, index) => !read[index]);
    if (unread.length > 0) {
      const words = [...new Set(unread.flatMap(unknownStatus))].sort().slice(0, wordsMax);
      const among = words.length > 0 ? `, with the unknown status ${words.join(', ')}` : '';
      skipped(`unreadable reports${among}`, unread.length);
    }
    return read.flatMap((report) => report ?? []);
  };
}

/**
 * Returns a status word that is not in the table. Text that does not look like a status word is dropped, because the
 * result is logged.
 */
function unknownStatus(said: unknown): string | [] {
  const { status } = row.safeParse(said).data ?? {};
  const isWord = status !== undefined && /^[A-Z][A-Z_]{1,39}$/.test(status);
  return isWord && !Object.hasOwn(statuses, status) ? status : [];
}

/**
 * Reads a report. Returns undefined for a row that cannot be read; it is listed again later and may be readable then.
 */
function reportOf(said: unknown): MedReported | undefined {
  const read = row.safeParse(said);
  const told =
    read.success && Object.hasOwn(statuses, read.data.status) ? statuses[read.data.status] : undefined;
  if (!read.success || !told) return undefined;
  const { idInfracao: id, endToEndId, valor, criadoEm, atualizadoEm, ...more } = read.data;
  const { prazoFinalizacao: analysisDueAt, finalizacao: analysedAt } = more.dadosAnalise ?? {};
  // A row with a defence, but without its time, still shows that the PSP has one.
  const defendedAt =
    more.dadosAnalise?.recebimentoDefesa ?? (more.defesa ? (atualizadoEm ?? criadoEm) : undefined);
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
      ...(analysisDueAt ? { analysisDueAt } : {}),
      ...(analysedAt ? { analysedAt } : {}),
      ...(defendedAt ? { defendedAt } : {}),
      ...(more.defesa ? { defence: more.defesa } : {}),
    },
  });
  return event.success ? (event.data as MedReported) : undefined;
}
