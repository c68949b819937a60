// A refund goes to the PSP that has received the payment, whichever PSPs pay and refund now.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chooseNetwork } from '../../lib/app/choose-network.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { answerOf } from '../../tools/psp-documents.ts';
import { openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { expectLedgerAddsUp, incidentsAbout } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

const used = useStack();
let [pays, refunds, former]: PspServer[] = [];
beforeAll(async () => {
  [pays, refunds, former] = await Promise.all([openPsp(), openPsp(), openPsp()]);
});
afterAll(() => Promise.all([pays, refunds, former].map((psp) => psp?.close())));
beforeEach(() => {
  for (const psp of [pays, refunds, former]) psp?.seen.splice(0);
});

/** Opens a PSP that knows only the refunds that were requested of it. */
function openPsp(): Promise<PspServer> {
  const made = new Map<string, string>();
  return openPspServer(async ({ method, path, body }: PspRequest): Promise<PspReply> => {
    const [, id = ''] = /^\/v2\/pix\/\w+\/devolucao\/(\w+)$/.exec(path) ?? [];
    if (!id) return answerOf('bcb', 'any', 'RequisicaoInvalida');
    if (method === 'PUT') made.set(id, body.valor);
    const valor = made.get(id);
    if (!valor) return answerOf('efi', 'find refund', 'pix_nao_encontrado');
    const status = method === 'PUT' ? 'EM_PROCESSAMENTO' : 'DEVOLVIDO';
    const rtrId = `D0908935620261121${id.padStart(15, '0')}`.slice(0, 32);
    return { status: method === 'PUT' ? 201 : 200, body: { id, rtrId, valor, horario: {}, status } };
  });
}

const lines = () => ({
  pays: `pays efi ${pays?.url} us@example.com`,
  refunds: `refunds bcb ${refunds?.url} us@example.org`,
  former: `former efi ${former?.url} us@example.net`,
});
type Name = keyof ReturnType<typeof lines>;

/** Returns the network of settings with these accounts. */
function networkWith(names: readonly Name[], refundsAt: Name = 'refunds') {
  const PSPS = parsePsps(names.map((name) => lines()[name]).join('; ')) as PspEntry[];
  const readSecrets = async () => ({
    pays: pays?.secret as never,
    refunds: refunds?.secret as never,
    former: former?.secret as never,
  });
  return chooseNetwork({
    config: { PAYOUT_NETWORK: 'pays', REFUND_NETWORK: refundsAt, PSPS },
    sandbox: undefined,
    readSecrets,
    fetchCharge: async () => ({ kind: 'unknown' }),
    now: () => new Date(),
  });
}

/** Requests a refund of 40.00 of a payment of 100.00 that this account has received. */
async function openCase(
  received: { receivedAt?: Name },
  network = networkWith(['pays', 'refunds', 'former']),
) {
  const { stack } = used;
  const deps = { ...stack.deps, network };
  const send = sendInProcess(stack, deps);
  const caller = await openCaller(send, await openTenant(send));
  const { qr_code_id } = await payQrCode(stack, caller, {}, received);
  const { id, status } = (await chargeBack(caller, qr_code_id, 40)).body as { id: number; status: string };
  return {
    id,
    status,
    async at(hours: number, later = network): Promise<string> {
      const now = () => new Date(Date.now() + hours * 3_600_000);
      await pollChargeback({ ...deps, now, network: later }, id);
      return (await statusOf(caller, { id })).body.status;
    },
    incidents: () => incidentsAbout(stack, `chargeback-${id}`),
    books: () => expectLedgerAddsUp(stack, caller.tenant),
  };
}
/** Returns how often each PSP was asked about refunds. */
const asked = () => [pays, refunds, former].map((psp) => psp?.seen.length);

test.each([
  [{ receivedAt: 'pays' }, [2, 0, 0]],
  [{ receivedAt: 'refunds' }, [0, 2, 0]],
  [{ receivedAt: 'former' }, [0, 0, 2]],
  // A payment of a version that did not note the account.
  [{}, [0, 2, 0]],
] as const)('a refund of a payment %j is made only where the payment is', async (received, calls) => {
  const refund = await openCase(received);

  expect([refund.status, await refund.at(0.1), asked()]).toEqual(['PENDING', 'SUCCESS', calls]);
  expect(await refund.books()).toMatchObject({ availableCents: 1_006_000, heldCents: 0 });
});

test('a refund in progress ends where it was requested, after another account refunds', async () => {
  const refund = await openCase({ receivedAt: 'refunds' });

  expect(await refund.at(0.1, networkWith(['former', 'pays', 'refunds'], 'former'))).toBe('SUCCESS');
  expect(asked()).toEqual([0, 2, 0]);
});

test('a refund at a PSP that is no longer listed is sent nowhere else, and ends when the PSP is listed again', async () => {
  const without = networkWith(['pays', 'refunds']);
  const refund = await openCase({ receivedAt: 'former' }, without);
  expect([refund.status, await refund.at(0.5), await refund.incidents()]).toEqual(['PENDING', 'PENDING', []]);

  for (const hours of [1.5, 30]) expect(await refund.at(hours)).toBe('PENDING');
  expect(asked()).toEqual([0, 0, 0]);
  expect(await refund.incidents()).toMatchObject([
    { kind: 'unresolved_payment', details: expect.stringContaining('former') },
  ]);

  expect(await refund.at(31, networkWith(['pays', 'refunds', 'former']))).toBe('REJECTED');
  expect(asked()).toEqual([0, 0, 1]);
  expect(await refund.books()).toMatchObject({ availableCents: 1_010_000, heldCents: 0 });
});

test('a payment that its PSP does not know is not refunded by another PSP', async () => {
  former?.faults.push('drop before', 'none', 'drop before');
  const refund = await openCase({ receivedAt: 'former' });
  for (const hours of [0.1, 13]) expect(await refund.at(hours)).toBe('PENDING');

  expect(await refund.at(25)).toBe('REJECTED');
  expect(asked()).toEqual([0, 0, 5]);
});
