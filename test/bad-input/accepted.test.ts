import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';
import { acceptedRows, provenElsewhere } from './accepted.cases.ts';
import { toCall } from './ask.ts';
import { createOnWeb } from './create-otherwise.cases.ts';
import { statement } from './look-ups.cases.ts';
import { clock, openScene, type Scene } from './scene.ts';
import { tables } from './tables.ts';
import { dump, withKeptMessages } from './traces.ts';

const used = useStack({ now: clock, settings: { OUTBOUND_LOOPBACK: 'refuse' } });
let scene: Scene;
beforeAll(async () => {
  scene = await openScene(used.stack);
});

test.each(acceptedRows)(
  '%s: %s is accepted',
  async (_, __, table, change, expected, reshape = (call) => call) => {
    const { deps } = withKeptMessages(used.stack);
    const call = toCall(scene, table, typeof change === 'function' ? change(scene) : change);

    const answer = await sendInProcess(used.stack, deps)(reshape(call));

    const body = typeof expected === 'function' ? expected(scene) : expected;
    expect(answer).toMatchObject({ status: 200, body });
  },
);

test.each(['50', '50.5', '50.50', '"50.50"'])('B111: a chargeback of %s is accepted', async (amount) => {
  const caller = scene.callers.owner;
  const { qr_code_id } = await payQrCode(used.stack, caller);

  const { body } = await chargeBack(caller, qr_code_id, JSON.parse(amount) as number | string);

  expect(body).toMatchObject({ status: 'PENDING', amount: Number(JSON.parse(amount)) });
});

test('B095: a cursor from a different account returns only the caller’s own entries', async () => {
  const { stranger } = scene.callers;
  const path = `/v3/account-statements/${Object.values(stranger.source).join('/')}`;
  const { results } = (await stranger.get(`${path}?start=2020-01-01&end=2099-12-31&limit=1`)).body;
  const [{ code, date_time_utc }] = results;
  const cursor = { cursor_id: String(code), cursor_datetime: date_time_utc, cursor_direction: 'previous' };

  const page = await used.send(toCall(scene, statement, { query: cursor }));
  const own = await used.send(toCall(scene, statement, {}));

  expect(own.body.results).toEqual(expect.arrayContaining(page.body.results));
});

test('S22: a wrong one-time code gives a 401 and changes only the user’s count of wrong codes', async () => {
  const before = await dump(used.stack);
  const call = toCall(scene, createOnWeb, { fields: { mfa_code: scene.wrongMfaCode() } });

  expect(await used.send(call)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });

  const changed = (await dump(used.stack)).filter((row) => !before.includes(row));
  expect(changed).toEqual([expect.stringMatching(/"pk":\{"S":"USER#.*"wrongCodes":\{"N":"1"\}/)]);
});

describe('the catalogue of bad input', () => {
  const proven = [
    ...tables.flatMap((table) => table.rows.map(([row]) => row)),
    ...acceptedRows.map(([row]) => row),
    ...Object.keys(provenElsewhere),
    'B111',
  ];

  test('the catalogue has a test for every row', () => {
    const catalogue = Array.from({ length: 127 }, (_, index) => `B${String(index + 1).padStart(3, '0')}`);

    expect(catalogue.filter((row) => !proven.includes(row))).toEqual([]);
  });

  test.each(Object.entries(provenElsewhere))(
    'the catalogue’s row %s is covered by its named test',
    (_, [file, words]) => {
      const path = new URL(`../${file}`, import.meta.url);
      expect(readFileSync(path, 'utf8')).toContain(words);
    },
  );
});
