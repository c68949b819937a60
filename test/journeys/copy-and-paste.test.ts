import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, openCaller, openTenant, openWorld, statementPath, type World } from '../support/api.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

// The codes from docs/getting-started.md.
const codes = {
  static:
    '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094',
  dynamic:
    '00020101021226420014br.gov.bcb.pix2520sandbox.pix/cob/open5204000053039865802BR5907SANDBOX6009SAO PAULO62070503***6304B123',
};

test.each([
  ['static', codes.static, 10],
  ['dynamic', codes.dynamic, 27.5],
])('a %s copy-and-paste code is paid in one call', async (_, code, amount) => {
  const caller = await openCaller(world.send, await openTenant(world.send));

  const created = await caller.post('/create-copy-and-paste-transfer', {
    ...caller.source,
    copy_and_paste: code,
  });
  const done = await ended(caller, created.body.id);

  expect([created.body.status, done.body.status]).toEqual(['PROCESSING', 'SUCCESS']);
  const { results } = (await caller.get(statementPath(caller.source))).body;
  expect(results[0]).toMatchObject({
    transaction_type: 'PIX_CASHOUT',
    amount,
    transaction_id: created.body.id,
  });
});
