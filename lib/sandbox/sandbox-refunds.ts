// Simulates refunds of the sandbox network, in its table under our reference. Refunds are accepted and then settled,
// unless the payer's name decides otherwise: <reason code>@sandbox.pix is refused at once, rejected@ is rejected later,
// slow@ is delayed, and unknown@ stays open until a test sets its outcome.

import { createHash } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { addSeconds } from '../base/time.ts';
import type { RefundLookup, RefundOrder, RefundOutcome, RefundPlace } from '../network/port.ts';
import { describeReject, rejectCode } from '../network/reject-codes.ts';
import type { SandboxSettings } from '../platform/sandbox-settings.ts';
import { conditionFailed, type Database, putIfAbsent } from '../platform/table.ts';

/** A refund at the network. `knownFrom`: time before which the network only reports that it accepted the refund. */
type Refund = {
  reference: string;
  /** Distinguishes refunds from payments in the same table. */
  refundOf: string;
  returnId: string;
  verdict: 'settled' | 'rejected' | 'refused' | 'open';
  text: string;
  knownFrom: string;
};

export type SandboxRefunds = ReturnType<typeof makeSandboxRefunds>;

export function makeSandboxRefunds(db: Database, { table, slowSeconds }: SandboxSettings, now: () => Date) {
  async function find(reference: string): Promise<Refund | undefined> {
    const get = new GetCommand({ TableName: table, Key: { reference }, ConsistentRead: true });
    const { Item } = await db.client.send(get);
    return Item?.refundOf === undefined ? undefined : (Item as Refund);
  }

  function say({ verdict, returnId, text, knownFrom }: Refund): RefundOutcome {
    if (verdict === 'refused') return { kind: 'refused', text };
    if (verdict === 'open') return { kind: 'unknown' };
    if (knownFrom > now().toISOString()) return { kind: 'accepted', returnId };
    return verdict === 'settled' ? { kind: 'settled', returnId } : { kind: 'rejected', returnId, text };
  }

  return {
    async requestRefund(order: RefundOrder): Promise<RefundOutcome> {
      const word = /^([a-z0-9]+)@sandbox\.pix$/.exec(order.payerName ?? '')?.[1] ?? '';
      const code = word.toUpperCase();
      const refund: Refund = {
        reference: order.reference,
        refundOf: order.endToEndId,
        returnId: returnIdOf(order),
        verdict: rejectCode(code) ? 'refused' : verdictOn(word),
        text: describeReject(rejectCode(code) ? code : 'AB09'),
        knownFrom: addSeconds(now(), word === 'slow' ? slowSeconds : 0),
      };
      const isNew = await putIfAbsent(db, table, refund, 'reference');
      const held = isNew ? refund : await find(order.reference);
      if (!held) return { kind: 'unknown' };
      const said = say(held);
      // No refund ends at once. Unless it is refused, it is accepted first.
      return said.kind === 'settled' || said.kind === 'rejected'
        ? { kind: 'accepted', returnId: said.returnId }
        : said;
    },

    async findRefund({ reference }: RefundPlace): Promise<RefundLookup> {
      const refund = await find(reference);
      return refund ? say(refund) : { kind: 'not_found' };
    },

    /** Sets the outcome of a refund that is still open. Returns false if no open refund has this reference. */
    async tellRefund(reference: string, settled: boolean): Promise<boolean> {
      const update = new UpdateCommand({
        TableName: table,
        Key: { reference },
        UpdateExpression: 'SET verdict = :verdict',
        ConditionExpression: 'attribute_exists(refundOf) AND verdict = :open',
        ExpressionAttributeValues: { ':verdict': settled ? 'settled' : 'rejected', ':open': 'open' },
      });
      try {
        await db.client.send(update);
        return true;
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        return false;
      }
    },
  };
}

function verdictOn(word: string): Refund['verdict'] {
  if (word === 'unknown') return 'open';
  return word === 'rejected' ? 'rejected' : 'settled';
}

/** Returns the network's id of the refund. It is made from the reference, so that it is always the same. */
function returnIdOf({ reference, endToEndId }: RefundOrder): string {
  const hash = createHash('sha256').update(`return ${reference}`).digest('hex');
  return `D${endToEndId.slice(1, 21)}${hash.slice(0, 11)}`;
}
