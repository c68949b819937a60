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

const [refused, over] = ['The passkey was not accepted', 'is no longer valid'];

describe('a passkey', () => {
  test('a passkey that was added with a code approves a payment', async () => {
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

  test('a person with a passkey can still approve with a code', async () => {
    const desk = await openDesk();
    await enrol(desk);
    const id = await create(desk);
    const { step } = asked(await confirm(desk, id));
    expect((await send(desk, 'decide', { step, code: codeOf(desk) })).text).toContain('>Approved<');
  });

  test('a passkey without a signature counter can approve several payments', async () => {
    const desk = await openDesk();
    const device = await enrol(desk, false);
    for (const id of [await create(desk), await create(desk)]) {
      const question = asked(await confirm(desk, id));
      expect(await decide(desk, question.step, device.get(question.asked))).toContain('>Approved<');
    }
  });

  test('a passkey challenge is accepted once, even if two answers arrive at the same time', async () => {
    const desk = await openDesk();
    const device = await enrol(desk, false);
    const question = asked(await confirm(desk, await create(desk)));
    const answer = device.get(question.asked);
    const answers = await Promise.all([1, 2].map(() => decide(desk, question.step, answer)));
    expect(answers.filter((text) => text.includes('>Approved<'))).toHaveLength(1);
    expect(await decide(desk, question.step, answer)).toContain(over);
  });

  test('a passkey answer is refused in a different session, even of the same person', async () => {
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

  test('a passkey answer approves only the payment of its challenge', async () => {
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

  test('a passkey answer is refused if the items of the stored step have changed', async () => {
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

  test('a passkey challenge expires after two minutes', async () => {
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
    ['without user verification', { isUnverified: true }],
    ['with a decreased counter', { counter: 1 }],
    ['with a counter reset to zero', { counter: 0 }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with an unknown id', { id: 'AAAA' }],
    ['with a malformed id', { id: 'a/../b' }],
  ];

  test.each(lies)('a passkey answer %s is refused', async (_, lie) => {
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

  test.each([1, 0])('the audit has a counter that went back to %i, which is refused', async (counter) => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const use = async (lie: Lies, by = device) => {
      const question = asked(await confirm(desk, await create(desk)));
      return decide(desk, question.step, by.get(question.asked, lie));
    };
    expect(await use({ counter: 5 })).toContain('>Approved<');
    expect(await use({ counter })).toContain(refused);
    expect(await use({ counter, id: device.id }, makeDevice(origin))).toContain(refused);

    const { entries } = (await its.used.stack.invoke('administer', {
      action: 'audit show',
      by: 'test',
      subject: { kind: 'user', id: desk.opened.user_id },
    })) as { entries: { action: string }[] };
    const by = desk.opened.user_id;
    expect(entries.filter(({ action }) => action === 'passkey counter')).toEqual([
      expect.objectContaining({
        by,
        state: 'refused',
        details: { passkey: device.id, known: 5, given: counter },
      }),
    ]);
  });

  test.each(['', '{', 'null', '{"id":1}', '[]', '{"__proto__":{"id":"AAAA"}}'])(
    'the malformed passkey answer %s is refused',
    async (answer) => {
      const desk = await openDesk();
      await enrol(desk);
      const { step } = asked(await confirm(desk, await create(desk)));
      expect(await decide(desk, step, answer)).toContain(refused);
    },
  );

  test('a passkey of another person is refused', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    await enrol(desk);
    const device = await enrol(other);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    expect(await decide(desk, question.step, device.get(question.asked))).toContain(refused);
    expect(await statusOf(desk, id)).toBe('NEW');
  });

  test('a passkey answer with a known id but a different key is refused', async () => {
    const desk = await openDesk();
    const { id: known } = await enrol(desk);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));
    const forged = makeDevice(origin).get(question.asked, { id: known, counter: 9 });
    expect(await decide(desk, question.step, forged)).toContain(refused);
  });
});

describe('the addition of a passkey', () => {
  async function openOperator() {
    const [{ tenant }, person, browser] = [await its.newCompany(), its.newPerson(), its.newVisitor()];
    const about = { company: tenant.company_id, audience: 'desk', subject: person, name: 'Olga Reis' };
    const opened = await its.used.stack.invoke('administer', { action: 'client open', by: 'test', ...about });
    await browser.signIn(person, '/desk');
    return { opened: opened as Record<string, unknown>, browser };
  }

  test('the addition requires a correct code', async () => {
    const desk = await openDesk();
    const answer = await send(desk, 'passkeys/begin', { name: 'Laptop', code: wrong(codeOf(desk)) });
    expect(answer.text).toContain('The code is wrong or was already used');
    expect(askedIn(answer.text)).toBeUndefined();
  });

  test('the addition uses up its code, and five wrong codes lock the person', async () => {
    const desk = await openDesk();
    const code = codeOf(desk);
    expect(asked((await send(desk, 'passkeys/begin', { name: 'One', code })).text).step).not.toBe('');
    expect((await send(desk, 'passkeys/begin', { name: 'Two', code })).text).toContain(
      'The code is wrong or was already used',
    );
    for (let tries = 0; tries < 5; tries++)
      await send(desk, 'passkeys/begin', { name: 'Laptop', code: wrong(code) });
    expect((await begin(desk)).text).toContain('The code is wrong or was already used');
  });

  test('the addition requires user verification, and excludes the person’s existing passkeys', async () => {
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
    ['no user verification', { isUnverified: true }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an attestation certificate', { format: 'fido-u2f' }],
    ['another id', { id: 'AAAA' }],
  ];

  test.each(lies)('an addition with %s is refused', async (_, lie) => {
    const desk = await openDesk();
    const question = asked((await begin(desk)).text);
    const answer = makeDevice(origin).create(question.asked, lie);
    expect((await send(desk, 'passkeys/add', { step: question.step, answer })).text).toContain(
      'Not completed',
    );
    expect((await desk.browser.visit('/console/me')).text).toContain('No passkeys yet');
  });

  test('the addition is accepted once, within two minutes, and in its own session', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    const device = makeDevice(origin);
    const question = asked((await begin(desk)).text);
    const add = (who: Desk, { step, asked }: typeof question, by = device) =>
      send(who, 'passkeys/add', { step, answer: by.create(asked) });

    expect((await add(other, question)).text).toContain('The time is over');
    expect((await add(desk, question)).status).toBe(303);
    expect((await add(desk, question, makeDevice(origin))).text).toContain('The time is over');
    const again = asked((await begin(desk)).text);
    expect((await add(desk, again)).text).toContain('was already added');
    const late = asked((await begin(desk)).text);
    its.wait(2);
    expect((await add(desk, late, makeDevice(origin))).text).toContain('The time is over');
  });

  test.each([[null], [undefined], [[]], ['internal'], [[null]], [Array(30).fill('usb')]])(
    'a passkey whose transports are %j is added',
    async (transports) => {
      const desk = await openDesk();
      const { step, asked: question } = asked((await begin(desk)).text);
      const answer = makeDevice(origin).create(question, { transports });
      expect((await send(desk, 'passkeys/add', { step, answer })).status).toBe(303);
    },
  );

  test('one passkey belongs to one user, whoever added it, in whichever company, and also after its end', async () => {
    const owner = await openDesk();
    const device = await enrol(owner);
    const colleague = { ...owner, ...(await its.openSignedIn(owner.company)) };
    const stranger = await openDesk();
    const operator = await openOperator();
    const add = async (desk: Parameters<typeof begin>[0]) => {
      const { step, asked: question } = asked((await begin(desk)).text);
      return (await send(desk, 'passkeys/add', { step, answer: device.create(question) })).text;
    };

    for (const desk of [owner, colleague, stranger, operator])
      expect(await add(desk)).toContain('This passkey was already added');
    await send(owner, 'passkeys/end', { passkey: device.id, code: codeOf(owner) });
    for (const desk of [owner, colleague, stranger, operator])
      expect(await add(desk)).toContain('This passkey was already added');

    for (const { opened } of [owner, colleague, stranger, operator])
      expect(await its.used.stack.deps.passkeys.list(String(opened.user_id))).toEqual([]);
  });

  test('of two people who add the same passkey at the same time, one gets it', async () => {
    const desks = [await openDesk(), await openDesk()];
    const device = makeDevice(origin);
    const answers = [];
    for (const desk of desks) {
      const { step, asked: question } = asked((await begin(desk)).text);
      answers.push({ desk, form: { step, answer: device.create(question) } });
    }
    const added = await Promise.all(answers.map(({ desk, form }) => send(desk, 'passkeys/add', form)));
    expect(added.map(({ status }) => status).toSorted()).toEqual([200, 303]);
  });

  test('the addition of an eleventh passkey is refused, even if it was begun before the tenth was added', async () => {
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

  test.each(['', ' ', 'x'.repeat(61), 'a\nb'])('the addition is refused for the name %j', async (name) => {
    expect((await begin(await openDesk(), name)).text).toContain('Enter a name');
  });

  test('the name of an added passkey is escaped', async () => {
    const desk = await openDesk();
    const question = asked((await begin(desk, '<b>"&')).text);
    await send(desk, 'passkeys/add', {
      step: question.step,
      answer: makeDevice(origin).create(question.asked),
    });
    expect((await desk.browser.visit('/console/me')).text).toContain('<bdi>&lt;b&gt;&quot;&amp;</bdi>');
  });
});

describe('the removal of a passkey', () => {
  test('the removal requires a code, and the removed passkey is refused', async () => {
    const desk = await openDesk();
    const device = await enrol(desk);
    const id = await create(desk);
    const question = asked(await confirm(desk, id));

    const code = codeOf(desk);
    const end = (given: string, passkey = device.id) => send(desk, 'passkeys/end', { passkey, code: given });
    expect((await end(wrong(code))).text).toContain('Not completed');
    expect((await end(code, '../USER')).text).toContain('Not completed');
    expect((await end(code)).status).toBe(303);
    expect(await decide(desk, question.step, device.get(question.asked))).toContain(refused);
    expect(askedIn(await confirm(desk, id))).toBeUndefined();
    expect((await end(codeOf(desk))).text).toContain('Not completed');
    const { audit } = its.used.stack.deps;
    const rows = await audit.list(`user:${desk.opened.user_id}`, 10);
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey add', 'passkey end']));
  });

  test('the removal of another person’s passkey is refused', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    const { id } = await enrol(desk);
    expect((await send(other, 'passkeys/end', { passkey: id, code: codeOf(other) })).text).toContain(
      'Not completed',
    );
    expect((await desk.browser.visit('/console/me')).text).toContain('<bdi>Laptop</bdi>');
  });

  test('the removal of one of ten passkeys allows the addition of a new passkey', async () => {
    const desk = await openDesk();
    const devices = [];
    for (let count = 1; count <= 10; count++) devices.push(await enrol(desk));
    await send(desk, 'passkeys/end', { passkey: devices[0]?.id ?? '', code: codeOf(desk) });
    await enrol(desk);
    expect((await begin(desk)).text).toContain('You have ten passkeys');
  });

  test('no passkey can be added after a hundred removals, because each check of a payment reads removed passkeys too', {
    tags: 'dear',
  }, async () => {
    const desk = await openDesk();
    for (let count = 1; count <= 100; count++) {
      const { id } = await enrol(desk);
      await send(desk, 'passkeys/end', { passkey: id, code: codeOf(desk) });
    }
    const { step, asked: question } = asked((await begin(desk)).text);
    const answer = makeDevice(origin).create(question);
    expect((await send(desk, 'passkeys/add', { step, answer })).text).toContain('Not completed');
    expect((await desk.browser.visit('/console/me')).text).toContain('No passkeys yet');
  });
});
