import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Cents } from '../../lib/base/money.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type MedReturn, medList } from '../../lib/med-case/med-case.ts';
import { noteMedReturn } from '../../lib/med-case/note-med-return.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { openClient } from '../support/clients.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf } from '../support/ledger.ts';
import { reported } from '../support/med-cases.ts';
import { useStack } from '../support/use-stack.ts';
import { fanOutOf, register } from '../support/webhooks.ts';

const used = useStack();

const accountOf = ({ source }: Caller) => ({
  branch: source.source_account_branch_identifier,
  number: source.source_account_number,
});

type Scene = { caller: Caller; endToEndId: string; id: string };

async function newScene(): Promise<Scene> {
  const caller = await used.newCaller();
  const { end_to_end_id: endToEndId } = await payQrCode(used.stack, caller);
  return { caller, endToEndId, id: `report-${caller.tenant.company_id}` };
}

const returned = (change: Partial<MedReturn> = {}): MedReturn => ({
  returnId: 'D99999011202611211500abcdefghijk',
  amountCents: 4_000 as Cents,
  nature: 'MED_FRAUDE',
  at: '2026-11-21T15:00:00.000Z',
  ...change,
});

const other = returned({
  returnId: 'D99999011202608311500abcdefghijk',
  amountCents: 1_050 as Cents,
  at: '2026-08-31T15:00:00.000Z',
});

const report = ({ endToEndId, id }: Scene, change = {}, deps = used.stack.deps) =>
  applyNetworkEvent(deps, reported(endToEndId, { id, ...change }));
const note = ({ endToEndId }: Scene, given = returned(), deps = used.stack.deps) =>
  noteMedReturn(deps, endToEndId, given);
const closing = {
  status: 'CLOSED',
  analysisResult: 'AGREED',
  modifiedAt: '2026-11-20T12:05:00.000Z',
} as const;
const look = async ({ caller, id }: Scene) => (await caller.get(`/v3/meds/${id}`)).body;

const shown = {
  end_to_end_id: 'D99999011202611211500abcdefghijk',
  amount: 40,
  nature: 'MED_FRAUDE',
  datetime: '2026-11-21T15:00:00.000Z',
  contest_deadline: '2027-02-09T15:00:00.000Z',
};
const otherShown = {
  end_to_end_id: 'D99999011202608311500abcdefghijk',
  amount: 10.5,
  nature: 'MED_FRAUDE',
  datetime: '2026-08-31T15:00:00.000Z',
  contest_deadline: '2026-09-30T15:00:00.000Z',
};

/**
 * Checks the final state of a case in its look-up and in its lists, and that each report and each return has one event.
 */
async function expectTied(scene: Scene) {
  const body = await look(scene);
  expect(body).toMatchObject({
    infraction_report_status: 'CLOSED',
    refunded_amount: 50.5,
    returns: [otherShown, shown],
  });
  for (const query of ['', '?status=ACCEPTED', '?reason=RETURN_REQUEST&infraction_report_status=CLOSED']) {
    const { results } = (await scene.caller.get(`/v3/meds/${query}`)).body;
    expect(results).toEqual([Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'worked'))]);
  }
  const events = (await eventsOf(used.stack, scene.caller.tenant)).filter(({ type }) =>
    type.startsWith('med.'),
  );
  expect(events.map(({ id, type }) => `${type} ${id}`).sort()).toEqual(
    [
      `med.changed med-${scene.id}-return-${shown.end_to_end_id}`,
      `med.changed med-${scene.id}-return-${otherShown.end_to_end_id}`,
      `med.closed med-${scene.id}-${Date.parse(closing.modifiedAt)}`,
      `med.opened med-${scene.id}-${Date.parse('2026-11-20T12:00:00.000Z')}`,
    ].sort(),
  );
}

describe('the returns of a payment', () => {
  test.each<[string, (scene: Scene) => (() => Promise<unknown>)[]]>([
    [
      'after the MED reports',
      (its) => [() => report(its), () => report(its, closing), () => note(its), () => note(its, other)],
    ],
    [
      'before the MED reports',
      (its) => [() => note(its, other), () => note(its), () => report(its), () => report(its, closing)],
    ],
    [
      'between MED reports in the wrong order',
      (its) => [() => note(its), () => report(its, closing), () => report(its), () => note(its, other)],
    ],
  ])(
    'the MED case shows returns whose notices come %s, even if each notice is repeated',
    async (_, steps) => {
      const scene = await newScene();

      for (const step of steps(scene)) {
        await step();
        await step();
      }
      for (const step of steps(scene).reverse()) await step();

      await expectTied(scene);
    },
  );

  test('the MED case shows its returns even if all are reported at the same time', async () => {
    const scene = await newScene();

    await Promise.all([
      note(scene),
      report(scene),
      note(scene, other),
      report(scene, closing),
      note(scene),
      report(scene),
    ]);

    await expectTied(scene);
  });

  test.each(['report', 'return'] as const)(
    'the MED case shows the return even if report and return are written concurrently, with the %s written last',
    async (first) => {
      const scene = await newScene();
      if (first === 'return') await report(scene);
      const { medCases } = used.stack.deps;
      const meanwhile = [first === 'report' ? () => note(scene) : () => report(scene, closing)];
      const put: typeof medCases.put = async (...given) => {
        await meanwhile.pop()?.();
        return medCases.put(...given);
      };
      const deps = { ...used.stack.deps, medCases: { ...medCases, put } };

      await (first === 'report' ? report(scene, closing, deps) : note(scene, returned(), deps));

      expect(await look(scene)).toMatchObject({ infraction_report_status: 'CLOSED', returns: [shown] });
    },
  );

  test('every MED case about the payment shows the returns, and no case about a different payment does', async () => {
    const scene = await newScene();
    const second = { ...scene, id: `${scene.id}-2` };
    const stranger = await newScene();
    await report(scene);
    await report(stranger);
    await note(scene);
    await report(second);

    expect((await look(scene)).returns).toEqual([shown]);
    expect((await look(second)).returns).toEqual([shown]);
    expect(await look(stranger)).toMatchObject({ returns: [], refunded_amount: 0 });
  });

  test('a return is kept as it was first reported', async () => {
    const scene = await newScene();
    await report(scene);

    await note(scene);
    await note(scene, returned({ amountCents: 9_999 as Cents, nature: 'ORIGINAL' }));

    expect((await look(scene)).returns).toEqual([shown]);
  });

  test('up to a hundred returns are stored, so that a MED case can always be written, and further returns are only logged', {
    tags: 'dear',
  }, async () => {
    const scene = await newScene();
    const ids = Array.from({ length: 101 }, (_, index) => `D${String(index).padStart(31, '0')}`);

    for (const returnId of [...ids, ids[7] ?? '']) await note(scene, returned({ returnId }));

    const { returns } = await used.stack.deps.medCases.getPayment(scene.endToEndId);
    expect(returns.map(({ returnId }) => returnId)).toEqual(ids.slice(0, 100));
    expect(used.stack.lines.filter((line) => line.includes('return not shown'))).toHaveLength(1);
  });

  test('a return has no nature and no time to contest it if the PSP gives no reason', async () => {
    const scene = await newScene();
    await report(scene);

    await note(scene, returned({ nature: undefined }));

    expect((await look(scene)).returns).toEqual([{ ...shown, nature: null, contest_deadline: null }]);
  });

  test('the next duty of a case is to contest its returns, within the days that were valid at the time of each return', async () => {
    const scene = await newScene();
    await report(scene, closing);
    await note(scene, other);
    const day = async (time: string) => {
      const deps = used.stack.with({ now: () => new Date(time) });
      const then = await openCaller(sendInProcess(used.stack, deps), scene.caller.tenant);
      const { body } = await then.get(`/v3/meds/${scene.id}`);
      return [body.next_duty, body.deadline];
    };

    expect(await day('2026-09-30T15:00:00.000Z')).toEqual(['CONTEST', '2026-09-30T15:00:00.000Z']);
    expect(await day('2026-09-30T15:00:00.001Z')).toEqual([null, null]);
    await note(scene);
    expect(await day('2026-09-30T15:00:00.001Z')).toEqual(['CONTEST', '2027-02-09T15:00:00.000Z']);
  });

  test('the returns are linked to their case when the notice is repeated, wherever the worker died', {
    tags: 'dear',
  }, async () => {
    for (let call = 1; call < 14; call++) {
      for (const first of [note, report] as const) {
        const scene = await newScene();
        await (first === note ? report(scene) : note(scene));
        const { client, died } = dyingAt(call, 'after');
        const deps = used.stack.with({ client });
        const half = first === note ? note(scene, returned(), deps) : report(scene, {}, deps);
        await Promise.race([half.catch(() => {}), died]);

        await (first === note ? note(scene) : report(scene));

        expect(await look(scene)).toMatchObject({ returns: [shown], refunded_amount: 40 });
        const ids = (await eventsOf(used.stack, scene.caller.tenant)).map(({ id }) => id);
        expect(ids).toContain(`med-${scene.id}-return-${shown.end_to_end_id}`);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  });

  test('each return sends one event to the account’s webhooks', async () => {
    const scene = await newScene();
    const webhook = await register(scene.caller, 'https://hooks.example.com/med', 'INTEGRATION');
    const at = '2099-12-01T12:00:00.000Z';
    await report(scene, { createdAt: at, modifiedAt: at });

    await note(scene, returned({ at }));
    await note(scene, returned({ at }));

    await fanOutOf(scene.caller, used.stack.deps);
    const { results } = (await scene.caller.call('GET', `/api/webhooks/${webhook.id}/deliveries`)).body;
    expect(results.map((delivery: { event_id: string }) => delivery.event_id).sort()).toEqual(
      [`med-${scene.id}-${Date.parse(at)}`, `med-${scene.id}-return-${shown.end_to_end_id}`].sort(),
    );
  });
});

describe('a case stored before returns were supported', () => {
  /** Changes the rows of a case to the format of the older version. */
  async function age({ endToEndId, id, caller }: Scene) {
    const TableName = used.stack.config.MED_CASES_TABLE;
    const client = openClient();
    const list = { pk: medList(accountOf(caller), {}), sk: `2026-11-20T12:00:00.000Z#${id}` };
    for (const Key of [{ pk: `MED#${id}`, sk: 'MED' }, list]) {
      const { Item } = await client.send(new GetCommand({ TableName, Key }));
      const { returns, ...old } = Item ?? {};
      expect(returns).toEqual([]);
      await client.send(new PutCommand({ TableName, Item: old }));
    }
    const Key = { pk: `PAYMENT#${endToEndId}`, sk: 'PAYMENT' };
    const gone = await client.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
    expect(gone.Attributes?.caseIds).toEqual([id]);
  }

  test('a MED case stored by an older version is shown, and gets its returns when its report is repeated', async () => {
    const scene = await newScene();
    await report(scene);
    await age(scene);

    expect(await look(scene)).toMatchObject({
      id: scene.id,
      returns: [],
      refunded_amount: 0,
      transaction_depth: null,
    });
    expect((await scene.caller.get('/v3/meds/')).body.results).toMatchObject([{ id: scene.id, returns: [] }]);

    await note(scene);
    expect((await look(scene)).returns).toEqual([]);
    await report(scene);

    expect((await look(scene)).returns).toEqual([shown]);
    expect((await scene.caller.get('/v3/meds/')).body.results).toMatchObject([
      { id: scene.id, returns: [shown] },
    ]);
  });
});
