// Lists bugs that can be planted to see whether the simulation finds them. A bug edits the service's source while it is
// loaded; the files do not change. Each edit must match the source exactly. So an edit that no longer fits is an error
// and not a run without violations.

import type { Profile } from './faults.ts';

type Edit = { file: string; find: string; put: string };
export type Bug = { name: string; what: string; profile: Profile; edits: readonly Edit[] };

const inFile = (file: string, find: string, put: string): Edit => ({ file, find, put });

export const bugs: readonly Bug[] = [
  {
    name: 'no-attempt-id',
    what: 'an approval whose answer was lost takes its own write for somebody else’s',
    profile: 'ack-loss',
    edits: [
      inFile(
        'lib/approval/approve-cashout.ts',
        'if (result.current?.approveAttempt === approving.approveAttempt) return result.current;',
        '',
      ),
    ],
  },
  {
    name: 'new-end-to-end-id',
    what: 'every send has an end-to-end id of its own',
    profile: 'outage',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        'const order = { reference, endToEndId, ...paid',
        'const order = { reference, endToEndId: endToEndId.slice(0, 21) + deps.ids.endToEndSuffix(), ...paid',
      ),
    ],
  },
  {
    name: 'time-out-is-error',
    what: 'a network that does not answer is taken for one that says no',
    profile: 'outage',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        "if (answer.kind === 'settled' || answer.kind === 'unknown') return answer;",
        "if (answer.kind === 'unknown') return { kind: 'failed', code: 'AB03', text: 'no answer' }; if (answer.kind === 'settled') return answer;",
      ),
    ],
  },
  {
    name: 'not-found-is-error',
    what: 'what the network does not know yet is taken for failed',
    profile: 'outage',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        "if (known.kind !== 'not_found' && (isOverdue || !mayRepeat)) return known;",
        "if (known.kind === 'not_found') return { kind: 'failed', code: 'AB03', text: 'not found' }; return known;",
      ),
    ],
  },
  {
    name: 'repeats-anywhere',
    what: 'a payment of which the network says nothing is sent again at a network that promises nothing about repeats',
    profile: 'outage',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        'const mayRepeat = isOpen && payouts.repeatsPayOnce;',
        'const mayRepeat = isOpen;',
      ),
    ],
  },
  {
    name: 'finish-unconditional',
    what: 'a settlement does not ask whether the transfer is still open',
    profile: 'everything',
    edits: [inFile('lib/payout/end-store.ts', ".join(' AND ')", ".join(' OR ')")],
  },
  {
    name: 'reserve-twice',
    what: 'a transfer that holds its money may hold it again',
    profile: 'everything',
    edits: [
      inFile(
        'lib/payout/hold-store.ts',
        "const unreserved = '#status = :before AND attribute_not_exists(#reservedAt)';",
        "const unreserved = '#status = :before OR attribute_not_exists(#reservedAt)';",
      ),
    ],
  },
  {
    name: 'freeze-ignored',
    what: 'a reservation does not ask whether its account is frozen',
    profile: 'calm',
    edits: [inFile('lib/freeze/freeze-store.ts', 'NOT contains(#freezes, ', 'NOT contains(#status, ')],
  },
  {
    name: 'chargeback-lock-missing',
    what: 'a QR code lets a second chargeback in beside the first',
    profile: 'calm',
    edits: [
      inFile('lib/qr-code/qr-code-store.ts', ' AND attribute_not_exists(#pendingChargeback)', ''),
      inFile(
        'lib/qr-code/qr-code-store.ts',
        "when: '#pendingChargeback = :chargeback',",
        "when: ':chargeback <> #status',",
      ),
      inFile(
        'lib/qr-code/qr-code.ts',
        "if (qrCode.pendingChargeback !== undefined) return 'refund_in_processing';",
        '',
      ),
    ],
  },
  {
    name: 'replay-sends-event',
    what: 'a replayed create is told as if it had happened again',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/create-cashout.ts',
        '      return replay(found.existing, request);\n    }\n    if (found.account.status',
        "      const replayed = replay(found.existing, request);\n      await deps.events.append({ account, id: 'cashout-' + found.existing.id + '-again', at: '2027-03-01T21:00:00.000Z', type: 'cashout.created', types: [], body: '{}' });\n      return replayed;\n    }\n    if (found.account.status",
      ),
    ],
  },
  {
    name: 'sweeper-off',
    what: 'nobody looks for work whose message was lost',
    profile: 'crash',
    edits: [
      inFile(
        'lib/recovery/resume-stalled.ts',
        'const { batches, chargebacks, deliveries, exports, queues } = deps;',
        'const { batches, chargebacks, deliveries, exports, queues } = deps; if (queues) return 0;',
      ),
    ],
  },
  {
    name: 'sequence-gap',
    what: 'now and then a statement entry takes the number after the next',
    profile: 'calm',
    edits: [inFile('lib/ledger/posting-store.ts', 'seq += 1;', 'seq += seq % 5 === 4 ? 2 : 1;')],
  },
  {
    name: 'tenant-check-missing',
    what: 'who has a policy somewhere may read what is another company’s',
    profile: 'calm',
    edits: [
      inFile(
        'lib/account/find-owned.ts',
        'if (row?.companyId !== caller.companyId) refuse(notFound);',
        'if (!row) refuse(notFound);',
      ),
      inFile(
        'lib/account/find-owned.ts',
        'isSameAccount(candidate, row.account)',
        'isSameAccount(candidate, candidate) || isSameAccount(candidate, row.account)',
      ),
    ],
  },
  {
    name: 'hold-not-released',
    what: 'a failed transfer keeps its money held',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/release-store.ts',
        'add: { availableCents: amount, heldCents: -amount },',
        'add: { availableCents: 0, heldCents: 0 },',
      ),
    ],
  },
  {
    name: 'ended-in-progress',
    what: 'what has ended counts as in progress for ever, until its account may pay no more',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/end-store.ts',
        "to: moveTo(cashout, transitions.PROCESSING[command], 'left')",
        "to: { ...moveTo(cashout, transitions.PROCESSING[command], 'left'), remove: ['dueAt'] }",
      ),
    ],
  },
  {
    name: 'watch-ends-at-once',
    what: 'a sweep that finds nothing ends the watch, on which a writer may just rely',
    profile: 'calm',
    edits: [
      inFile(
        'lib/account/watch-store.ts',
        'set: { quietAt: now().toISOString() },',
        "set: { quietAt: now().toISOString() },\n        remove: ['watchShard', 'watchAt'],",
      ),
    ],
  },
  {
    name: 'quiet-not-roused',
    what: 'a writer relies on a watch that is about to end',
    profile: 'everything',
    edits: [
      inFile(
        'lib/account/watch.ts',
        'return watch?.watchShard !== undefined && watch.quietAt === undefined;',
        'return watch?.watchShard !== undefined;',
      ),
    ],
  },
  {
    name: 'create-unwatched',
    what: 'a cashout is created, and nobody sees to its account’s watch',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/cashout-store.ts',
        'async insert(cashout: Cashout, note?: Action): Promise<Inserted> {\n      await watches.ensure(cashout.account);',
        'async insert(cashout: Cashout, note?: Action): Promise<Inserted> {',
      ),
    ],
  },
  {
    name: 'approval-unwatched',
    what: 'a cashout is approved, and nobody sees to its account’s watch',
    profile: 'everything',
    edits: [
      inFile(
        'lib/cashout/decision-store.ts',
        'await watches.ensure(account);\n      const seen',
        'const seen',
      ),
    ],
  },
  {
    name: 'return-unwatched',
    what: 'a cashout becomes REFUNDED, and nobody sees to its account’s watch',
    profile: 'everything',
    edits: [
      inFile(
        'lib/incoming/apply-network-event.ts',
        "if (cashout.status === 'SUCCESS') await deps.watches.ensure(cashout.account);",
        '',
      ),
      inFile(
        'lib/chargeback/request-chargeback.ts',
        'if (paid) await deps.watches.ensure(paid.account);',
        '',
      ),
    ],
  },
  {
    name: 'new-for-ever',
    what: 'a NEW cashout without work is sent again and again, and never leaves the index',
    profile: 'calm',
    edits: [
      inFile(
        'lib/recovery/resume-cashouts.ts',
        'const [fresh, running] = [due.filter(isNew), due.filter((row) => !isNew(row))];',
        'const [fresh, running] = [due.filter((row) => isNew(row) && !row), due];',
      ),
    ],
  },
  {
    name: 'refund-keeps-hold',
    what: 'a chargeback that is refused or rejected keeps its money held',
    profile: 'calm',
    edits: [
      inFile(
        'lib/chargeback/chargeback-ledger-store.ts',
        'add: { availableCents: amountCents, heldCents: -amountCents },\n          count',
        'add: { availableCents: 0, heldCents: 0 },\n          count',
      ),
    ],
  },
  {
    name: 'judged-at-a-glance',
    what: 'reconcile takes one look at holds, through an index that lags: what it reports is a false alarm',
    profile: 'everything',
    edits: [
      inFile('lib/reconciliation/reconcile-holds.ts', 'const looks = 4;', 'const looks = 1;'),
      inFile('lib/reconciliation/reconcile-holds.ts', 'if (cents > 0 && now', 'if (cents === 0 && now'),
    ],
  },
  {
    name: 'delete-not-re-read',
    what: 'a worker goes by the registration that it once knew',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/deliver-webhook.ts',
        'export async function deliverWebhook',
        'const known = new Map<number, Webhook>();\nexport async function deliverWebhook',
      ),
      inFile(
        'lib/webhook/deliver-webhook.ts',
        'const { delivery: stored, webhook, event } = await deps.deliveries.getCase(message);',
        'const { delivery: stored, webhook: read, event } = await deps.deliveries.getCase(message);\n  if (read && !known.has(read.id)) known.set(read.id, read);\n  const webhook = known.get(message.webhook.id);',
      ),
      inFile(
        'lib/webhook/deliver-webhook.ts',
        'const current = await confirmReceiver(deps, webhook);',
        'const current = webhook;',
      ),
    ],
  },
  {
    name: 'right-not-judged',
    what: 'a delivery does not ask whether whoever set its address may still hear',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/confirm-receiver.ts',
        'if (isJudged && mayHear(webhook, setter)) return webhook;',
        'if (isJudged) return webhook;',
      ),
    ],
  },
  {
    name: 'webhooks-not-paused',
    what: 'who loses the right keeps webhooks that look as if they went on',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/pause-webhooks-of.ts',
        'for (const { branch, number } of await listAccounts())',
        'for (const { branch, number } of (await listAccounts()).slice(0, 0))',
      ),
    ],
  },
  {
    name: 'mover-not-noted',
    what: 'who moves a webhook does not answer for its new address',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/update-webhook.ts',
        'const isAnswering = edit.url !== undefined || edit.resume;',
        'const isAnswering = edit.resume;',
      ),
    ],
  },
  {
    name: 'resumer-not-noted',
    what: 'a webhook that somebody with the right has resumed is judged by who set it before',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/update-webhook.ts',
        'const isAnswering = edit.url !== undefined || edit.resume;',
        'const isAnswering = edit.url !== undefined;',
      ),
    ],
  },
  {
    name: 'page-overwritten',
    what: 'a page of events takes its place in the feed even if another page has it',
    profile: 'everything',
    edits: [inFile('lib/webhook/feed-store.ts', "ConditionExpression: 'attribute_not_exists(account)',", '')],
  },
  {
    name: 'end-drops-pending',
    what: 'the end of a transfer removes its pending events without recording them',
    profile: 'everything',
    edits: [
      inFile('lib/payout/end-store.ts', '[...cashout.pendingEvents, changes[command]]', '[changes[command]]'),
    ],
  },
  {
    name: 'end-ignores-recorder',
    what: 'the end of a transfer records pending events that were recorded since it was read',
    profile: 'everything',
    edits: [
      inFile(
        'lib/payout/end-store.ts',
        "'#pendingEvents = :pending'",
        "'(#pendingEvents = :pending OR attribute_exists(#pendingEvents))'",
      ),
    ],
  },
  {
    name: 'feed-not-checked',
    what: 'nobody looks for deliveries whose message about the feed was lost',
    profile: 'everything',
    edits: [
      inFile(
        'lib/recovery/resume-stalled.ts',
        '[(account) => findMissingDeliveries(deps, account, hasTime)]',
        '[]',
      ),
    ],
  },
  {
    name: 'check-opens-nothing',
    what: 'a check of a feed goes past events whose deliveries are missing',
    profile: 'everything',
    edits: [
      inFile(
        'lib/recovery/find-missing-deliveries.ts',
        'for (const event of missing) await openDelivery',
        'for (const event of missing.slice(0, 0)) await openDelivery',
      ),
    ],
  },
  {
    name: 'feed-unwatched',
    what: 'an event is recorded, and nobody sees to its account’s watch',
    profile: 'everything',
    edits: [inFile('lib/webhook/feed-store.ts', 'watches.ensure(account),', '')],
  },
  {
    name: 'event-struck-first',
    what: 'an event is struck off the row before it is recorded',
    profile: 'crash',
    edits: [
      inFile(
        'lib/cashout/pending-event-store.ts',
        'await feeds.recordWith(writes, events);',
        'await feeds.recordWith(() => writes(new Map([[accountKey(cashouts[0].account), 1]])), []).then((first) => (first.done ? feeds.recordWith(() => [], events) : first));',
      ),
    ],
  },
  {
    name: 'return-not-marked',
    what: 'a return that is told twice is credited twice',
    profile: 'everything',
    edits: [
      inFile(
        'lib/incoming/incoming-store.ts',
        'putMarker(db, markerId, at, {',
        'putMarker(db, markerId + time.getTime(), at, {',
      ),
    ],
  },
  {
    name: 'request-not-compared',
    what: 'another request under a used key is answered as a replay',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/create-cashout.ts',
        "if (fields.length > 0) refuseSaying('idempotency_conflict', sayDiffering(fields));",
        '',
      ),
    ],
  },
  {
    name: 'late-refusal-counts',
    what: 'the refusal of a repeated send ends the transfer',
    profile: 'outage',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        "if (before === 'never_sent' && isLeased(cashout, deps.now(), lease / 2)) return answer;",
        'if (answer.kind) return answer;',
      ),
    ],
  },
  {
    name: 'failures-swallowed',
    what: 'a message that fails is acknowledged all the same',
    profile: 'outage',
    edits: [
      inFile(
        'lib/http/queue.ts',
        'return { batchItemFailures: failures };',
        'return { batchItemFailures: failures.slice(0, 0) };',
      ),
    ],
  },
  {
    name: 'other-ids-dropped',
    what: 'of the ids of a message only the first one is worked on',
    profile: 'calm',
    edits: [inFile('lib/http/work-ids.ts', 'message.ids.map(work)', '[work(only)]')],
  },
  {
    name: 'failed-id-forgotten',
    what: 'an id that fails beside others is not sent again',
    profile: 'outage',
    edits: [inFile('lib/http/work-ids.ts', 'failed.map(({ id }) => sendAlone(id, message))', '[]')],
  },
  {
    name: 'accounts-share-a-message',
    what: 'a message has the ids of several accounts',
    profile: 'calm',
    edits: [
      inFile(
        'lib/app/queues.ts',
        'Map.groupBy(known, ({ account }) => accountKey(account as AccountRef)).values()',
        'Map.groupBy(known, () => 0).values()',
      ),
    ],
  },
  {
    name: 'kept-out-is-done',
    what: 'a group that others’ writes kept out is not tried again',
    profile: 'everything',
    edits: [
      inFile(
        'lib/payout/hold-store.ts',
        'if (isKeptOut(result)) break;',
        'if (isKeptOut(result)) { for (const one of open()) answers.set(one, reserved(one)); break; }',
      ),
    ],
  },
  {
    name: 'transaction-without-token',
    what: 'a transaction that is tried again has another token',
    profile: 'everything',
    edits: [inFile('lib/platform/table.ts', ', ClientRequestToken: db.token() }', ' }')],
  },
  {
    name: 'incident-not-final',
    what: 'a notice left to a person is applied when it comes again',
    profile: 'calm',
    edits: [
      inFile(
        'lib/incoming/incoming-store.ts',
        'await transact(db, [marker, incidentPut(db, incident)]);',
        'await transact(db, marker ? [incidentPut(db, incident)] : []);',
      ),
    ],
  },
  {
    name: 'throttled-queue-is-500',
    what: 'a queue that throttles is taken for a fault of ours',
    profile: 'throttle',
    edits: [inFile('lib/platform/aws-client.ts', "  'RequestThrottled',\n", '')],
  },
  {
    name: 'conflict-refuses',
    what: 'a posting that met a conflict is refused for want of the money that it had taken itself',
    profile: 'everything',
    edits: [
      inFile(
        'lib/ledger/posting-store.ts',
        'if (result.broken.some(Boolean) && why) return',
        'if (why) return',
      ),
    ],
  },
  {
    name: 'pause-told-last',
    what: 'a webhook whose receiver is gone is paused after its delivery has ended, and perhaps never',
    profile: 'everything',
    edits: [
      inFile(
        'lib/webhook/note-attempt.ts',
        "await pauseWebhook(deps, webhook, 'gone', String(Date.parse(webhook.updatedAt)));",
        "await deps.deliveries.end(claimed, 'CANCELLED', attempt); await pauseWebhook(deps, webhook, 'gone', String(Date.parse(webhook.updatedAt)));",
      ),
    ],
  },
  {
    name: 'receipt-reversed',
    what: 'a payment in the house takes from the payee and gives to the payer: the sum of the world is right',
    profile: 'calm',
    edits: [
      inFile(
        'lib/incoming/incoming-store.ts',
        'const posted = await post(db, now, causes, [credit, ...debits]);',
        'const [debit] = debits; const legs = debit ? [{ ...credit, account: debit.account }, { ...debit, account }] : [credit]; const posted = await post(db, now, causes, legs);',
      ),
    ],
  },
  {
    name: 'closed-takes-credit',
    what: 'a closed account takes whatever comes',
    profile: 'calm',
    edits: [
      inFile(
        'lib/ledger/legs.ts',
        "entry.direction === 'CREDIT' && !intoClosed",
        'intoClosed === undefined && entry.amountCents < 0',
      ),
    ],
  },
  {
    name: 'old-secret-only',
    what: 'a rotated webhook goes on signing with the secret of the day before',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/webhook.ts',
        'return [secret, ...alive.map((old) => old.secret)];',
        'return [alive.at(-1)?.secret ?? secret];',
      ),
    ],
  },
  {
    name: 'wants-too-little',
    what: 'of an event of several types only the first is looked at (a judge that asks the service itself is blind to it)',
    profile: 'calm',
    edits: [
      inFile(
        'lib/webhook/webhook.ts',
        "(type === 'ALL' || types.includes(type))",
        "(type === 'ALL' || types[0] === type)",
      ),
    ],
  },
  {
    name: 'only-own-types',
    what: 'money that comes back is no CASHIN, and the money of a chargeback no CASHOUT',
    profile: 'calm',
    edits: [inFile('lib/webhook/event.ts', '...(movement ? [movedTypes[movement.direction]] : [])', '')],
  },
  {
    name: 'one-attempt-only',
    what: 'a delivery is given up after its first failure',
    profile: 'outage',
    edits: [
      inFile('lib/webhook/note-attempt.ts', 'if (wait !== undefined) return', 'if (wait === -1) return'),
    ],
  },
  {
    name: 'overtaken-unheard',
    what: 'a report that a later one has overtaken is passed over, also where its event has been begun',
    profile: 'everything',
    edits: [
      inFile(
        'lib/med-case/apply-med-report.ts',
        '  const isKnown = read?.report',
        "  if (read && read.report.modifiedAt > event.report.modifiedAt) return 'applied';\n  const isKnown = read?.report",
      ),
    ],
  },
  {
    name: 'parked-for-ever',
    what: 'a return whose transfer has no outcome is never left to a person',
    profile: 'everything',
    edits: [
      inFile(
        'lib/incoming/apply-network-event.ts',
        ' && event.parked < parkedMax) return park',
        ') return park',
      ),
    ],
  },
  {
    name: 'group-holds-one',
    what: 'of several transfers that are reserved together only the first one’s money is held',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/hold-store.ts',
        'holds.reduce((sum, one) => sum + one.cashout.request.amountCents, 0)',
        'cashout.request.amountCents',
      ),
    ],
  },
  {
    name: 'queues-ungrouped',
    what: 'messages do not say whose they are, and a busy account’s keep the others’ waiting',
    profile: 'neighbour',
    edits: [
      inFile(
        'lib/app/queues.ts',
        'return account ? { MessageGroupId: accountKey(account) } : {};',
        'return {};',
      ),
    ],
  },
  {
    name: 'pace-ignored',
    what: 'a receiver that dawdles stays among the prompt ones as long as it answers',
    profile: 'neighbour',
    edits: [
      inFile('lib/webhook/webhook.ts', 'return failures > 0 || !pace?.isPrompt;', 'return failures > 0;'),
    ],
  },
  {
    name: 'places-unlimited',
    what: 'one account’s slow receivers may hold every worker',
    profile: 'neighbour',
    edits: [inFile('lib/webhook/webhook.ts', 'slowAttemptsMax = 10;', 'slowAttemptsMax = 200;')],
  },
  {
    name: 'webhooks-unlimited',
    what: 'the limit of webhooks is looked at before they are written, and not with them',
    profile: 'neighbour',
    edits: [
      inFile(
        'lib/webhook/webhook-store.ts',
        "count(account, 1, '#webhooks < :most', { most }),",
        "count(account, 1, '#webhooks < :most', { most: 1_000 }),",
      ),
    ],
  },
  {
    name: 'waiting-unbounded',
    what: 'any number of deliveries waits for a receiver that fails',
    profile: 'neighbour',
    edits: [
      inFile(
        'lib/webhook/delivery.ts',
        'if (sequence >= waiting.before || sequence < waiting.before - 2 * waitingMax) return undefined;',
        '',
      ),
    ],
  },
  {
    name: 'each-its-own-timer',
    what: 'every delivery that waits for a failing receiver comes again and again by itself',
    profile: 'neighbour',
    edits: [
      inFile('lib/webhook/wait-for-receiver.ts', 'if (isProbed(deps, webhook)) {', 'if (!webhook.id) {'),
    ],
  },
  {
    name: 'group-not-asked',
    what: 'several transfers that cannot all be paid are all taken for reserved',
    profile: 'calm',
    edits: [
      inFile('lib/payout/hold-store.ts', 'if (result.done) {', 'if (result.done || holds.length > 1) {'),
    ],
  },
  {
    name: 'group-refused-whole',
    what: 'of several transfers that cannot all be paid none is',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/hold-choice-store.ts',
        'each.cents > room(each))) continue;',
        'each.cents > room(each))) return [];',
      ),
    ],
  },
  {
    name: 'group-held-whole',
    what: 'of several transfers that cannot all be paid those that did not fit are taken for reserved too',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/hold-store.ts',
        'answers.set(one, { kind: choice.whyNot(one) })',
        'answers.set(one, reserved(one, choice))',
      ),
    ],
  },
  {
    name: 'group-one-balance',
    what: 'entries that are posted together all carry the balance after the last one',
    profile: 'calm',
    edits: [
      inFile(
        'lib/ledger/posting-store.ts',
        'entryItems(account, entries, border)',
        'entryItems(account, entries.map((one) => ({ ...one, balanceCents: postedCents })), border)',
      ),
    ],
  },
  {
    name: 'cursor-skips-item',
    what: 'a page of the statement leaves out what shares an item with its cursor',
    profile: 'calm',
    edits: [inFile('lib/ledger/entry-item.ts', 'id: id - 1 }', 'id: id - packedMax }')],
  },
  {
    name: 'way-back-skips-item',
    what: 'the page before leaves out what shares an item with its cursor',
    profile: 'calm',
    edits: [inFile('lib/ledger/entry-item.ts', 'id: id + 2 - packedMax }', 'id: id + 1 }')],
  },
  {
    name: 'first-of-item',
    what: 'the statement shows the first entry of each item alone',
    profile: 'calm',
    edits: [
      inFile(
        'lib/ledger/statement-store.ts',
        'entriesOf(item).filter(',
        'entriesOf(item).slice(0, 1).filter(',
      ),
    ],
  },
  {
    name: 'border-first-of-item',
    what: 'the comparison with the PSP sees the first entry of each item alone',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/border-entry-store.ts',
        'entriesOf(item).map(',
        'entriesOf(item).slice(0, 1).map(',
      ),
    ],
  },
  {
    name: 'group-answers-one',
    what: 'of several that are settled together all but the first are settled again',
    profile: 'calm',
    edits: [
      inFile(
        'lib/platform/together.ts',
        'answers?.[index] === undefined);',
        'answers?.[index] === undefined || (index > 0 && !error && group[0]?.tries === 0));',
      ),
    ],
  },
  {
    name: 'txid-decides',
    what: 'a payment goes to the account of the QR code that its txid names, whatever key was paid',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/receive-network-pix.ts',
        'const owner = await findOwner(deps, notice);',
        'const named = qrCodeIdOf(notice.txid); const code = named === undefined ? undefined : await deps.qrCodes.get(named); const owner = code ? await deps.accounts.get(code.account) : await findOwner(deps, notice);',
      ),
    ],
  },
  {
    name: 'callback-believed',
    what: 'a callback moves the money that it says itself',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/receive-network-pix.ts',
        'if (!deps.inbox) return notice;',
        'if (deps.inbox) return notice;',
      ),
    ],
  },
  {
    name: 'silence-forgotten',
    what: 'what a PSP received during a silence is not listed afterwards',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/read-since.ts',
        'for (const range of rangesOf(silence(list, mark, latest.from), rangeSeconds)) {',
        'for (const range of [] as Range[]) {',
      ),
    ],
  },
  {
    name: 'mark-before-storing',
    what: 'the mark of a list moves although the list was not read or not stored',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/read-since.ts',
        'if (!isStored) return { count, readTo: mark };',
        'if (!isStored) await move(latest.to);',
      ),
    ],
  },
  {
    name: 'one-books-for-all',
    what: 'each PSP is compared with the entries of all PSPs',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/reconcile-psp.ts',
        'placeOf(entry, deps.config) === at.place',
        'entry !== undefined',
      ),
    ],
  },
  {
    name: 'refund-at-present-psp',
    what: 'a refund is requested of the PSP that refunds now, not of the one that has the payment',
    profile: 'psp',
    edits: [
      inFile(
        'lib/chargeback/request-chargeback.ts',
        'receivedAt ?? deps.network.refundsAt',
        'deps.network.refundsAt',
      ),
    ],
  },
  {
    name: 'report-not-blocked',
    what: 'the rule that blocks reported money blocks nothing',
    profile: 'calm',
    edits: [inFile('lib/med-case/align-block.ts', 'cents > before && isRuled', 'cents > before && !account')],
  },
  {
    name: 'block-outlives-decision',
    what: 'money stays blocked after its report was decided for the account',
    profile: 'calm',
    edits: [inFile('lib/med-case/align-block.ts', ': Math.min(before, cents);', ': before;')],
  },
  {
    name: 'busy-ignored',
    what: 'a PSP that asks us to wait is asked again at once',
    profile: 'outage',
    edits: [inFile('lib/network/in-turn.ts', 'if (busyMs > 0)', 'if (busyMs > Number.MAX_VALUE)')],
  },
  {
    name: 'silence-ignored',
    what: 'every payment asks a PSP that does not answer',
    profile: 'outage',
    edits: [
      inFile(
        'lib/network/silence-store.ts',
        'if (!mayProbe(probe, companyId, now)) return false;',
        'return true;',
      ),
    ],
  },
  {
    name: 'tokens-without-end',
    what: 'look-ups of keys go on when the PSP’s tokens are used up',
    profile: 'outage',
    edits: [inFile('lib/network/look-up-key.ts', 'tokens: keyPrices.miss }', 'tokens: keyPrices.hit }')],
  },
  {
    name: 'defence-not-sent-again',
    what: 'a defence without an answer is not sent again',
    profile: 'outage',
    edits: [
      inFile(
        'lib/med-case/settle-defence.ts',
        "if (next !== 'send')",
        "if (next === 'send') return;\n  if (next)",
      ),
    ],
  },
  {
    name: 'defence-elsewhere',
    what: 'a defence goes to the PSP that pays, not to the one that has the report',
    profile: 'psp',
    edits: [
      inFile(
        'lib/med-case/defend-med-case.ts',
        'deps.network.at?.(read.place)?.defence',
        'deps.network.at?.(deps.network.payoutsAt)?.defence',
      ),
    ],
  },
  {
    name: 'one-mark-for-all',
    what: 'the lists of all PSPs have one mark',
    profile: 'psp',
    edits: [
      inFile('lib/incoming/list-mark-store.ts', 'rows.get(idOf(place, list))', "rows.get(idOf('one', list))"),
      inFile(
        'lib/incoming/list-mark-store.ts',
        'rows.update(idOf(place, list)',
        "rows.update(idOf('one', list)",
      ),
    ],
  },
  {
    name: 'return-vanishes',
    what: 'a return that nobody asked for is passed over',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/receive-network-pix.ts',
        'for (const one of imposed)',
        'for (const one of [] as typeof imposed)',
      ),
    ],
  },
  {
    name: 'return-like-ours',
    what: 'a return whose id looks like a chargeback is taken for one',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/read-returns.ts',
        'return chargeback?.payment.endToEndId === endToEndId ? chargebackId : undefined;',
        'return chargebackId;',
      ),
    ],
  },
  {
    name: 'return-needs-funds',
    what: 'a return that was imposed is not debited where the money is gone',
    profile: 'psp',
    edits: [inFile('lib/ledger/legs.ts', 'part.filter((leg) => !isImposed(leg))', 'part')],
  },
  {
    name: 'return-twice',
    what: 'a return is debited each time that it is told',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/imposed-return-store.ts',
        'putMarker(db, markerOf(event), time.toISOString(), { endToEndId: payment.endToEndId }),',
        'putMarker(db, markerOf(event) + time.toISOString(), time.toISOString(), { endToEndId: payment.endToEndId }),',
      ),
    ],
  },
  {
    name: 'assigned-return-lost',
    what: 'a return of a payment that an operator has given to an account goes nowhere',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/leave-unassigned.ts',
        'return isKept ? undefined : (await deps.incoming.findReceived(endToEndId))?.account;',
        'return undefined;',
      ),
    ],
  },
  {
    name: 'assigned-to-both',
    what: 'a payment that was assigned twice is credited to both',
    profile: 'psp',
    edits: [
      inFile(
        'lib/incoming/waiting-payment-store.ts',
        "when: '#assignedTo = :account AND attribute_exists(#waiting)',",
        "when: ':account <> #id',",
      ),
    ],
  },
  {
    name: 'overdraft-by-payout',
    what: 'a payout may take an account below zero too',
    profile: 'psp',
    edits: [
      inFile(
        'lib/payout/hold-store.ts',
        '#availableCents >= :amount',
        '#availableCents >= :amount OR #availableCents < :amount',
      ),
    ],
  },
  {
    name: 'window-of-today',
    what: 'the time to contest a return is that of today, not that of the day on which it was made',
    profile: 'calm',
    edits: [
      inFile('lib/med-case/deadlines.ts', 'periods.findLast(({ from }) => from <= at)', 'periods.at(-1)'),
    ],
  },
  {
    name: 'return-not-tied',
    what: 'a report that comes after a return does not look for it',
    profile: 'calm',
    edits: [
      inFile(
        'lib/med-case/apply-med-report.ts',
        'const tied = tiedTo(payment);',
        'const tied = tiedTo({ ...payment, returns: read?.returns ?? [] });',
      ),
    ],
  },
  {
    name: 'return-ties-one-case',
    what: 'a payment knows only the case that was opened last',
    profile: 'calm',
    edits: [
      inFile(
        'lib/med-case/med-case-store.ts',
        'new Set([...payment.caseIds, medCase.id])',
        'new Set([medCase.id])',
      ),
    ],
  },
  {
    name: 'tie-unguarded',
    what: 'a case is written although a return has come since its payment was read',
    profile: 'everything',
    edits: [
      inFile(
        'lib/med-case/reported-payment-store.ts',
        "{ ConditionExpression: 'attribute_not_exists(pk)' }",
        '{}',
      ),
      inFile(
        'lib/med-case/reported-payment-store.ts',
        "'#revision = :seen'",
        "'#revision = :seen OR #revision <> :seen'",
      ),
    ],
  },
  {
    name: 'request-from-report',
    what: 'the time to ask for the money counts from the report, not from the end of the analysis',
    profile: 'calm',
    edits: [
      inFile(
        'lib/med-case/deadlines.ts',
        'const closedAt = report.analysedAt ?? report.modifiedAt;',
        'const closedAt = report.createdAt;',
      ),
    ],
  },
  {
    name: 'code-paid-by-any-amount',
    what: 'the first payment of a QR code makes it PAID, whatever its amount',
    profile: 'calm',
    edits: [
      inFile(
        'lib/qr-code/qr-code.ts',
        ' && qrCode.valueCents === amountCents',
        ' && qrCode.valueCents > 0 && amountCents > 0',
      ),
    ],
  },
  {
    name: 'holder-not-compared',
    what: 'a manual transfer in the house is paid whoever it names',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/resolve-recipient.ts',
        'if (!isSameTaxId(own.holderLegalId, given.legalId))',
        'if (!own)',
      ),
    ],
  },
  {
    name: 'one-entry-for-both-legs',
    what: 'the payer of a QR code in the house gets the chargeback’s id, which is the payee’s',
    profile: 'calm',
    edits: [
      inFile(
        'lib/chargeback/chargeback-legs-store.ts',
        '...identification, ...own,',
        '...identification, ...own, transactionId: id,',
      ),
    ],
  },
  {
    name: 'payee-sees-cashout',
    what: 'the payee of a transfer in the house gets the payer’s id, and its code',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/receipt.ts',
        'const transactionId = receipt?.transactionId ?? id;',
        'const transactionId = id;',
      ),
    ],
  },
  {
    name: 'refund-counted-twice',
    what: 'the event of the whole return tells of all that came back, beside those of its parts',
    profile: 'everything',
    edits: [
      inFile(
        'lib/cashout/events.ts',
        'const { amountCents, creditCode } = lastReturn;',
        'const { creditCode } = lastReturn; const { amountCents } = request;',
      ),
    ],
  },
  {
    name: 'part-not-told',
    what: 'a return that leaves some with the receiver has no event',
    profile: 'calm',
    edits: [inFile('lib/incoming/apply-network-event.ts', 'if (!part) return;', 'if (part) return;')],
  },
  {
    name: 'code-of-first-try',
    what: 'a posting that lost the race for a place in the statement tells of the place that it had tried first',
    profile: 'everything',
    edits: [
      inFile(
        'lib/ledger/posting-store.ts',
        'for (let attempt = 1; ; attempt++) {',
        'let first: number[] | undefined;\n  for (let attempt = 1; ; attempt++) {',
      ),
      inFile(
        'lib/ledger/posting-store.ts',
        'const codes = codesOf(legs, parts, balances);',
        'first ??= codesOf(legs, parts, balances);\n    const codes = first;',
      ),
    ],
  },
  {
    name: 'charge-not-looked-at-again',
    what: 'a dynamic code is paid by what its charge was when the cashout was created',
    profile: 'psp',
    edits: [
      inFile(
        'lib/network/same-charge.ts',
        'const charge = await reading.catch((error) => {',
        "const charge = await reading.then(() => ({ ...order, kind: 'payable' }) as never).catch((error) => {",
      ),
    ],
  },
  {
    name: 'charge-not-compared',
    what: 'a dynamic code is paid whatever its charge is by now',
    profile: 'psp',
    edits: [inFile('lib/network/same-charge.ts', ' && isSameCharge(charge, order)', '')],
  },
  {
    name: 'charge-by-hearsay',
    what: 'what the PSP says of a charge is believed without a reading of our own',
    profile: 'psp',
    edits: [
      inFile('lib/network/efi/charge.ts', 'const own = await fetchCharge(code.url);', 'const own = told;'),
    ],
  },
  {
    name: 'cap-ignored',
    what: 'a dynamic code of any amount is paid over an API that cannot be held to it',
    profile: 'psp',
    edits: [
      inFile(
        'lib/cashout/dynamic-code.ts',
        '(amountCents ?? 0) > config.DYNAMIC_CODE_MAX_CENTS',
        '(amountCents ?? 0) < 0',
      ),
    ],
  },
  {
    name: 'other-amount-is-unknown',
    what: 'a payment in another amount under our reference is taken for no word at all',
    profile: 'psp',
    edits: [
      inFile(
        'lib/network/psp-words.ts',
        'return named === amountCents ? {} :',
        'return named === amountCents ? {} : undefined && ',
      ),
    ],
  },
  {
    name: 'other-amount-is-failed',
    what: 'a payment in another amount under our reference is taken for one that was not made',
    profile: 'psp',
    edits: [
      inFile(
        'lib/network/efi/payouts.ts',
        "if (state !== 'done') return",
        "if ('otherAmountCents' in named) return refusalOf('ED05', ''); if (state !== 'done') return",
      ),
    ],
  },
  {
    name: 'other-amount-settles-silently',
    what: 'a payment in another amount is settled, and nobody is told',
    profile: 'psp',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        "if ('otherAmountCents' in outcome && outcome.otherAmountCents) {",
        "if ('otherAmountCents' in outcome && outcome.otherAmountCents && outcome.kind === 'unknown') {",
      ),
    ],
  },
  {
    name: 'other-refund-settles-silently',
    what: 'a refund in another amount is settled, and nobody is told',
    profile: 'psp',
    edits: [
      inFile(
        'lib/chargeback/ask-refund.ts',
        "const state = outcome.kind === 'settled' ? 'done' : 'open';",
        "const state = 'open';",
      ),
    ],
  },
  {
    name: 'books-amount-ignored',
    what: 'a payment of ours and one of the PSP’s agree by their id, whatever they are worth',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/psp-reconciliation.ts',
        'ours.amountCents !== theirs.amountCents || ours.id !== theirs.id;',
        'ours.id !== theirs.id;',
      ),
    ],
  },
  {
    name: 'resolved-and-not-gone',
    what: 'a difference from the PSP’s books counts as resolved as soon as it is looked at again',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/judge-candidates.ts',
        "if (verdict.class !== 'difference' && isOpen)",
        'if (isOpen)',
      ),
    ],
  },
  {
    name: 'drift-is-a-fee',
    what: 'what nothing explains of the PSP’s balance is taken for what it has charged',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/psp-balance.ts',
        'const houseMove = sum(house.map(({ cents }) => cents));',
        'const houseMove = closingCents - openingCents - ourMove - sum(underway.map(({ cents }) => cents));',
      ),
    ],
  },
  {
    name: 'fees-unexplained',
    what: 'what the PSP has charged is no part of its balance',
    profile: 'psp',
    edits: [inFile('lib/reconciliation/psp-balance.ts', "['fee', 'fee undone', ", "['fee undone', ")],
  },
  {
    name: 'balance-not-carried-on',
    what: 'each day’s balance begins with nothing of ours',
    profile: 'psp',
    edits: [inFile('lib/reconciliation/psp-balance.ts', 'before?.ourClosingCents ?? 0', '0')],
  },
  {
    name: 'undone-agrees',
    what: 'a payment that the PSP has put back is no difference while it is SUCCESS here',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/judge-their-movement.ts',
        "if (theirs.kind === 'sent undone') return judgeUndone(deps, theirs);",
        "if (theirs.kind === 'sent undone') return agrees;",
      ),
    ],
  },
  {
    name: 'payment-by-hand-agrees',
    what: 'a payment of the PSP’s that is none of ours is passed over',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/judge-their-movement.ts',
        "if (!cashout) return difference('the PSP made a payment that matches no cashout');",
        'if (!cashout) return agrees;',
      ),
    ],
  },
  {
    name: 'kept-return-differs',
    what: 'a return that is kept with its waiting payment is a difference',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/judge-their-movement.ts',
        'if (await isKept(deps, theirs)) return waits;',
        '',
      ),
    ],
  },
  {
    name: 'lists-believed',
    what: 'what only the PSP’s lists have is a difference, and nobody looks among our own rows',
    profile: 'psp',
    edits: [
      inFile(
        'lib/reconciliation/judge-movement.ts',
        ': await judgeTheirs(deps, theirs as TheirMovement);',
        ": difference('the PSP has it');",
      ),
    ],
  },
  {
    name: 'limit-not-checked',
    what: 'a limit counts, and lets everything through',
    profile: 'calm',
    edits: [
      inFile(
        'lib/rules/count-store.ts',
        'const room = one.limitCents - one.cents;',
        'const room = Number.MAX_SAFE_INTEGER;',
      ),
    ],
  },
  {
    name: 'limit-not-given-back',
    what: 'what a transfer counted stays counted when it ends unpaid',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/release-store.ts',
        '...sumCounts(counted).map((one) => uncount(db, first.account, one, at)),',
        '',
      ),
    ],
  },
  {
    name: 'rules-not-compared',
    what: 'a hold goes by the rules that it has read, whatever they are by then',
    profile: 'everything',
    edits: [
      inFile(
        'lib/payout/hold-store.ts',
        "rules ? '#rules = :rules' : 'attribute_not_exists(#rules)',",
        "'#status = :active',",
      ),
    ],
  },
  {
    name: 'approver-twice',
    what: 'one user approves twice, and is asked for no other',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/judge.ts',
        "return approvals.some(({ by }) => by === userId) ? 'approved_already' : undefined;",
        'return undefined;',
      ),
    ],
  },
  {
    name: 'approval-overwritten',
    what: 'of two approvals at once the later one is kept alone',
    profile: 'everything',
    edits: [inFile('lib/cashout/decision-store.ts', '  account,\n  approvals,\n', '  account,\n')],
  },
  {
    name: 'creator-counts',
    what: 'the approval of the creator counts whatever the amount',
    profile: 'calm',
    edits: [
      inFile('lib/rules/approvals.ts', 'ownMax === undefined || amountCents <= ownMax', 'ownMax !== -1'),
    ],
  },
  {
    name: 'one-is-enough',
    what: 'one approval is enough whatever the amount',
    profile: 'calm',
    edits: [inFile('lib/rules/approvals.ts', '?.needed ?? 1', '?.fromCents ? 1 : 1')],
  },
  {
    name: 'hold-trusts-approvals',
    what: 'the hold does not look at approvals that came after a change of their rule',
    profile: 'everything',
    edits: [
      inFile('lib/cashout/judge.ts', "approvedAt <= (rules.approvalsChangedAt ?? '~')", "approvedAt !== '~'"),
    ],
  },
  {
    name: 'list-not-asked',
    what: 'a payee who is not on the list is paid',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/judge.ts',
        "payees: () => (isListed(one, facts) ? [] : ['rule_payees']),",
        'payees: () => [],',
      ),
    ],
  },
  {
    name: 'duplicate-not-seen',
    what: 'a note of a payout is written over an earlier one',
    profile: 'calm',
    edits: [
      inFile(
        'lib/rules/payout-store.ts',
        "when: 'attribute_not_exists(#cashoutId) OR #at < :since OR #cashoutId = :seen',",
        "when: 'attribute_not_exists(#cashoutId) OR #at < :since OR #cashoutId <> :seen',",
      ),
    ],
  },
  {
    name: 'reject-approved',
    what: 'a rejection does not ask whether the cashout is still NEW',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/decision-store.ts',
        "cancel(cashout, end, { status: 'NEW', ...read }),",
        "cancel(cashout, end, { ...read } as { status: 'NEW' }),",
      ),
    ],
  },
  {
    name: 'rejection-lost-answer',
    what: 'a rejection whose answer was lost takes its own write for somebody else’s',
    profile: 'ack-loss',
    edits: [
      inFile(
        'lib/approval/reject-cashout.ts',
        'const row = result.moved ? result.cashout : result.current;',
        'const row = result.moved ? result.cashout : undefined;',
      ),
    ],
  },
  {
    name: 'expires-at-once',
    what: 'a NEW cashout with a time ends at its first sweep',
    profile: 'calm',
    edits: [
      inFile(
        'lib/approval/expire-cashout.ts',
        'expiresAt !== undefined && expiresAt <= now.toISOString()',
        "expiresAt !== undefined && now.toISOString() !== ''",
      ),
    ],
  },
  {
    name: 'expiry-forgotten',
    what: 'a NEW cashout with a time leaves the index like any other',
    profile: 'calm',
    edits: [inFile('lib/cashout/cashout-store.ts', ', expiresAt: undefined },', ' },')],
  },
  {
    name: 'list-overlaps',
    what: 'the next page of cashouts begins after the first row of this one',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout-list/read-page.ts',
        'found.length > limit && last ? placeOf(last) : end',
        'found.length > limit && first ? placeOf(first) : end',
      ),
    ],
  },
  {
    name: 'refund-hold-uncounted',
    what: 'a refund that is refused stays in what refunds hold',
    profile: 'calm',
    edits: [
      inFile(
        'lib/chargeback/chargeback-ledger-store.ts',
        'count: { heldForRefundsCents: -amountCents },',
        '',
      ),
    ],
  },
  {
    name: 'rule-of-the-creation',
    what: 'a cashout that was created without rules is approved without them',
    profile: 'calm',
    edits: [inFile('lib/approval/approve-cashout.ts', 'cashout.requires || rules\n', 'cashout.requires\n')],
  },
  {
    name: 'guesses-for-nothing',
    what: 'payouts that end unpaid tell of their payees for nothing',
    profile: 'calm',
    edits: [
      inFile(
        'lib/payout/look-up-payee.ts',
        "return outcome === 'unanswered' || lookups.charge(createdBy, outcome);",
        'return true;',
      ),
    ],
  },
  {
    name: 'latest-duplicate-only',
    what: 'of earlier payouts to a payee only the latest is looked at',
    profile: 'calm',
    edits: [
      inFile(
        'lib/cashout/find-duplicate.ts',
        'if (row.possibleDuplicateOf === undefined) return undefined;',
        'return undefined;',
      ),
    ],
  },
  {
    name: 'approver-is-gone',
    what: 'the approval of a user who may approve no more counts',
    profile: 'calm',
    edits: [
      inFile(
        'lib/approval/approve-under-rules.ts',
        'const mayApprove = await readApprovers(deps.accounts, cashout, caller);',
        'const mayApprove = () => true;',
      ),
    ],
  },
  {
    name: 'closed-approver-counts',
    what: 'the approval of a user whose clients are closed counts',
    profile: 'batches',
    edits: [
      inFile(
        'lib/account/approver-store.ts',
        'return mayApprove(user, policy) && !isFrozen && own.some(isAdmitted);',
        'return mayApprove(user, policy) || (isFrozen && own.some(isAdmitted));',
      ),
    ],
  },
  {
    name: 'told-of-one-excuses-all',
    what: 'a line whose approvers were told of one payout is paid although it repeats another',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/start-lines.ts',
        'earlier.id === possibleDuplicateOf || earlier.batchId === batchId',
        'possibleDuplicateOf !== undefined || earlier.batchId === batchId',
      ),
    ],
  },
  {
    name: 'rejection-approves',
    what: 'the signed body of a rejection is a valid approval',
    profile: 'calm',
    edits: [inFile('lib/approval/endpoints.ts', "    reason: 'belongs to a rejection',\n", '')],
  },
  {
    name: 'stop-resumes',
    what: 'the signed body of a stop resumes a batch',
    profile: 'batches',
    edits: [
      inFile(
        'lib/http/read-request.ts',
        "if (!route.lenient) return void errors.push(...unknownNames('field', unknown, names.body));",
        '',
      ),
    ],
  },
  {
    name: 'invitation-acts',
    what: 'whoever has only the link of an invitation may act',
    profile: 'calm',
    edits: [
      inFile(
        'lib/console/frame-handler.ts',
        'signedIn.isUnproved ? provePage(view) : load(signedIn, view, context)',
        'load(signedIn, view, context)',
      ),
    ],
  },
  {
    name: 'return-of-line-lost',
    what: 'a paid line that comes back after its batch has ended stays paid',
    profile: 'batches',
    edits: [inFile('lib/batch/note-return.ts', 'if (!page) return;', 'if (page) return;')],
  },
  {
    name: 'rule-of-the-approval',
    what: 'a scheduled cashout starts by the rule of the day on which it was approved',
    profile: 'calm',
    edits: [
      inFile('lib/cashout/judge.ts', '!cashout.startsAt && approvedAt', 'approvedAt'),
      inFile(
        'lib/cashout/judge.ts',
        "const isToBeHeld = at === 'payee' || at === 'hold';",
        "const isToBeHeld = at === 'payee' || at === 'hold' || at === 'start';",
      ),
    ],
  },
  {
    name: 'impatient-at-notes',
    what: 'a create that equal ones keep out three times is given up',
    profile: 'calm',
    edits: [inFile('lib/rules/payout-store.ts', 'const triesMax = 20;', 'const triesMax = 3;')],
  },
  {
    name: 'rejection-fits-all',
    what: 'the signed rejection of one cashout rejects another',
    profile: 'calm',
    edits: [inFile('lib/http/read-request.ts', 'if (body.id !== path.id)', 'if (Number(body.id) < 0)')],
  },
  {
    name: 'letter-is-another-account',
    what: 'an account whose check digit is written X is another payee than with 0',
    profile: 'calm',
    edits: [inFile('lib/cashout/bank-account.ts', "accountDigit.replace(/[A-Z]/i, '0')", 'accountDigit')],
  },
  {
    name: 'sent-elsewhere',
    what: 'after a change of the PSP a payment that may be at the old one is sent to the new one',
    profile: 'outage',
    edits: [
      inFile('lib/network/port.ts', 'place === network.payoutsAt ? network', 'place !== undefined ? network'),
    ],
  },
  {
    name: 'refund-sent-elsewhere',
    what: 'after a change of the PSP a refund that may be at the old one is requested of the new one',
    profile: 'outage',
    edits: [
      inFile('lib/network/port.ts', 'place === network.refundsAt ? network', 'place !== undefined ? network'),
    ],
  },
  {
    name: 'stop-not-checked',
    what: 'a worker starts lines of a batch that was stopped',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/line-cashout-store.ts',
        "ConditionExpression: '#status = :paying',",
        "ConditionExpression: '#status = :paying OR attribute_exists(pk)',",
      ),
    ],
  },
  {
    name: 'line-takes-any-key',
    what: 'a line with the key of another payout takes its cashout for its own',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/line-cashout.ts',
        "return row.batchId === batch.id && isSame ? 'own' : 'other';",
        "return isSame || row.id > 0 ? 'own' : 'other';",
      ),
    ],
  },
  {
    name: 'line-key-of-run',
    what: 'each run of a worker gives the lines of a batch other keys',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/run-batch.ts',
        'const read = await batches.get(id);',
        'const stored = await batches.get(id); const read = stored && { ...stored, key: stored.key + deps.ids.attempt() };',
      ),
    ],
  },
  {
    name: 'started-lines-forgotten',
    what: 'a stopped batch says that lines have not started which a dead worker had started',
    profile: 'batches',
    edits: [inFile('lib/batch/pay-batch.ts', '    ...found,\n', '')],
  },
  {
    name: 'batch-over-too-early',
    what: 'a batch is finished while lines are in progress',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/pay-batch.ts',
        'counted.waiting.count + counted.processing.count === 0',
        'counted.waiting.count === 0',
      ),
    ],
  },
  {
    name: 'any-digest-approves',
    what: 'a batch is approved whatever content the approver saw',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/decide-batch.ts',
        "if (digest !== batch.contentDigest) refuse('content_differs');",
        "if (digest === '') refuse('content_differs');",
      ),
    ],
  },
  {
    name: 'retried-twice',
    what: 'two retries of a batch at the same time pay its lines twice',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/batch-store.ts',
        "const { when, values = {} } = ifStill('retriedAs', before);",
        "const { when, values = {} } = ifStill('unknown', undefined);",
      ),
    ],
  },
  {
    name: 'counts-not-kept',
    what: 'the counts of a batch leave out the last step',
    profile: 'batches',
    edits: [
      inFile(
        'lib/batch/next-step.ts',
        'return page ? tallyOf(page.lines) : tally;',
        'return page && index > 0 ? tallyOf(page.lines) : tally;',
      ),
    ],
  },
  {
    name: 'people-end-early',
    what: 'operators end a payment that the network does not know yet, and that may still arrive',
    profile: 'everything',
    edits: [
      inFile(
        'lib/operating/end-payment.ts',
        "if (known.kind === 'not_found' && isOpen) refuse('payment_may_be_sent');",
        '',
      ),
      inFile(
        'lib/operating/end-payment.ts',
        "if (end === 'failed' && !isNotPaid && isUnderWay && !cancelledAtPsp) refuse('psp_may_still_pay');",
        '',
      ),
    ],
  },
  {
    name: 'one-is-two',
    what: 'an operator who states the same twice confirms the own statement',
    profile: 'everything',
    edits: [inFile('lib/operating/statement-store.ts', 'one.sk !== key.sk && ', '')],
  },
  {
    name: 'people-cannot-end',
    what: 'a payment whose network has no word for “not found” can be ended by nobody',
    profile: 'everything',
    edits: [
      inFile(
        'lib/operating/end-payment.ts',
        '!isNotPaid && isUnderWay && !cancelledAtPsp)',
        '!isNotPaid && isUnderWay)',
      ),
    ],
  },
  {
    name: 'identity-not-compared',
    what: 'a secret of another account is used',
    profile: 'psp',
    edits: [inFile('lib/app/psp-accounts.ts', 'known !== undefined && known !== told', 'false')],
  },
  {
    name: 'own-key-is-payees',
    what: 'a wrong key of ours is taken for an unknown key of the payee',
    profile: 'psp',
    edits: [
      inFile(
        'lib/network/efi/words.ts',
        "chave_invalida: { status: 400, ends: 'own fault' },",
        "chave_invalida: { status: 400, ends: 'failed', text: 'Pix key not found' },",
      ),
    ],
  },
  {
    name: 'removed-is-sent-again',
    what: 'a payment that was removed at the PSP is sent again',
    profile: 'psp',
    edits: [
      inFile(
        'lib/payout/pay.ts',
        "if (cashout.acceptedAt && isGone) return callForHelp(deps, cashout, 'removed');",
        '',
      ),
      inFile(
        'lib/payout/pay.ts',
        'if (cashout.acceptedAt && !isWaiting) return known as PaymentOutcome;',
        '',
      ),
    ],
  },
  {
    name: 'never-held-for-ever',
    what: 'a cashout that was tried and never held waits for ever',
    profile: 'psp',
    edits: [
      inFile(
        'lib/payout/complete-transfer.ts',
        'if (tries === 0 || now().getTime() - Date.parse(approvedAt ?? createdAt) < holdWithinMs) return undefined;',
        'if (tries >= 0) return undefined;',
      ),
    ],
  },
  {
    name: 'stop-never-lifted',
    what: 'payouts that the PSP has stopped stay stopped when it accepts one again',
    profile: 'psp',
    edits: [
      inFile(
        'lib/network/psp-row-store.ts',
        "if (stop.question !== question && question !== 'send') return;",
        'if (stop.question) return;',
      ),
    ],
  },
  {
    name: 'unread-charge-fails',
    what: 'a code whose charge the PSP refuses to read because of us fails',
    profile: 'psp',
    edits: [inFile('lib/network/same-charge.ts', 'if (error instanceof OwnFault) throw error;', '')],
  },
];
