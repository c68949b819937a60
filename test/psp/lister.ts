// A PSP over HTTP that lists payments, and may be dead.

import { answerOf } from '../../tools/psp-documents.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

type Paid = {
  endToEndId: string;
  valor: string;
  horario: string;
  chave: string | undefined;
  devolucoes?: object[];
};
/** A PSP that lists the payments of a range, in pages of a hundred. */
export async function openLister() {
  const all: Paid[] = [];
  let isDead = false;
  let calls = 0;
  const psp: PspServer = await openPspServer(async ({ path }) => {
    const { pathname, searchParams: query } = new URL(path, 'https://psp');
    calls += 1;
    if (isDead) return { status: 503, body: {} };
    if (pathname !== '/v2/pix') {
      const paid = all.find(({ endToEndId }) => pathname === `/v2/pix/${endToEndId}`);
      return paid ? { status: 200, body: paid } : answerOf('bcb', 'find received', 'PixNaoEncontrado');
    }
    const [from = 0, to = 0] = ['inicio', 'fim'].map((name) => Date.parse(query.get(name) ?? ''));
    const page = Number(query.get('paginacao.paginaAtual') ?? 0);
    const found = all.filter(({ horario }) => Date.parse(horario) >= from && Date.parse(horario) <= to);
    const pix = query.has('devolucaoPresente') ? [] : found.slice(page * 100, page * 100 + 100);
    const paginacao = { paginaAtual: page, quantidadeDePaginas: Math.ceil(found.length / 100) };
    return { status: 200, body: { parametros: { paginacao }, pix } };
  });
  return {
    psp,
    receive: (paid: Paid) => void all.push(paid),
    die: (is: boolean) => {
      isDead = is;
    },
    /** Returns the calls since the last time it was asked. */
    takeCalls: () => {
      const taken = calls;
      calls = 0;
      return taken;
    },
  };
}
export type Lister = Awaited<ReturnType<typeof openLister>>;
