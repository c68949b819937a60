import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { requestChargeback } from '../../lib/chargeback/request-chargeback.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { offerEach, sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { CHARGEBACK_POLL_SECONDS: '30' } });

test.each([11, 22, 33])(
  '30 concurrent chargebacks of one code with randomly killed workers (seed %d) keep the code and the ledger consistent',
  { tags: 'dear' },
  async (seed) => {
    let state = seed;
    const draw = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const names = ['Maria Silva', 'rejected@sandbox.pix', 'unknown@sandbox.pix', 'ag13@sandbox.pix'];
    const caller = await used.newCaller();
    const payerName = names[draw(names.length)] ?? '';
    const { qr_code_id } = await payQrCode(used.stack, caller, { amount: 1, payer: { name: payerName } });
    let time = Date.now();
    const due: number[] = [];
    const send = async (_: string, { id }: QueuedRow) => void due.push(id);
    const world = {
      now: () => new Date(time),
      queues: { ...used.stack.deps.queues, send, offer: offerEach(send) },
    };
    /** Returns dependencies whose worker may die at one of its calls. */
    const mortal = () => {
      if (draw(3) === 0) return { deps: used.stack.with(world), died: new Promise<never>(() => {}) };
      const { client, died } = dyingAt(1 + draw(7), draw(2) ? 'before' : 'after');
      return { deps: used.stack.with({ ...world, client }), died };
    };
    const identity = { userId: caller.tenant.user_id, companyId: caller.tenant.company_id };
    const made = new Set<number>();

    for (let round = 0; round < 6; round++) {
      await Promise.all(
        Array.from({ length: 30 }, async () => {
          const { deps, died } = mortal();
          const request = { qrCodeId: qr_code_id, amountCents: (1 + draw(40)) as never, information: 'x' };
          const asked = requestChargeback(deps, {
            caller: identity as never,
            request,
            idempotencyKey: randomUUID(),
          });
          const answer = await Promise.race([asked.catch(() => undefined), died]);
          if (typeof answer === 'object') made.add(answer.chargeback.id);
        }),
      );
      for (let look = 0; look < 6; look++) {
        time += 4_000_000;
        await sweep(used.stack.with(world), 'chargebacks').catch(() => {});
        for (const id of due.splice(0)) {
          const { deps, died } = mortal();
          await Promise.race([pollChargeback(deps, id).catch(() => {}), died]);
        }
        await expectLedgerAddsUp(used.stack, caller.tenant);
      }
    }
    // Now no worker dies, and the network decides all pending chargebacks.
    for (let look = 0; look < 12; look++) {
      const code = await used.stack.deps.qrCodes.get(qr_code_id);
      const pending = code?.pendingChargeback;
      if (pending !== undefined) await used.stack.deps.sandbox?.tellRefund(String(pending), true);
      time += 4_000_000;
      await sweep(used.stack.with(world), 'chargebacks');
      for (const id of due.splice(0)) await pollChargeback(used.stack.with(world), id);
    }

    const code = await used.stack.deps.qrCodes.get(qr_code_id);
    expect(code?.pendingChargeback).toBeUndefined();
    const account = await expectLedgerAddsUp(used.stack, caller.tenant);
    const given = 1_000_100 - account.availableCents;
    expect(account.heldCents).toBe(0);
    expect(code?.remainingCents).toBe(100 - given);
    expect(given).toBeLessThanOrEqual(100);
    const events = await eventsOf(used.stack, caller.tenant);
    const ends = events.filter(({ type }) => /^chargeback\.(succeeded|rejected)$/.test(type));
    expect(new Set(ends.map(({ id }) => id.replace(/-\w+$/, ''))).size).toBe(ends.length);
    const back = ends
      .filter(({ type }) => type === 'chargeback.succeeded')
      .reduce((sum, { body }) => sum + Math.round(JSON.parse(body).data.amount * 100), 0);
    expect(back).toBe(given);
    const open = await Promise.all([...made].map((id) => used.stack.deps.chargebacks.get(id)));
    expect(open.filter((chargeback) => chargeback?.status === 'PENDING')).toEqual([]);
    expect((await chargeBack(caller, qr_code_id, 1.01)).status).toBe(400);
  },
);
