// Payouts at one PSP and refunds at another. Each PSP gets only its own requests, with its own credentials.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseBooks } from '../../lib/app/choose-books.ts';
import { chooseInbox } from '../../lib/app/choose-inbox.ts';
import { chooseNetwork } from '../../lib/app/choose-network.ts';
import type { PspSecret } from '../../lib/network/psp-client.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

const now = () => new Date('2026-11-21T12:00:00Z');
const endToEndId = `E${'1'.repeat(31)}`;
const networks = { PAYOUT_NETWORK: 'efi', REFUND_NETWORK: 'bcb' } as const;

let paying: PspServer;
let refunding: PspServer;
beforeEach(async () => {
  const nothing = async () => ({ status: 500, body: {} });
  [paying, refunding] = await Promise.all([openPspServer(nothing), openPspServer(nothing)]);
});
afterEach(() => Promise.all([paying.close(), refunding.close()]));

const settings = () => ({
  ...networks,
  PSP_URL: paying.url,
  PSP_PIX_KEY: 'us@example.com',
  REFUND_PSP_URL: refunding.url,
  REFUND_PSP_PIX_KEY: 'us@example.org',
});
const secretOfBoth = async (): Promise<PspSecret> => ({ ...paying.secret, refunds: refunding.secret });
const pathsOf = ({ seen }: PspServer) => seen.map(({ path }) => path.replace(/\?.*/, ''));

const networkWith = (readSecret = secretOfBoth) => {
  const fetchCharge = async () => ({ kind: 'unknown' }) as const;
  return chooseNetwork({ config: settings(), sandbox: undefined, readSecret, fetchCharge, now });
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
  const inbox = chooseInbox({ config: settings(), readSecret: secretOfBoth, now, log, count: () => {} });

  expect(await inbox?.findReceived(there)).toMatchObject({ endToEndId: there });
  expect(await inbox?.findReceived(here)).toMatchObject({ endToEndId: here });
  expect(await inbox?.findReceived(endToEndId)).toBeUndefined();
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
    const network = networkWith(async () => paying.secret);

    await expect(network.findRefund({ ...place, endToEndId })).rejects.toThrow(
      'no credentials in its part refunds',
    );
    expect([paying.issuedTokens(), refunding.issuedTokens()]).toEqual([0, 0]);
  });

  test('received payments are listed at both PSPs, and payouts are looked up at the PSP for payouts', async () => {
    const log = { error: () => {} } as never;
    const inbox = chooseInbox({ config: settings(), readSecret: secretOfBoth, now, log, count: () => {} });
    const range = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T12:00:00Z' };
    await Promise.allSettled([
      inbox?.listReceived(range),
      inbox?.listReports(range),
      inbox?.findSentReturns?.('7'),
    ]);

    expect(pathsOf(refunding)).toEqual(['/v2/pix']);
    expect(pathsOf(paying).sort()).toEqual(['/v2/gn/infracoes', '/v2/gn/pix/enviados/id-envio/7', '/v2/pix']);
  });

  test('the comparison of books is disabled, since neither PSP account has all movements', () => {
    const config = settings();
    const booksOf = (change: object) =>
      chooseBooks({ config: { ...config, ...change }, readSecret: secretOfBoth, now });

    expect(booksOf({})).toBeUndefined();
    expect(booksOf({ REFUND_PSP_URL: '' })).toBeDefined();
    expect(booksOf({ REFUND_PSP_URL: '', PAYOUT_NETWORK: 'sandbox' })).toBeUndefined();
    expect(booksOf({ REFUND_PSP_URL: '', REFUND_NETWORK: 'sandbox' })).toBeUndefined();
  });
});

describe('with a former PSP for payouts,', () => {
  const changed = () => ({
    ...settings(),
    REFUND_PSP_URL: '',
    REFUND_PSP_PIX_KEY: '',
    FORMER_PAYOUT_NETWORK: 'efi' as const,
    FORMER_PSP_URL: refunding.url,
    FORMER_PSP_PIX_KEY: 'us@example.org',
  });
  const readSecret = async (): Promise<PspSecret> => ({ ...paying.secret, former: refunding.secret });
  const options = (secret = readSecret) => ({ config: changed(), readSecret: secret, now });
  const makeNetwork = (secret?: typeof readSecret) => {
    const fetchCharge = async () => ({ kind: 'unknown' }) as const;
    return chooseNetwork({ ...options(secret), sandbox: undefined, fetchCharge });
  };

  test('each PSP is asked only for its own payments, with its own credentials', async () => {
    const network = makeNetwork();
    await network.former?.findPayment(place);
    expect([pathsOf(paying), pathsOf(refunding)]).toEqual([[], ['/v2/gn/pix/enviados/id-envio/7']]);
    await network.findPayment({ ...place, reference: '8' });
    expect([pathsOf(paying).length, pathsOf(refunding).length]).toEqual([1, 1]);
    expect(network.former?.payoutsAt).not.toBe(network.payoutsAt);
  });

  test('a former PSP without credentials of its own is not called', async () => {
    const network = makeNetwork(async () => paying.secret);
    await expect(network.former?.findPayment(place)).rejects.toThrow('no credentials in its part former');
    expect(refunding.issuedTokens()).toBe(0);
  });

  test('the former network has the name under which its payments were held before the change', async () => {
    const { FORMER_PSP_URL: PSP_URL, FORMER_PSP_PIX_KEY: PSP_PIX_KEY } = changed();
    const fetchCharge = async () => ({ kind: 'unknown' }) as const;
    const before = { ...settings(), PSP_URL, PSP_PIX_KEY };
    const then = chooseNetwork({ config: before, sandbox: undefined, readSecret, fetchCharge, now });
    expect(makeNetwork().former?.payoutsAt).toBe(then.payoutsAt);
  });

  test('returns are found at the PSP that made the payment, and lists are read at both PSPs', async () => {
    const there = async ({ path }: { path: string }) =>
      path === '/v2/gn/pix/enviados/id-envio/7'
        ? { status: 200, body: { idEnvio: '7', devolucoes: [] } }
        : { status: 404, body: {} };
    await refunding.close();
    refunding = await openPspServer(there);
    const log = { error: () => {} } as never;
    const inbox = chooseInbox({ ...options(), log, count: () => {} });
    expect(await inbox?.findSentReturns?.('7')).toEqual([]);
    await expect(inbox?.findSentReturns?.('8')).rejects.toThrow('did not return the payment: 500');
    const range = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T12:00:00Z' };
    await Promise.allSettled([inbox?.listReceived(range), inbox?.listReports(range)]);
    for (const psp of [paying, refunding])
      expect(pathsOf(psp)).toEqual(expect.arrayContaining(['/v2/pix', '/v2/gn/infracoes']));
  });

  test('the comparison of books is disabled', () => {
    expect(chooseBooks(options())).toBeUndefined();
  });
});

test('a sandbox for payouts lists received payments, but neither returned payouts nor reports', async () => {
  const config = {
    ...settings(),
    REFUND_PSP_URL: '',
    PSP_URL: refunding.url,
    PAYOUT_NETWORK: 'sandbox',
  } as const;
  const log = { error: () => {} } as never;
  const readSecret = async () => refunding.secret;
  const inbox = chooseInbox({ config, readSecret, now, log, count: () => {} });

  expect(inbox?.findSentReturns).toBeUndefined();
  expect(await inbox?.listReports({ from: '', to: '' })).toEqual([]);
  expect(
    chooseInbox({ config: { ...config, REFUND_NETWORK: 'sandbox' }, readSecret, now, log, count: () => {} }),
  ).toBeUndefined();
});
