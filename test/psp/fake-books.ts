// The books of the fake PSP, as Efí documents them: the list of payments sent, the statement of a day in layout 4.0,
// which is made only after some time, and the balance. They are plain objects, so that a test can change them.

import { addDays, saoPauloDay } from '../../lib/base/time.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of a PSP
type Json = any;

/** A line of the statement that is not a payment in the lists: a fee, a transfer, or a payment that was put back. */
type ExtraLine = { word: string; cents: number; at: string; endToEndId?: string; rtrId?: string };

export type FakeBooks = ReturnType<typeof makeFakeBooks>;

const signs: Record<string, number> = { PR: 1, EPE: 1, PDR: 1, ETPE: 1, ETPR: 1, ETTFE: 1, TFR: 1, ETFE: 1 };
const reais = (cents: number) => (cents / 100).toFixed(2);
const centsOf = (valor: string) => Math.round(Number(valor) * 100);
const timeOf = ({ horario }: Json): string =>
  typeof horario === 'string' ? horario : (horario.liquidacao ?? horario.solicitacao);

/** @param lists the received payments, in the format of `GET /v2/pix` */
export function makeFakeBooks(lists: { pix: Json[] }) {
  /** The payments sent, in any state, by our reference. Look-ups use them once the books are closed. */
  const ordered = new Map<string, string>();
  let sent: Json[] | undefined;
  const statements = new Map<string, { name: string; day: string; looks: number; text?: string }>();
  const books = {
    extra: [] as ExtraLine[],
    /** The balance before the first day. */
    floatCents: 0,
    /** The amounts added to the closing balance of a day. */
    drift: {} as Record<string, number>,
    /** The number of requests for a statement that find it not ready yet. */
    looksUntilReady: 1,
    /** The faults of the lists and the statement. Look-ups of single payments are not affected. */
    spoil: {
      sent: (items: Json[]) => items,
      received: (items: Json[]) => items,
      lines: (lines: string[]) => lines,
      /** Each page reports that there is a next page. */
      endless: false,
    },
    calls: [] as string[],
    note: (reference: string, at: string) => void ordered.set(reference, at),
    /** The statements that were already made are lost. */
    forget: () => statements.clear(),
    /** Keeps the current state of each payment from now on. @param tell returns the PSP's answer about a payment */
    async close(tell: (reference: string) => Promise<Json>): Promise<Json[]> {
      const found: Json[] = [];
      for (const [reference, at] of ordered) {
        const told = await tell(reference);
        if (told?.idEnvio) found.push({ ...told, horario: { solicitacao: at, liquidacao: at } });
      }
      sent = found;
      return found;
    },
    answer,
  };

  function answer({ method, path, body }: PspRequest): PspReply | undefined {
    const { pathname, searchParams } = new URL(path, 'https://psp');
    if (pathname === '/v2/gn/relatorios/extrato-conciliacao' && method === 'POST') return order(body);
    const [, report] = /^\/v2\/gn\/relatorios\/([^/]+)$/.exec(pathname) ?? [];
    if (report) return download(report);
    if (pathname === '/v2/gn/saldo') return tellBalance();
    if (!sent) return undefined;
    if (pathname === '/v2/gn/pix/enviados')
      return page(searchParams, books.spoil.sent(within(sent, searchParams)));
    const [, byReference, byId] =
      /^\/v2\/gn\/pix\/enviados\/(?:id-envio\/([^/]+)|([^/]+))$/.exec(pathname) ?? [];
    if (!byReference && !byId) return undefined;
    const found = sent.find((one) => (byReference ? one.idEnvio === byReference : one.endToEndId === byId));
    return found ? { status: 200, body: found } : problem(404, 'PixEnviadoNaoEncontrado');
  }

  const within = (items: readonly Json[], query: URLSearchParams) =>
    items.filter(
      (one) => timeOf(one) >= (query.get('inicio') ?? '') && timeOf(one) <= (query.get('fim') ?? ''),
    );

  /** Efí does not publish the envelope of this answer, so the Central Bank's is used. */
  function page(query: URLSearchParams, items: readonly Json[]): PspReply {
    const [size = 100, index = 0] = ['itensPorPagina', 'paginaAtual'].map((name) =>
      Number(query.get(`paginacao.${name}`)),
    );
    const quantidadeDePaginas = books.spoil.endless ? index + 2 : Math.max(1, Math.ceil(items.length / size));
    const paginacao = { paginaAtual: index, itensPorPagina: size, quantidadeDePaginas };
    return {
      status: 200,
      body: { parametros: { paginacao }, pix: items.slice(index * size, (index + 1) * size) },
    };
  }

  /** A repeated order makes only one statement. */
  function order({ dataMovimento: day, tipoRegistros }: Json): PspReply {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Object.values(tipoRegistros).some((one) => one !== true))
      return problem(400, 'ExtratoConciliacaoConsultaInvalida');
    const known = [...statements.values()].find((one) => one.day === day);
    const name = known?.name ?? `b02c2b3a-0ab2-4ab5-bc8e-${String(statements.size).padStart(12, '0')}`;
    if (!known) statements.set(name, { name, day, looks: 0 });
    const status = known?.text ? 'CONCLUIDO' : 'AGUARDANDO_PROCESSAMENTO';
    return { status: 202, body: { id: name, dataSolicitacao: '2026-11-21T12:00:00.000Z', status } };
  }

  function download(name: string): PspReply {
    const found = statements.get(name);
    if (!found) return problem(404, 'NaoEncontrado');
    found.looks += 1;
    if (found.looks <= books.looksUntilReady)
      return { status: 202, body: { id: name, status: 'EM_PROCESSAMENTO' } };
    found.text ??= statementOf(found.day);
    return { status: 200, body: found.text };
  }

  function movements(): { word: string; cents: number; at: string; text: string }[] {
    const paid = (sent ?? []).filter(({ status }) => status === 'REALIZADO');
    const line = (word: string, valor: string, at: string, fields: string[]) => ({
      word,
      cents: (signs[word] ?? -1) * centsOf(valor),
      at,
      text: [word, '318548257', ...fields, at].join(';'),
    });
    const done = (all: Json[] = []) => all.filter(({ status }: Json) => status === 'DEVOLVIDO');
    return [
      ...paid.map((one) =>
        line('PEC', one.valor, timeOf(one), [
          one.endToEndId,
          one.idEnvio,
          one.valor,
          'us@example.com',
          '',
          'API',
        ]),
      ),
      ...paid.flatMap((one) =>
        done(one.devolucoes).map((back) =>
          line('PDR', back.valor, timeOf(back), [one.endToEndId, back.rtrId, back.valor]),
        ),
      ),
      ...lists.pix.map((one) =>
        line('PR', one.valor, timeOf(one), [
          one.endToEndId,
          one.txid ?? '',
          one.valor,
          '12345678909',
          '',
          '',
        ]),
      ),
      ...lists.pix.flatMap((one) =>
        done(one.devolucoes).map((back) =>
          line('PDE', back.valor, timeOf(back), [
            one.endToEndId,
            one.txid ?? '',
            back.id,
            back.rtrId,
            back.valor,
          ]),
        ),
      ),
      ...books.extra.map(({ word, cents, at, endToEndId = '1324666', rtrId }) =>
        line(word, reais(cents), at, [endToEndId, ...(rtrId ? [rtrId] : []), reais(cents)]),
      ),
    ];
  }

  const sumUntil = (day: string) =>
    movements()
      .filter(({ at }) => saoPauloDay(at) <= day)
      .reduce((sum, { cents }) => sum + cents, books.floatCents) +
    Object.entries(books.drift)
      .filter(([drifting]) => drifting <= day)
      .reduce((sum, [, cents]) => sum + cents, 0);

  function statementOf(day: string): string {
    const records = movements()
      .filter(({ at }) => saoPauloDay(at) === day)
      .map(({ text }) => text);
    const before = addDays(day, -1);
    return [
      `CA;Efi;364;1;517613;Joao; da Silva;2026-11-22;${day};Extrato de Conciliação API Pix;1.0`,
      `SD0;${reais(sumUntil(before))};${before}`,
      `SD1;${reais(sumUntil(day))};${day}`,
      ...books.spoil.lines(records),
      `T;${records.length};0;0;0;0;0;0;0;0;0;0;0`,
      '',
    ].join('\r\n');
  }

  function tellBalance(): PspReply {
    const bloqueios = { judicial: '0.00', med: '0.00', total: '0.00' };
    return { status: 200, body: { saldo: reais(sumUntil('9999-12-31')), bloqueios } };
  }

  return books;
}

const problem = (status: number, type: string): PspReply => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail: type },
});
