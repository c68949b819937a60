// People who approve with passkeys: the requests of their pages to the passkey, and the forms that they send.

import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { type Kind, makeDevice } from './authenticator.ts';
import { useConsole } from './visitor.ts';

export const origin = 'http://localhost:3000';

type Form = Record<string, string>;
type Question = { challenge: string; rp?: { id: string }; rpId?: string };

export function useDesks() {
  const its = useConsole();

  /** Opens a company with an approver who has signed in. */
  const openDesk = (permissions?: string[], tenant?: object) => its.openDesk(permissions, undefined, tenant);
  type Desk = Awaited<ReturnType<typeof openDesk>>;

  /** Returns a one-time code of a new time step, because each step's code is accepted once. */
  function codeOf({ opened }: Pick<Desk, 'opened'>): string {
    its.wait(0.5);
    return generateSync({
      secret: String(opened.mfa_secret),
      epoch: Math.floor(its.clock.now.getTime() / 1_000),
    });
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  const send = ({ browser }: Pick<Desk, 'browser'>, path: string, form: Form) =>
    browser.send(`/console/${path}`, Object.entries(form));

  /** Returns the passkey challenge in a page, and the step of its form. */
  function askedIn(page: string): { step: string; asked: Question } | undefined {
    const [, text = ''] = /data-passkey="([^"]+)"/.exec(page) ?? [];
    if (!text) return undefined;
    const [, step = ''] = /name="step" value="([0-9a-f]+)"/.exec(page) ?? [];
    return { step, asked: JSON.parse(text.replaceAll('&quot;', '"')) as Question };
  }
  const asked = (page: string) => askedIn(page) ?? expect.fail(`the page asks no passkey: ${page}`);

  const begin = (desk: Pick<Desk, 'opened' | 'browser'>, name = 'Laptop') =>
    send(desk, 'passkeys/begin', { name, code: codeOf(desk) });

  /** Adds a passkey to a person. @returns the device */
  async function enrol(desk: Desk, counts = true, kind: Kind = 'ec') {
    const device = makeDevice(origin, counts, kind);
    const question = asked((await begin(desk)).text);
    const added = await send(desk, 'passkeys/add', {
      step: question.step,
      answer: device.create(question.asked),
    });
    expect(added).toMatchObject({ status: 303, headers: { location: '/console/me' } });
    return device;
  }

  const create = async ({ company }: Desk, amount = 10) =>
    (
      await company.post(
        '/create-cashout',
        { ...company.source, amount, key: 'fulano@example.com' },
        { 'idempotency-key': randomUUID() },
      )
    ).body.id as number;
  const statusOf = async ({ company }: Desk, id: number) =>
    (await company.get(`/v3/cashouts/${id}`)).body.status;
  const confirm = async (desk: Pick<Desk, 'browser'>, id: number) =>
    (await send(desk, 'confirm', { cashout: String(id) })).text;
  const decide = async (desk: Pick<Desk, 'browser'>, step: string, answer: string, more: Form = {}) =>
    (await send(desk, 'decide', { step, answer, ...more })).text;

  return {
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
  };
}
export type Desk = Awaited<ReturnType<ReturnType<typeof useDesks>['openDesk']>>;
