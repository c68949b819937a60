// The names of the work queues, and SQS's limit for delays.

export const queueNames = ['transfers', 'webhook-events', 'chargebacks'] as const;
export type QueueName = (typeof queueNames)[number];

/** SQS's maximum delay of a message. */
export const delaySecondsMax = 900;
