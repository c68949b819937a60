// Payouts at one PSP and refunds at another. Each PSP gets only its own requests, with its own credentials.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseBooks } from '../../lib/app/choose-books.ts';
import { chooseInbox } from '../../lib/app/choose-inbox.ts';
import { chooseNetwork } from '../../lib/app/choose-network.ts';
import { OwnFault } from '../../lib/network/own-fault.ts';
import type { ReadSecrets } from '../../lib/network/psp-client.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

const now = () => new Date('2026-11-21T12:00:00Z');
const endToEndId = `E${'1'.repeat(31)}`;

let paying: PspServer;
let refunding: PspServer;
beforeEach(async () => {
  const nothing = async () => ({ status: 500, body: {} });
  [paying, refunding] = await Promise.all([openPspServer(nothing), openPspServer(nothing)]);
});
afterEach(() => Promise.all([paying.close(), refunding.close()]));

/** The settings with two accounts, of which `pay` pays and `main` receives and refunds. */
const settings = (PAYOUT_NETWORK = 'pay', REFUND_NETWORK = 'main', only = '') => {
  const all = parsePsps(
    `pay efi ${paying.url} us@example.com; main efi ${refunding.url} us@example.org`,
  ) as PspEntry[];
  return { PAYOUT_NETWORK, REFUND_NETWORK, PSPS: all.filter(({ name }) => !only || name === only) };
};
const secretsOfBoth = async () => ({ pay: paying.secret, main: refunding.secret });
const pathsOf = ({ seen }: PspServer) => seen.map(({ path }) => path.replace(/\?.*/, ''));

const networkWith = (readSecrets: ReadSecrets = secretsOfBoth) => {
  const fetchCharge = async () => ({ kind: 'unknown' }) as const;
  return chooseNetwork({ config: settings(), sandbox: undefined, readSecrets, fetchCharge, now });
};
const place = { reference: '7', amountCents: 100 as never };

test('a payment is found whether it was received at the PSP for payouts or at the PSP for refunds', async () => {
  const pix = (one: string) => ({
    endToEndId: one,
    valor: '110.00',
    horario: '2026-11-21T09:10:00.000-03:00',
    chave: 'us@example.com',
  });
  const none = {
    status: 404,
    body: { type: 'https://pix.bcb.gov.br/api/v2/error/PixNaoEncontrado', status: 404 },
  };
  const [there, here] = [`E${'2'.repeat(31)}`, `E${'3'.repeat(31)}`];
  const knows = (one: string) => async (call: { path: string }) =>
    call.path.endsWith(one) ? { status: 200, body: pix(one) } : none;
  await Promise.all([paying.close(), refunding.close()]);
  [paying, refunding] = await Promise.all([openPspServer(knows(there)), openPspServer(knows(here))]);
  const log = { error: () => {} } as never;
  const inbox = chooseInbox({ config: settings(), readSecrets: secretsOfBoth, now, log, count: () => {} });

  expect(await inbox?.findReceived(there)).toMatchObject({ endToEndId: there, receivedAt: 'pay' });
  expect(await inbox?.findReceived(here)).toMatchObject({ endToEndId: here, receivedAt: 'main' });
  expect(await inbox?.findReceived(endToEndId)).toBeUndefined();
});

test('while one PSP does not answer, payments received at the other are found and listed', async () => {
  const received = `E${'3'.repeat(31)}`;
  const pix = {
    endToEndId: received,
    valor: '1.00',
    horario: '2026-11-21T09:10:00.000-03:00',
    chave: 'us@x.com',
  };
  const paginacao = {
    paginaAtual: 0,
    itensPorPagina: 100,
    quantidadeDePaginas: 1,
    quantidadeTotalDeItens: 1,
  };
  const parametros = { inicio: '2026-11-21T00:00:00Z', fim: '2026-11-21T12:00:00Z', paginacao };
  await refunding.close();
  refunding = await openPspServer(async ({ path }) =>
    path.startsWith('/v2/pix/')
      ? { status: 200, body: pix }
      : { status: 200, body: { parametros, pix: [pix] } },
  );
  const inbox = chooseInbox({
    config: settings(),
    readSecrets: secretsOfBoth,
    now,
    log: { error: () => {} } as never,
    count: () => {},
  });
  const range = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T12:00:00Z' };

  expect(await inbox?.findReceived(received)).toMatchObject({ receivedAt: 'main' });
  const listed = await Promise.allSettled((inbox?.lists ?? []).map(async (one) => one.listReceived?.(range)));
  expect(listed).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: [{ endToEndId: received, receivedAt: 'main' }] },
  ]);
  await refunding.close();
  await expect(inbox?.findReceived(received)).rejects.toThrow();
  refunding = await openPspServer(async () => ({ status: 500, body: {} }));
});

describe('with a separate PSP for refunds,', () => {
  test('payouts are requested from the PSP for payouts, and refunds from the PSP for refunds', async () => {
    const network = networkWith();

    await network.findPayment(place);
    await network.findRefund({ ...place, endToEndId });

    expect(pathsOf(paying)).toEqual(['/v2/gn/pix/enviados/id-envio/7']);
    expect(pathsOf(refunding)).toEqual([`/v2/pix/${endToEndId}/devolucao/7`]);
  });

  test('the credentials for payouts are not sent to the PSP for refunds', async () => {
    const network = networkWith(async () => ({ pay: paying.secret }));

    await expect(network.findRefund({ ...place, endToEndId })).rejects.toThrow('the secret has no part main');
    expect([paying.issuedTokens(), refunding.issuedTokens()]).toEqual([0, 0]);
  });

  test('received payments and reports are listed at both PSPs, each payment with the account that has received it', async () => {
    const log = { error: () => {} } as never;
    const inbox = chooseInbox({ config: settings(), readSecrets: secretsOfBoth, now, log, count: () => {} });
    const range = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T12:00:00Z' };
    await Promise.allSettled(
      (inbox?.lists ?? []).flatMap((one) => [one.listReceived?.(range), one.listReports?.(range)]),
    );

    for (const psp of [paying, refunding])
      expect(pathsOf(psp).sort()).toEqual(['/v2/gn/infracoes', '/v2/pix']);
  });

  test('each account has books of its own, with the lists that its PSP offers', () => {
    const psps = `pay efi ${paying.url} us@example.com; main bcb ${refunding.url} us@example.org; old woovi ${paying.url} us@example.net`;
    const config = { PSPS: parsePsps(psps) as PspEntry[] };
    const books = chooseBooks({ config, readSecrets: secretsOfBoth, now });

    expect(books.map((one) => Object.keys(one).sort())).toEqual([
      ['balance', 'paid', 'place', 'received'],
      ['place', 'received'],
      ['balance', 'place'],
    ]);
    expect(books.map(({ place: name }) => name)).toEqual(['pay', 'main', 'old']);
  });
});

describe('with another account in the list of PSPs,', () => {
  test('each account is asked only for its own payments, with its own credentials', async () => {
    const network = networkWith();
    await network.at?.('main')?.payouts?.findPayment(place);
    expect([pathsOf(paying), pathsOf(refunding)]).toEqual([[], ['/v2/gn/pix/enviados/id-envio/7']]);
    await network.findPayment({ ...place, reference: '8' });
    expect([pathsOf(paying).length, pathsOf(refunding).length]).toEqual([1, 1]);
  });

  test('an account without credentials of its own is a fault of ours, and is not called', async () => {
    const network = networkWith(async () => ({ pay: paying.secret }));
    await expect(network.at?.('main')?.payouts?.findPayment(place)).rejects.toThrow(OwnFault);
    expect(refunding.issuedTokens()).toBe(0);
  });

  test('returns are found at the PSP that made the payment', async () => {
    const there = async ({ path }: { path: string }) =>
      path === '/v2/gn/pix/enviados/id-envio/7'
        ? { status: 200, body: { idEnvio: '7', devolucoes: [] } }
        : { status: 404, body: {} };
    await refunding.close();
    refunding = await openPspServer(there);
    const log = { error: () => {} } as never;
    const inbox = chooseInbox({ config: settings(), readSecrets: secretsOfBoth, now, log, count: () => {} });
    expect(await inbox?.findSentReturns?.('7')).toEqual([]);
    await expect(inbox?.findSentReturns?.('8')).rejects.toThrow('did not return the payment: 500');
  });
});

test('a sandbox for payouts lists received payments, but neither returned payouts nor reports', async () => {
  const psps = parsePsps(`main bcb ${refunding.url} us@example.org`) as PspEntry[];
  const config = { PAYOUT_NETWORK: 'sandbox', REFUND_NETWORK: 'main', PSPS: psps };
  const log = { error: () => {} } as never;
  const readSecrets = async () => ({ main: refunding.secret });
  const inbox = chooseInbox({ config, readSecrets, now, log, count: () => {} });

  expect(inbox?.findSentReturns).toBeUndefined();
  expect(inbox?.lists.map((one) => Object.keys(one).sort())).toEqual([['isFormer', 'listReceived', 'place']]);
  const none = { ...config, REFUND_NETWORK: 'sandbox' };
  expect(chooseInbox({ config: none, readSecrets, now, log, count: () => {} })).toBeUndefined();
});
