import { describe, expect, test } from 'vitest';
import { openCaller, sendInProcess } from '../support/api.ts';
import { countUnits } from '../support/count-units.ts';
import { approveMany, createMany, refused, type Seen, seeOne } from '../support/decide-many.ts';
import { failingAt } from '../support/faults.ts';
import { openColleague, putPolicy } from '../support/holdings.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

// A fixed time, because an approval that comes seconds after the creation writes more units.
const now = new Date();
const used = useStack({ now: () => now });
const done = ({ id }: Seen) => ({ id, worked: true, status: 'PROCESSING' });
const wrongStatus = 'Transaction in wrong status';
const unavailable =
  'Temporarily unavailable, the outcome is unknown: repeat the call with the same idempotency key';
const internal = 'Internal error, the outcome is unknown: repeat the call with the same idempotency key';
const linesAfter = (count: number) => used.stack.lines.slice(count).map((line) => JSON.parse(line));

test('one signed request approves thirty cashouts in the given order', async () => {
  const caller = await used.newCaller();
  const seen = (await createMany(used.stack, caller, 30)).reverse();
  const counted = used.stack.counted.length;

  const answer = await approveMany(caller, seen);

  expect([answer.status, answer.body]).toEqual([
    200,
    { worked: true, approved: 30, refused: 0, to_send_again: 0, results: seen.map(done) },
  ]);
  for (const { id } of seen)
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({
      status: 'PROCESSING',
      approvedBy: caller.tenant.user_id,
    });
  const approvals = used.stack.counted.slice(counted).filter(([name]) => name === 'CashoutsApproved');
  expect(approvals).toHaveLength(30);
});

test('a refused cashout does not stop the others, and its row has the same message as a refused single approval', async () => {
  const [caller, other] = [await used.newCaller(), await used.newCaller()];
  const [foreign] = (await createMany(used.stack, other, 1)) as [Seen];
  const [first, ended, differs, last] = (await createMany(used.stack, caller, 4)) as [Seen, Seen, Seen, Seen];
  await caller.post('/approve-cashout', { id: ended.id });
  const nobodys = { id: used.stack.deps.ids.cashoutId(), content_digest: first.content_digest };
  const asked = [first, foreign, nobodys, ended, { ...differs, content_digest: first.content_digest }, last];

  const { status, body } = await approveMany(caller, asked);

  expect([status, body]).toEqual([
    200,
    {
      worked: true,
      approved: 2,
      refused: 4,
      to_send_again: 0,
      results: [
        done(first),
        refused(foreign.id, 'Transaction not found'),
        refused(nobodys.id, 'Transaction not found'),
        refused(ended.id, wrongStatus),
        refused(differs.id, 'Transaction is not the one that was shown'),
        done(last),
      ],
    },
  ]);
  for (const { id } of [foreign, differs])
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'NEW' });
});

test('a cashout that the user may not approve has the same message and detail in its row as a refused single approval', async () => {
  const caller = await used.newCaller();
  const [seen] = (await createMany(used.stack, caller, 1)) as [Seen];
  const maker = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });
  const outsider = await openColleague(used.stack, caller.tenant, { accounts: [] });
  await putPolicy(used.stack, outsider.tenant, caller.source, false);

  for (const by of [maker, outsider]) {
    const { message, detail } = (await by.post('/approve-cashout', seen)).body;
    const { body } = await approveMany(by, [seen]);

    expect(body).toMatchObject({ approved: 0, refused: 1, to_send_again: 0 });
    expect(body.results).toEqual([refused(seen.id, message, detail)]);
  }
});

test('each cashout is approved once if its list is sent twice concurrently, and is refused if the list is sent again', async () => {
  const caller = await used.newCaller();
  const seen = await createMany(used.stack, caller, 12);

  const both = await Promise.all([approveMany(caller, seen), approveMany(caller, seen)]);
  const again = await approveMany(caller, seen);

  const worked = both.map(({ body }) => body.results.map((row: { worked: boolean }) => row.worked));
  for (const index of seen.keys()) expect(worked[0][index]).toBe(!worked[1][index]);
  expect(again.body.results).toEqual(seen.map(({ id }) => refused(id, wrongStatus)));
});

describe('under approval rules,', () => {
  test('concurrent approvals by the two required users start each cashout once', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, {
      approvals: { bands: [{ from: '1.00', needed: 2 }] },
      'own-approval': { up_to: '0' },
    });
    const seen = await createMany(used.stack, maker, 15);
    const [one, other] = [
      await openColleague(used.stack, maker.tenant),
      await openColleague(used.stack, maker.tenant),
    ];
    const counted = used.stack.counted.length;

    const both = await Promise.all([approveMany(one, seen), approveMany(other, seen)]);

    expect(both.map(({ body }) => body.approved)).toEqual([15, 15]);
    for (const [index, { id }] of seen.entries()) {
      const rows = both.map(({ body }) => body.results[index]);
      expect(rows.sort((a, b) => a.approvals_given - b.approvals_given)).toEqual([
        { id, worked: true, status: 'NEW', approvals_needed: 2, approvals_given: 1 },
        { id, worked: true, status: 'PROCESSING', approvals_needed: 2, approvals_given: 2 },
      ]);
    }
    const moved = used.stack.counted.slice(counted).filter(([name]) => name === 'CashoutsApproved');
    expect(moved).toHaveLength(15);
    const again = await approveMany(one, seen.slice(0, 1));
    expect(again.body.results).toEqual([refused(seen[0]?.id ?? 0, wrongStatus)]);
  });

  test('a cashout is refused in its row if the user has created or already approved the cashout', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, {
      approvals: { bands: [{ from: '1.00', needed: 2 }] },
      'own-approval': { up_to: '0' },
    });
    const colleague = await openColleague(used.stack, maker.tenant);
    const [own] = (await createMany(used.stack, maker, 1)) as [Seen];
    const content = { ...maker.source, amount: 10, key: 'fulano@example.com' };
    const others = await seeOne(used.stack, (await colleague.post('/create-cashout', content)).body.id);

    const first = await approveMany(maker, [own, others]);
    const second = await approveMany(maker, [others]);

    expect(first.body.results).toEqual([
      refused(own.id, 'Transaction must be approved by another user than its creator'),
      { id: others.id, worked: true, status: 'NEW', approvals_needed: 2, approvals_given: 1 },
    ]);
    expect(second.body.results).toEqual([refused(others.id, 'Transaction is already approved by this user')]);
  });
});

test('the row of a scheduled cashout says that the cashout is scheduled', async () => {
  const caller = await used.newCaller();
  const scheduled_for = new Date(now.getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  const content = { ...caller.source, amount: 10, key: 'fulano@example.com', scheduled_for };
  const seen = await seeOne(used.stack, (await caller.post('/create-cashout', content)).body.id);

  const { body } = await approveMany(caller, [seen]);

  expect(body.results).toEqual([{ id: seen.id, worked: true, status: 'NEW', schedule_state: 'SCHEDULED' }]);
});

describe('a database fault during the approval of many cashouts', () => {
  /** Approves while updates fail, beginning with the nth update. */
  async function approveWith(fault: Error, call: number, count: number) {
    const caller = await used.newCaller();
    const seen = await createMany(used.stack, caller, count);
    const client = failingAt(call, fault, (name) => name === 'UpdateItemCommand');
    const before = used.stack.lines.length;
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);
    const answer = await approveMany(other, seen);
    const lines = linesAfter(before).filter(({ message }) => message === 'request failed');
    return { caller, seen, answer, lines };
  }
  const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });

  test('a fault halfway through the list is reported in the affected rows, and repeating the list approves the rest', async () => {
    const { caller, seen, answer, lines } = await approveWith(throttled, 6, 15);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ approved: 5, refused: 0, to_send_again: 10 });
    const unknown = answer.body.results.filter((row: { send_again?: true }) => row.send_again);
    expect(unknown).toEqual(
      unknown.map(({ id }: Seen) => ({ ...refused(id, unavailable), send_again: true })),
    );
    expect(lines.map(({ correlationId }) => correlationId).sort()).toEqual(
      unknown.map(({ id }: Seen) => `cashout-${id}`).sort(),
    );
    const again = await approveMany(caller, seen);
    expect(again.body).toMatchObject({ approved: 10, refused: 5, to_send_again: 0 });
  });

  test('a fault for every cashout is reported in every row, and its cause is logged once per row', async () => {
    const { seen, answer, lines } = await approveWith(new TypeError('a bug'), 1, 3);

    expect([answer.status, answer.body]).toEqual([
      200,
      {
        worked: true,
        approved: 0,
        refused: 0,
        to_send_again: 3,
        results: seen.map(({ id }) => ({ ...refused(id, internal), send_again: true })),
      },
    ]);
    expect(lines.map(({ code }) => code)).toEqual(['internal', 'internal', 'internal']);
  });
});

test('cashouts for which the request has no time left are reported as not tried', async () => {
  const caller = await used.newCaller();
  const seen = await createMany(used.stack, caller, 25);
  let asked = 0;
  const start = Date.now();
  const { approve } = used.stack.deps.cashouts;
  const slow = used.stack.with({ now: () => new Date(start + Math.floor(asked / 10) * 3_000) });
  slow.cashouts.approve = async (...row) => {
    asked += 1;
    return approve(...row);
  };
  const other = await openCaller(sendInProcess(used.stack, slow), caller.tenant);

  const { body } = await approveMany(other, seen);

  expect(body).toMatchObject({ approved: 20, refused: 0, to_send_again: 5 });
  const words = 'Not tried for want of time: send it again';
  expect(body.results.slice(20)).toEqual(
    seen.slice(20).map(({ id }) => ({ ...refused(id, words), send_again: true })),
  );
  expect((await approveMany(caller, seen.slice(20))).body).toMatchObject({ approved: 5 });
});

test('the log links the request only to cashouts that the caller may see', async () => {
  const [caller, other] = [await used.newCaller(), await used.newCaller()];
  const [foreign] = (await createMany(used.stack, other, 1)) as [Seen];
  const seen = await createMany(used.stack, caller, 2);
  await caller.post('/approve-cashout', { id: seen[1]?.id });
  const before = used.stack.lines.length;

  await approveMany(caller, [...seen, foreign]);

  const lines = linesAfter(before).filter(({ route }) => route === 'POST /v3/cashouts/approve-many');
  const { requestId } = lines[0];
  expect(lines.map(({ message }) => message)).toEqual(['request', 'request about', 'request about']);
  expect(lines[0]).not.toHaveProperty('correlationId');
  expect(lines.slice(1)).toEqual(
    seen.map(({ id }) => expect.objectContaining({ requestId, correlationId: `cashout-${id}` })),
  );
});

// docs/performance.md contains these numbers.
test('approving ten cashouts takes 31 calls, 30 read units and 20 write units', async () => {
  const caller = await used.newCaller();
  const seen = await createMany(used.stack, caller, 10);
  const { client, units } = countUnits();
  const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);
  await approveMany(other, await createMany(used.stack, caller, 1));
  units.take();

  await approveMany(other, seen);

  const taken = Object.values(units.take());
  const sum = (name: 'calls' | 'reads' | 'writes') => taken.reduce((total, one) => total + one[name], 0);
  expect([sum('calls'), sum('reads'), sum('writes')]).toEqual([31, 30, 20]);
});
