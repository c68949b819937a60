import { SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { engineClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

type Sent = { QueueUrl: string; MessageGroupId?: string; Entries?: { MessageGroupId?: string }[] };

/** A client that notes for which group each message is sent, by queue. */
function notingGroups() {
  const sqs = engineClient(SQSClient);
  const groups: Record<string, (string | undefined)[]> = {};
  sqs.middlewareStack.add(
    (next) => (args) => {
      const { QueueUrl, Entries, ...message } = args.input as Sent;
      const queue = QueueUrl.split('-').slice(4).join('-');
      for (const one of Entries ?? [message]) groups[queue] = [...(groups[queue] ?? []), one.MessageGroupId];
      return next(args);
    },
    { step: 'initialize' },
  );
  return { sqs, groups };
}

test('every message about a cashout is of its account’s group, so that a busy account delays no other', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 1, key: 'unknown@sandbox.pix' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  const row = await used.stack.deps.cashouts.get(id);
  const { branch, number } = row?.account ?? {};
  const { sqs, groups } = notingGroups();
  const soon = used.stack.with({ sqs });
  const later = used.stack.with({ sqs, now: () => new Date(Date.now() + 3_600_000) });
  const NewImage = marshall(row, { removeUndefinedValues: true });

  await used.stack.invoke('dispatch', { Records: [{ dynamodb: { NewImage } }] }, soon);
  const Records = [{ messageId: '1', body: JSON.stringify({ version: 1, ids: [id] }) }];
  await used.stack.invoke('completeTransfer', { Records }, soon);
  await used.stack.invoke('resumeStalled', {}, later);

  const own = `${branch}#${number}`;
  // Dispatched, asked again later, and found by the sweeper.
  expect(groups).toEqual({ transfers: [own, own, own], 'webhook-events': [own, own] });
});
