// Simulates the secret of our account at the PSP: each function reads it when it starts anew, and for a while it may be the
// secret of another account, which knows nothing of our payments. The service's own check decides about it.

import { makeConfirm } from '../../lib/app/psp-accounts.ts';
import { readIdentity } from '../../lib/network/bcb/identity.ts';
import { accepted } from '../../lib/network/own-fault.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import type { PspReply } from '../psp/fake-psp.ts';
import { running } from './lambda.ts';
import { type OwnFaults, ourKey } from './own-faults.ts';

type Options = {
  ownFaults: OwnFaults;
  /** Calls our account. */
  ours: CallPsp;
  fail: (invariant: string, what: string) => void;
};

/** Makes the call of a function with the secret that it has read. */
export function throughSecrets({ ownFaults, ours, fail }: Options): CallPsp {
  /** The calls of the functions that have read the secret, by their names. */
  const sessions = new Map<string, CallPsp>();
  ownFaults.onTurn(() => {
    for (const name of [...sessions.keys()]) if (ownFaults.startsAnew()) sessions.delete(name);
  });
  let known: string | undefined;
  const confirm = makeConfirm(
    (ask) => readIdentity(ask, ourKey),
    async (told) => {
      known ??= told;
      return known;
    },
  );
  const others: CallPsp = accepted(async ({ method, path }) => {
    if (method === 'PUT') fail('I62', `${path} is sent to another account`);
    const notFound: PspReply = { status: 404, body: { nome: 'any' } };
    return ownFaults.denies() ?? notFound;
  });
  return async (asked) => {
    const name = running()?.functionKey ?? '';
    const opened = sessions.get(name);
    if (opened) return opened(asked);
    // The stage has paid before, so its account is known.
    const call = known !== undefined && ownFaults.hasOthersSecret() ? others : ours;
    await confirm(call);
    sessions.set(name, call);
    return call(asked);
  };
}
