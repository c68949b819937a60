import { describe, expect, test } from 'vitest';
import { type Lies, makeDevice } from './authenticator.ts';
import { type Desk, origin, useDesks } from './desk.ts';

const {
  its,
  openDesk,
  codeOf,
  wrong,
  send,
  askedIn,
  asked,
  begin,
  enrol,
  create,
  statusOf,
  confirm,
  decide,
} = useDesks();

const [refused, over] = ['The answer of the passkey does not fit', 'does not count any more'];

describe('a passkey', () => {
  test('is added with a code, and approves what the page shows', async () => {
    const desk = await openDesk();
    const id = await create(desk);
    expect(askedIn(await confirm(desk, id))).toBeUndefined();

    const device = await enrol(desk);
    const question = asked(await confirm(desk, id));
    expect(question.asked).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: device.id, transports: ['internal'] }],
    });
    expect(await decide(desk, question.step, device.get(question.asked))).toContain('>Approved<');
    expect(await statusOf(desk, id)).toBe('PROCESSING');
    expect((await its.used.stack.deps.cashouts.get(id))?.approvedBy).toBe(desk.opened.user_id);

    const me = (await desk.browser.visit('/console/me')).text;
    expect(me).toContain('<bdi>Laptop</bdi>');
    expect(me).not.toContain('Never');
  });

  test('leaves the way of the code open', async () => {
    const desk = await openDesk();
    await enrol(desk);
    const id = await create(desk);
    const { step } = asked(await confirm(desk, id));
    expect((await send(desk, 'decide', { step, code: codeOf(desk) })).text).toContain('>Approved<');
  });

  test('of a device that does not count its uses approves again and again', async () => {
    const desk = await openDesk();
    const device = await enrol(desk, false);
    for (const id of [await create(desk), await create(desk)]) {
      const question = asked(await confirm(desk, id));
      expect(await decide(desk, question.step, device.get(question.asked))).toContain('>Approved<');
    }
  });

  test('answers a question once, even twice at the same moment', async () => {
    const desk = await openDesk();
    const device = await enrol(desk, false);
    const question = asked(await confirm(desk, await create(desk)));
    const answer = device.get(question.asked);
    const answers = await Promise.all([1, 2].map(() => decide(desk, question.step, answer)));
    expect(answers.filter((text) => text.includes('>Approved<'))).toHaveLength(1);
    expect(await decide(desk, question.step, answer)).toContain(over);
  });

  test('approves nothing in another session, even of the same person', async () => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const id = await create(desk);
    const other = { ...desk, browser: its.newVisitor() };
    await other.browser.signIn(desk.person);
    const question = asked(await confirm(desk, id));
    expect(await decide(other, question.step, device.get(question.asked))).toContain(over);
    const own = asked(await confirm(other, id));
    expect(await decide(other, own.step, device.get(question.asked))).toContain(refused);
    expect(await statusOf(desk, id)).toBe('NEW');
  });

  test('approves exactly what its question was about', async () => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const [shown, other] = [await create(desk), await create(desk, 9_000)];
    const [small, large] = [asked(await confirm(desk, shown)), asked(await confirm(desk, other))];
    expect(await decide(desk, large.step, device.get(small.asked))).toContain(refused);
    expect(await decide(desk, small.step, device.get(small.asked), { cashout: String(other) })).toContain(
      '>Approved<',
    );
    expect(await statusOf(desk, shown)).toBe('PROCESSING');
    expect(await statusOf(desk, other)).toBe('NEW');
  });

  test('approves nothing once the items of the stored step are others', async () => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const [shown, other] = [await create(desk), await create(desk, 9_000)];
    const own = its.used.stack.with({ now: () => its.clock.now });
    const { sessions } = own;
    const swapped = {
      ...sessions,
      getStep: async (hash: string) => {
        const step = await sessions.getStep(hash);
        return step && { ...step, items: step.items.map((item) => ({ ...item, id: other })) };
      },
    };
    const question = asked(await confirm(desk, shown));
    its.using = { ...own, sessions: swapped };
    expect(await decide(desk, question.step, device.get(question.asked))).not.toContain('>Approved<');
    its.using = undefined;
    for (const id of [shown, other]) expect(await statusOf(desk, id)).toBe('NEW');
  });

  test('comes too late after two minutes', async () => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    its.wait(2);
    expect(await decide(desk, question.step, device.get(question.asked))).toContain(over);
    expect(await statusOf(desk, id)).toBe('NEW');
  });

  const lies: [string, Lies][] = [
    ['at another site', { origin: 'http://localhost.evil.example.com:3000' }],
    ['at another port', { origin: 'http://localhost:3001' }],
    ['for another host', { host: 'evil.example.com' }],
    ['without recognising the person', { isUnverified: true }],
    ['with a counter that goes back', { counter: 1 }],
    ['with no counter any more', { counter: 0 }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with an id that nobody has', { id: 'AAAA' }],
    ['with an id that is none', { id: 'a/../b' }],
  ];

  test.each(lies)('that answers %s approves nothing', async (_, lie) => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    const answer = await decide(desk, question.step, device.get(question.asked, lie));
    expect(answer).toContain(refused);
    expect(await statusOf(desk, id)).toBe('NEW');
    const again = asked(answer);
    expect(again.step).not.toBe(question.step);
    expect(await decide(desk, again.step, device.get(again.asked, { counter: 7 }))).toContain('>Approved<');
  });

  test.each(['', '{', 'null', '{"id":1}', '[]', '{"__proto__":{"id":"AAAA"}}'])(
    'is not what %s comes from',
    async (answer) => {
      const desk = await openDesk();
      await enrol(desk);
      const { step } = asked(await confirm(desk, await create(desk)));
      expect(await decide(desk, step, answer)).toContain(refused);
    },
  );

  test('of another person approves nothing', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    await enrol(desk);
    const device = await enrol(other);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    expect(await decide(desk, question.step, device.get(question.asked))).toContain(refused);
    expect(await statusOf(desk, id)).toBe('NEW');
  });

  test('with a known id and another key approves nothing', async () => {
    const desk = await openDesk();
    const { id: known } = await enrol(desk);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    const forged = makeDevice(origin).get(question.asked, { id: known, counter: 9 });
    expect(await decide(desk, question.step, forged)).toContain(refused);
  });
});

describe('adding a passkey', () => {
  test('needs a right code', async () => {
    const desk = await openDesk();
    const answer = await send(desk, 'passkeys/begin', { name: 'Laptop', code: wrong(codeOf(desk)) });
    expect(answer.text).toContain('The code does not fit');
    expect(askedIn(answer.text)).toBeUndefined();
  });

  test('uses the code up, and five wrong ones lock the person', async () => {
    const desk = await openDesk();
    const code = codeOf(desk);
    expect(asked((await send(desk, 'passkeys/begin', { name: 'One', code })).text).step).not.toBe('');
    expect((await send(desk, 'passkeys/begin', { name: 'Two', code })).text).toContain(
      'The code does not fit',
    );
    for (let tries = 0; tries < 5; tries++)
      await send(desk, 'passkeys/begin', { name: 'Laptop', code: wrong(code) });
    expect((await begin(desk)).text).toContain('The code does not fit');
  });

  test('asks for a person to be recognised, and for none of its passkeys again', async () => {
    const desk = await openDesk();
    const { id } = await enrol(desk);
    expect(asked((await begin(desk)).text).asked).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id }],
    });
  });

  const lies: [string, Lies][] = [
    ['another site', { origin: 'https://evil.example.com' }],
    ['another host', { host: 'evil.example.com' }],
    ['no recognised person', { isUnverified: true }],
    ['another challenge', { challenge: 'AAAA' }],
    ['certificates', { format: 'fido-u2f' }],
    ['another id', { id: 'AAAA' }],
  ];

  test.each(lies)('fails with %s', async (_, lie) => {
    const desk = await openDesk();
    const question = asked((await begin(desk)).text);
    const answer = makeDevice(origin).create(question.asked, lie);
    expect((await send(desk, 'passkeys/add', { step: question.step, answer })).text).toContain('Not done');
    expect((await desk.browser.visit('/console/me')).text).toContain('You have none yet');
  });

  test('counts once, for two minutes, in its own session', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    const device = makeDevice(origin);
    const question = asked((await begin(desk)).text);
    const add = (who: Desk, { step, asked }: typeof question, by = device) =>
      send(who, 'passkeys/add', { step, answer: by.create(asked) });

    expect((await add(other, question)).text).toContain('The time is over');
    expect((await add(desk, question)).status).toBe(303);
    expect((await add(desk, question, makeDevice(origin))).text).toContain('The time is over');
    const again = asked((await begin(desk)).text);
    expect((await add(desk, again)).text).toContain('does not fit');
    const late = asked((await begin(desk)).text);
    its.wait(2);
    expect((await add(desk, late, makeDevice(origin))).text).toContain('The time is over');
  });

  test('ends at ten, even if more were begun before', async () => {
    const desk = await openDesk();
    for (let count = 1; count <= 9; count++) await enrol(desk);
    const [tenth, eleventh] = [asked((await begin(desk)).text), asked((await begin(desk)).text)];
    const add = ({ step, asked }: typeof tenth) =>
      send(desk, 'passkeys/add', { step, answer: makeDevice(origin).create(asked) });
    expect((await add(tenth)).status).toBe(303);
    expect((await add(eleventh)).text).toContain('You have ten passkeys');
    expect((await begin(desk)).text).toContain('You have ten passkeys');
    expect((await desk.browser.visit('/console/me')).text).not.toContain('/console/passkeys/begin');
  });

  test.each(['', ' ', 'x'.repeat(61), 'a\nb'])('needs a name other than %j', async (name) => {
    expect((await begin(await openDesk(), name)).text).toContain('needs a name');
  });

  test('shows a name as text', async () => {
    const desk = await openDesk();
    const question = asked((await begin(desk, '<b>"&')).text);
    await send(desk, 'passkeys/add', {
      step: question.step,
      answer: makeDevice(origin).create(question.asked),
    });
    expect((await desk.browser.visit('/console/me')).text).toContain('<bdi>&lt;b&gt;&quot;&amp;</bdi>');
  });
});

describe('ending a passkey', () => {
  test('needs a code, and then it approves nothing', async () => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));

    const code = codeOf(desk);
    const end = (given: string, passkey = device.id) => send(desk, 'passkeys/end', { passkey, code: given });
    expect((await end(wrong(code))).text).toContain('Not done');
    expect((await end(code, '../USER')).text).toContain('Not done');
    expect((await end(code)).status).toBe(303);
    expect(await decide(desk, question.step, device.get(question.asked))).toContain(refused);
    expect(askedIn(await confirm(desk, id))).toBeUndefined();
    expect((await end(codeOf(desk))).text).toContain('Not done');
    const { audit } = its.used.stack.deps;
    const rows = await audit.list(`user:${desk.opened.user_id}`, 10);
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey add', 'passkey end']));
  });

  test('of another person does nothing', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    const { id } = await enrol(desk);
    expect((await send(other, 'passkeys/end', { passkey: id, code: codeOf(other) })).text).toContain(
      'Not done',
    );
    expect((await desk.browser.visit('/console/me')).text).toContain('<bdi>Laptop</bdi>');
  });

  test('makes room for another one', async () => {
    const desk = await openDesk();
    const devices = [];
    for (let count = 1; count <= 10; count++) devices.push(await enrol(desk));
    await send(desk, 'passkeys/end', { passkey: devices[0]?.id ?? '', code: codeOf(desk) });
    await enrol(desk);
    expect((await begin(desk)).text).toContain('You have ten passkeys');
  });

  test('makes room a hundred times at most, because every check of a payment reads the ended ones, too', {
    tags: 'dear',
  }, async () => {
    const desk = await openDesk();
    for (let count = 1; count <= 100; count++) {
      const { id } = await enrol(desk);
      await send(desk, 'passkeys/end', { passkey: id, code: codeOf(desk) });
    }
    const { step, asked: question } = asked((await begin(desk)).text);
    const answer = makeDevice(origin).create(question);
    expect((await send(desk, 'passkeys/add', { step, answer })).text).toContain('Not done');
    expect((await desk.browser.visit('/console/me')).text).toContain('You have none yet');
  });
});
