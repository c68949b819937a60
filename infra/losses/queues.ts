// What happens to messages and to the changes of rows.

import type { Losses } from './loss.ts';

export const queueLosses = {
  transfersPoisoned: {
    lost: 'a message of TransfersQueue fails five times',
    signal: 'a message in TransfersDeadLetterQueue',
    alarm: 'TransfersDeadLetter',
    minutes: 16,
  },
  webhookEventsPoisoned: {
    lost: 'a message of WebhookEventsQueue fails five times',
    signal: 'a message in WebhookEventsDeadLetterQueue',
    alarm: 'WebhookEventsDeadLetter',
    minutes: 16,
  },
  chargebacksPoisoned: {
    lost: 'a message of ChargebacksQueue fails five times',
    signal: 'a message in ChargebacksDeadLetterQueue',
    alarm: 'ChargebacksDeadLetter',
    minutes: 16,
  },
  webhookDeliveriesPoisoned: {
    lost: 'a message of WebhookDeliveriesQueue fails five times',
    signal: 'a message in WebhookDeliveriesDeadLetterQueue',
    alarm: 'WebhookDeliveriesDeadLetter',
    minutes: 16,
  },
  slowWebhookDeliveriesPoisoned: {
    lost: 'a message of SlowWebhookDeliveriesQueue fails five times',
    signal: 'a message in SlowWebhookDeliveriesDeadLetterQueue',
    alarm: 'SlowWebhookDeliveriesDeadLetter',
    minutes: 16,
  },
  networkEventsPoisoned: {
    lost: 'a message of NetworkEventsQueue fails five times',
    signal: 'a message in NetworkEventsDeadLetterQueue',
    alarm: 'NetworkEventsDeadLetter',
    minutes: 16,
  },
  exportsPoisoned: {
    lost: 'a message of ExportsQueue fails five times',
    signal: 'a message in ExportsDeadLetterQueue',
    alarm: 'ExportsDeadLetter',
    minutes: 451,
  },
  batchesPoisoned: {
    lost: 'a message of BatchesQueue fails five times',
    signal: 'a message in BatchesDeadLetterQueue',
    alarm: 'BatchesDeadLetter',
    minutes: 16,
  },
  webhookEventsWait: {
    lost: 'nobody handles WebhookEventsQueue',
    signal: 'age of its oldest message',
    alarm: 'WebhookEventsAge',
    minutes: 8,
  },
  chargebacksWait: {
    lost: 'nobody handles ChargebacksQueue',
    signal: 'age of its oldest message',
    alarm: 'ChargebacksAge',
    minutes: 18,
  },
  slowWebhookDeliveriesWait: {
    lost: 'nobody handles SlowWebhookDeliveriesQueue',
    signal: 'age of its oldest message',
    alarm: 'SlowWebhookDeliveriesAge',
    minutes: 33,
  },
  networkEventsWait: {
    lost: 'nobody handles NetworkEventsQueue',
    signal: 'age of its oldest message',
    alarm: 'NetworkEventsAge',
    minutes: 33,
  },
  exportsWait: {
    lost: 'nobody handles ExportsQueue',
    signal: 'age of its oldest message',
    alarm: 'ExportsAge',
    minutes: 33,
  },
  batchesWait: {
    lost: 'nobody handles BatchesQueue',
    signal: 'age of its oldest message',
    alarm: 'BatchesAge',
    minutes: 13,
  },
  changesWait: {
    lost: 'changes of rows do not become messages',
    signal: '`IteratorAge` of `dispatch`',
    alarm: 'DispatchIteratorAge',
    minutes: 4,
  },
  changesLost: {
    lost: 'a change of a row is given up after six hours',
    signal: 'a message in DispatchFailuresQueue',
    alarm: 'DispatchDeadLetter',
    minutes: 361,
  },
} as const satisfies Losses;
