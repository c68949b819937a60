// The funds recoveries of the fake Woovi, after Woovi's document: one for each payment, found by its own id or by the
// payment's end-to-end id, and cancelled only before a final status. A test moves them on.

import { randomUUID } from 'node:crypto';
import { answerOf } from '../../tools/psp-documents.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';

export type WooviRecovery = {
  rootTransactionId: string;
  situationType: string;
  reportDetails: string;
  dictId: string;
  status: string;
  direction: 'SENT';
  reporterParticipant: string;
  creationTime: string;
  lastModified: string;
  events: { id: string; event: string; timestamp: string }[];
  createdAt: string;
  updatedAt: string;
};

/** What Woovi knows of a payment by its end-to-end id. */
export type KnownPayment = 'sent' | 'rejected' | undefined;

const places = ['SCAM', 'ACCOUNT_TAKEOVER', 'COERCION', 'FRAUDULENT_ACCESS', 'OTHER', 'UNKNOWN'];
const finals = ['COMPLETED', 'CANCELLED'];
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const told = (call: string, word: string): PspReply => answerOf('woovi', call, word);

/** Returns the documented answer with another id or status in its text. */
const tell = ({ status }: PspReply, error: string): PspReply => ({ status, body: { error } });

/**
 * Makes the recoveries.
 * @param recoveries those that Woovi has; a test may change their status
 * @param knows returns what Woovi knows of a payment
 */
export function makeFakeRecoveries(
  recoveries: WooviRecovery[],
  knows: (endToEndId: string) => Promise<KnownPayment>,
  now: () => Date,
) {
  async function create(body: PspRequest['body']): Promise<PspReply> {
    const { transactionEndToEndId: id, situationType, details } = body ?? {};
    if (typeof id !== 'string' || typeof details !== 'string' || details === '')
      return { status: 400, body: { error: { details: ['Required'] } } };
    if (!places.includes(situationType))
      return { status: 400, body: { error: { situationType: ['Invalid enum value'] } } };
    const payment = await knows(id);
    if (!payment) return told('request recovery', 'Transaction not found');
    const known = told('request recovery', 'already exists');
    if (payment === 'rejected') return tell(known, 'Transaction was rejected');
    if (recoveries.some(({ rootTransactionId }) => rootTransactionId === id))
      return tell(known, `FundsRecovery already exists for transaction ${id}`);
    const at = now().toISOString();
    const made: WooviRecovery = {
      rootTransactionId: id,
      situationType,
      reportDetails: details,
      dictId: randomUUID(),
      status: 'CREATED',
      direction: 'SENT',
      reporterParticipant: '54811417',
      creationTime: at,
      lastModified: at,
      events: [],
      createdAt: at,
      updatedAt: at,
    };
    recoveries.push(made);
    return { status: 201, body: made };
  }

  function cancel(id: string): PspReply {
    if (!isUuid.test(id)) return { status: 400, body: { error: 'Invalid id' } };
    const found = recoveries.find(({ dictId }) => dictId === id);
    if (!found) return told('cancel recovery', 'Funds recovery not found');
    if (finals.includes(found.status)) {
      const final = told('cancel recovery', 'terminal status');
      return tell(final, `Cannot cancel: FundsRecovery is already in terminal status ${found.status}`);
    }
    found.status = 'CANCELLED';
    return { status: 200, body: found };
  }

  function show(id: string): PspReply {
    const found = recoveries.find(({ dictId, rootTransactionId }) =>
      [dictId, rootTransactionId].includes(id),
    );
    return found ? { status: 200, body: found } : told('find recovery', 'Funds recovery not found');
  }

  /** Answers a call about recoveries. Returns undefined for any other call. */
  return async ({ method, path, body }: PspRequest): Promise<PspReply | undefined> => {
    const [, id, act] = /^\/api\/v1\/funds-recovery(?:\/([^/?]+))?(\/cancel)?$/.exec(path) ?? [];
    if (!path.startsWith('/api/v1/funds-recovery')) return undefined;
    if (method === 'POST' && !id) return create(body);
    if (method === 'POST' && id && act) return cancel(id);
    return method === 'GET' && id && !act ? show(id) : undefined;
  };
}
