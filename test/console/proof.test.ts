import { expect, test } from 'vitest';
import { subjectKey } from '../../lib/operating/audit.ts';
import { type Proof, verifyProof } from '../../lib/sign-in/proof.ts';
import type { Kind } from './authenticator.ts';
import { type Desk, useDesks } from './desk.ts';

const { its, openDesk, codeOf, send, asked, enrol, create, statusOf, confirm, decide } = useDesks();

type Shown = {
  by: string;
  user: string;
  verified: boolean | null;
  key_known: boolean | null;
  same_content: boolean;
  proof: Proof;
};
async function proofsOf(id: number): Promise<Shown[]> {
  const asking = { action: 'cashout show', by: 'test', cashout: String(id) };
  return ((await its.used.stack.invoke('administer', asking)) as { proofs: Shown[] }).proofs;
}

/** Creates a payment and approves it with a passkey. */
async function approved(desk: Desk, counts = true, kind: Kind = 'ec') {
  const device = await enrol(desk, counts, kind);
  const id = await create(desk);
  const question = asked(await confirm(desk, id));
  expect(await decide(desk, question.step, device.get(question.asked))).toContain('>Approved<');
  return id;
}

test('the proof of an approval by passkey is stored and can be verified', async () => {
  const desk = await openDesk();
  const id = await approved(desk);
  const proofs = await proofsOf(id);
  expect(proofs).toMatchObject([
    {
      by: 'passkey',
      user: desk.opened.user_id,
      verified: true,
      key_known: true,
      origin: 'http://localhost:3000',
      same_content: true,
      proof: { step: { items: [{ id }] } },
    },
  ]);
});

test.each(['ed25519', 'rsa'] as const)(
  'an approval by a passkey with a key of the type %s can be verified',
  async (kind) => {
    const desk = await openDesk();
    expect(await proofsOf(await approved(desk, true, kind))).toMatchObject([
      { verified: true, key_known: true },
    ]);
  },
);

test('the proof of an approval by code is stored without a verification result', async () => {
  const desk = await openDesk();
  const id = await create(desk);
  const [, step = ''] = /name="step" value="([0-9a-f]+)"/.exec(await confirm(desk, id)) ?? [];
  await send(desk, 'decide', { step, code: codeOf(desk) });
  expect(await proofsOf(id)).toMatchObject([
    { by: 'code', verified: null, key_known: null, same_content: true },
  ]);
});

test('a cashout that was not approved in the console has no proof', async () => {
  expect(await proofsOf(await create(await openDesk()))).toEqual([]);
});

test('a proof with a key that the person never had is reported', async () => {
  const [desk, other] = [await openDesk(), await openDesk()];
  const [id, foreign] = [await approved(desk), await approved(other)];
  const [[own], [forged]] = [await proofsOf(id), await proofsOf(foreign)];
  const { userId } = (own as Shown).proof;
  await its.used.stack.deps.audit.insert({
    subject: subjectKey({ kind: 'approval', id: String(id) }),
    id: 'forged',
    at: its.clock.now.toISOString(),
    by: userId,
    action: 'approve',
    details: { ...(forged as Shown).proof, userId },
    state: 'done',
  });
  expect((await proofsOf(id)).map(({ key_known }) => key_known).toSorted()).toEqual([false, true]);
});

test('a proof with any changed part fails the verification', async () => {
  const [desk, other] = [await openDesk(), await openDesk()];
  const [{ proof }] = (await proofsOf(await approved(desk))) as [Shown];
  const [{ proof: foreign }] = (await proofsOf(await approved(other, false))) as [Shown];
  if (proof.kind === 'code' || foreign.kind === 'code') return expect.fail('by passkey');
  const { step } = proof;
  const changes: Partial<Proof>[] = [
    { userId: foreign.userId },
    { companyId: foreign.companyId },
    { step: { ...step, items: foreign.step.items } },
    { step: { ...step, items: [...step.items, ...foreign.step.items] } },
    { step: { ...step, items: step.items.map((item) => ({ ...item, content_digest: 'f'.repeat(64) })) } },
    { step: { ...step, nonce: foreign.step.nonce } },
    { step: { ...step, hash: foreign.step.hash } },
    { step: { ...step, sessionHash: foreign.step.sessionHash } },
    { step: { ...step, createdAt: '2031-06-10T15:00:00.001Z' } },
    { publicKey: foreign.publicKey },
    { publicKey: {} },
    { signature: foreign.signature },
    { signature: '' },
    { authenticatorData: foreign.authenticatorData },
    { authenticatorData: '' },
    { clientData: foreign.clientData },
    { clientData: '' },
  ];
  expect(verifyProof(proof)).toBe('http://localhost:3000');
  for (const change of changes)
    expect([change, verifyProof({ ...proof, ...change } as Proof)]).toEqual([change, undefined]);
});

test('a payment is not approved if the proof of its approval cannot be stored', async () => {
  const desk = await openDesk();
  const device = await enrol(desk);
  const id = await create(desk);
  const question = asked(await confirm(desk, id));
  const own = its.used.stack.with({ now: () => its.clock.now });
  const insert = () => Promise.reject(new Error('throttled'));
  its.using = { ...own, audit: { ...own.audit, insert } };
  expect(await decide(desk, question.step, device.get(question.asked))).not.toContain('>Approved<');
  its.using = undefined;
  expect(await statusOf(desk, id)).toBe('NEW');
});

/** Encodes the length of the signature in another form. DER allows only one form. */
function loosened(answer: string): string {
  const { response, ...rest } = JSON.parse(answer);
  const [tag = 0, ...bytes] = Buffer.from(response.signature, 'base64url');
  const signature = Buffer.from([tag, 0x81, ...bytes]).toString('base64url');
  return JSON.stringify({ ...rest, response: { ...response, signature } });
}

test.each([
  ['a key of another curve', 'p384', (answer: string) => answer],
  ['a signature that is not in DER form', 'ec', loosened],
] as const)(
  'an approval with %s is refused, because its proof could not be verified later',
  async (_, kind, change) => {
    const desk = await openDesk();
    const device = await enrol(desk, true, kind);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    await decide(desk, question.step, change(device.get(question.asked)));
    expect({ status: await statusOf(desk, id), proofs: await proofsOf(id) }).toEqual({
      status: 'NEW',
      proofs: [],
    });
  },
);

test('operators see the proof of an approval, however many attempts another person makes', {
  tags: 'dear',
}, async () => {
  const desk = await openDesk();
  const other: Desk = { ...desk, ...(await its.openSignedIn(desk.company)) };
  const [device, pusher] = [await enrol(desk), await enrol(other, false)];
  const id = await create(desk);
  const question = asked(await confirm(desk, id));
  const pushes = [];
  for (let count = 0; count < 101; count++) pushes.push(asked(await confirm(other, id)));

  expect(await decide(desk, question.step, device.get(question.asked))).toContain('>Approved<');
  for (const push of pushes) {
    its.wait(1 / 60_000);
    expect(await decide(other, push.step, pusher.get(push.asked))).toContain('Already decided');
  }
  const own = (await proofsOf(id)).filter(({ user }) => user === desk.opened.user_id);
  expect(own).toMatchObject([{ by: 'passkey', verified: true, same_content: true }]);
});
