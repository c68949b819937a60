// Checks messages with several ids. All their rows belong to one account. When such a message is done, each id was
// read, and each id that failed was sent again.

import { accountKey } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Chargeback } from '../../lib/chargeback/chargeback.ts';
import type { Invocation } from './lambda.ts';
import type { Row } from './streams.ts';
import type { Call, Input } from './wire.ts';

/** The ids of rows in messages that an invocation has read, failed with, and sent again. */
export type IdsWorked = { looked: Set<number>; failed: Set<number>; sent: Set<number> };

export const nothingWorked = (): IdsWorked => ({ looked: new Set(), failed: new Set(), sent: new Set() });

const idsOf = (body: string): number[] => (JSON.parse(body) as { ids?: number[] }).ids ?? [];

/** Records that an invocation reads rows by id. */
export function noteLook({ command, input }: Call, { looked }: IdsWorked): void {
  const keys: Input[] =
    command === 'BatchGetItem'
      ? Object.values<Input>(input.RequestItems).flatMap(({ Keys }) => Keys)
      : command === 'GetItem'
        ? [input.Key]
        : [];
  for (const { id, pk } of keys) {
    const name = id?.N ?? /^CHARGEBACK#(\d+)$/.exec(pk?.S ?? '')?.[1];
    if (name) looked.add(Number(name));
  }
}

/** Records that an invocation has sent a message. */
export function noteSent(body: string, { sent }: IdsWorked): void {
  for (const id of idsOf(body)) sent.add(id);
}

export function judgeIds(fail: (invariant: string, what: string) => void) {
  const owners = new Map<number, string>();
  return {
    onChange(row: Row): void {
      const { id, account } = row as Partial<Cashout | Chargeback>;
      if (id !== undefined && account) owners.set(id, accountKey(account));
    },

    onAccepted(body: string, group: string | undefined): void {
      const strangers = idsOf(body).filter((id) => owners.get(id) !== (group ?? owners.get(id)));
      const accounts = new Set(idsOf(body).map((id) => owners.get(id)));
      if (strangers.length > 0 || accounts.size > 1)
        fail('I48', `a message of ${group} has the rows ${idsOf(body)} of ${[...accounts]}`);
    },

    /**
     * @param bodies the bodies of messages that are done
     * @param left the bodies of messages of the same batch that come again
     */
    onDone(bodies: readonly string[], left: readonly string[], { functionKey, worked }: Invocation): void {
      const { looked, failed, sent } = worked;
      const comesAgain = new Set(left.flatMap(idsOf));
      for (const id of bodies.flatMap(idsOf)) {
        // If enough other workers process the account, the message is sent again without reading its rows
        // (lib/platform/backlog-slots.ts).
        if (!looked.has(id) && !sent.has(id))
          fail('I48', `${functionKey} has done with ${id}, and has neither looked at it nor sent it again`);
        if (failed.has(id) && !sent.has(id) && !comesAgain.has(id))
          fail('I48', `${functionKey} has failed with ${id}, and has not sent it again`);
      }
    },
  };
}
