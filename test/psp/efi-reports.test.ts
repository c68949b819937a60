import { expect, test } from 'vitest';
import { makeEfiReports } from '../../lib/network/efi/reports.ts';

const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z' };
const row = {
  idInfracao: 'infracao-1',
  endToEndId: 'E60701190202611211200abcdefghijk',
  status: 'ABERTA',
  valor: '100',
  criadoEm: '2026-11-21T12:00:00Z',
};

/** Reads the lists of a PSP that gives these answers in turn. */
function lists(...bodies: unknown[]) {
  const paths: string[] = [];
  const told: unknown[][] = [];
  const call = async ({ path }: { path: string }) => {
    paths.push(path);
    const [status, body] = [200, bodies.shift()];
    if (body instanceof Error) throw body;
    return { status, body };
  };
  return { list: makeEfiReports(call, (...why) => void told.push(why)), paths, told };
}
const paged = (paginaAtual: number, quantidadeDePaginas: number, infracoes: unknown[]) => ({
  parametros: { paginacao: { paginaAtual, quantidadeDePaginas } },
  infracoes,
});
const idsOf = (found: { report: { id: string } }[]) => found.map(({ report }) => report.id);

test('a list of reports without pages is read completely', async () => {
  for (const body of [[row], { infracoes: [row] }, { infracoes: [row], parametros: { paginacao: 5 } }]) {
    const { list, paths, told } = lists(body);
    expect(idsOf(await list(range))).toEqual(['infracao-1']);
    expect([paths, told]).toEqual([
      ['/v2/gn/infracoes?inicio=2026-11-01T00%3A00%3A00.000Z&fim=2026-11-30T00%3A00%3A00.000Z'],
      [],
    ]);
  }
});

test('a PSP that repeats the first page is not asked for a third page of reports', async () => {
  const first = paged(0, 3, [row]);
  const { list, paths, told } = lists(first, first, first);

  expect(idsOf(await list(range))).toEqual(['infracao-1']);

  expect(paths.map((path) => path.split('&').slice(2))).toEqual([[], ['paginacao.paginaAtual=1']]);
  expect(told).toEqual([['reports of the pages 2 to 3']]);
});

test('the pages of reports read before a failed page are used', async () => {
  const second = { ...row, idInfracao: 'infracao-2' };
  const { list, told } = lists(paged(0, 3, [row]), paged(1, 3, [second]), new Error('socket hang up'));

  expect(idsOf(await list(range))).toEqual(['infracao-1', 'infracao-2']);
  expect(told).toEqual([['reports of the pages 3 to 3']]);
});

test('reading an endless list of pages stops after fifty pages', async () => {
  const pages = Array.from({ length: 60 }, (_, index) => paged(index, 1_000_000, []));
  const { list, paths, told } = lists(...pages);

  expect(await list(range)).toEqual([]);
  expect([paths.length, told]).toEqual([50, [['reports of the pages 51 to 1000000']]]);
});

test('a report is accepted whatever its field analysis contains', async () => {
  const wrong = [5, 'soon', null, [], { prazoFinalizacao: 'soon', finalizacao: 5 }];
  const { list, told } = lists(wrong.map((dadosAnalise) => ({ ...row, dadosAnalise })));

  const found = await list(range);

  expect(found).toHaveLength(wrong.length);
  for (const { report } of found) expect(report).not.toHaveProperty('analysedAt');
  expect(told).toEqual([]);
});
