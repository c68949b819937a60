// The client that orval generates, with fetch. Its URLs contain only the path.

import { carry } from './carry.ts';
import { approveCashout, createCashout, getCashout, listEvents } from './pix.ts';

const done = <Data>(answer: { status: 200; data: Data } | { status: number; data: unknown }) =>
  answer.status === 200 ? (answer.data as Data) : undefined;

await carry((_, fetch) => {
  const on = <Answer>(call: () => Promise<Answer>) => {
    globalThis.fetch = fetch;
    return call();
  };
  return {
    create: async (body) => done(await on(() => createCashout(body))),
    get: async (id) => done(await on(() => getCashout(id))),
    list: async (query) => done(await on(() => listEvents(query))),
    approve: async (body) => done(await on(() => approveCashout(body))),
  };
});
