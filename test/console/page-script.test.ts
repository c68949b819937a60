// Runs the script of the pages with the objects that a browser's extension may give in place of the browser's own: a
// password manager's passkey has the fields of the standard, but not each of its methods.

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeDevice } from './authenticator.ts';
import { origin, useDesks } from './desk.ts';

const { openDesk, asked, begin, send, create, confirm, decide } = useDesks();
const script = readFileSync('lib/page/page.js', 'utf8');

type Methods = { getTransports?: () => unknown; toJSON?: () => unknown };

/** Makes the object of a manager from the JSON that a browser would make: bytes in place of texts. */
function managersOwn(json: string, methods: Methods): object {
  const { id, type, response } = JSON.parse(json) as { id: string; type: string; response: object };
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer;
  const parts = Object.entries(response).filter(([, part]) => typeof part === 'string');
  return {
    id,
    type,
    rawId: bytes(id),
    response: { ...Object.fromEntries(parts.map(([name, part]) => [name, bytes(part)])), ...methods },
  };
}

/** Submits the form of a page. @returns what the script sends as the answer */
async function submit(question: object, answer: (question: object) => object): Promise<string> {
  const listeners: ((event: object) => Promise<void>)[] = [];
  const form = {
    hidden: true,
    dataset: { passkey: JSON.stringify(question) },
    elements: { answer: { value: '' } },
    querySelector: () => ({ hidden: true }),
    addEventListener: (_: string, listen: (event: object) => Promise<void>) => listeners.push(listen),
    submit: () => {},
  };
  const make = async ({ publicKey }: { publicKey: object }) => answer(publicKey);
  const same = (options: object) => options;
  runInNewContext(script, {
    document: {
      querySelectorAll: (selector: string) => (selector === 'form[data-passkey]' ? [form] : []),
      querySelector: () => null,
    },
    navigator: { credentials: { create: make, get: make } },
    PublicKeyCredential: { parseRequestOptionsFromJSON: same, parseCreationOptionsFromJSON: same },
    btoa,
  });
  for (const listen of listeners) await listen({ preventDefault: () => {} });
  return form.elements.answer.value;
}

const managers: [string, Methods][] = [
  ['no methods', {}],
  ['no transports', { getTransports: () => null }],
  [
    'a toJSON that fails',
    {
      toJSON: () => {
        throw new TypeError('not a PublicKeyCredential');
      },
    },
  ],
  ['every method', { getTransports: () => ['internal'], toJSON: () => ({}) }],
];

test.each(managers)('a password manager’s passkey with %s is added and approves', async (_, methods) => {
  const desk = await openDesk();
  const device = makeDevice(origin);
  const added = asked((await begin(desk)).text);
  const answer = await submit(added.asked, () => managersOwn(device.create(added.asked), methods));
  expect((await send(desk, 'passkeys/add', { step: added.step, answer })).status).toBe(303);

  const used = asked(await confirm(desk, await create(desk)));
  const approval = await submit(used.asked, () => managersOwn(device.get(used.asked), methods));
  expect(await decide(desk, used.step, approval)).toContain('>Approved<');
});
