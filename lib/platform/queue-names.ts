// The queues of work, and what SQS allows.

export const queueNames = ['transfers', 'webhook-events', 'chargebacks'] as const;
export type QueueName = (typeof queueNames)[number];

/** SQS's own bound for a delayed message. */
export const delaySecondsMax = 900;
