// Computes the cost of a million cashouts, item by item, from the counted use of a few cashouts.

import type { Flow, Part } from './cashout-flow.ts';
import type { Line } from './prices.ts';

const million = 1e6;

/** The setting `memorySize` of a function, in MB. All functions of the flow use the value of serverless.yml. */
export type Setting = { memorySize: number };

/**
 * A function with 1,769 MB or more has a whole core. A smaller function has a share in proportion (Lambda's guide,
 * configuration-memory).
 */
const wholeCoreMb = 1_769;

/** The access log line of one request, in the format of serverless.yml. */
const accessLine =
  '{"requestId":"JKJaXmPLvHcESHA=","time":"22/Nov/2026:02:00:00 +0000","route":"POST /create-cashout","status":"200","bytes":"412","milliseconds":"31","functionMilliseconds":"28","error":"-"}';

/**
 * Computes the billed time of a function's invocations. A function with less than a core needs more time to compute.
 */
export function billedMs(
  { milliseconds, cpu }: Pick<Part, 'milliseconds' | 'cpu'>,
  { memorySize }: Setting,
): number {
  return milliseconds + cpu * Math.max(0, wholeCoreMb / memorySize - 1);
}

export function gigabyteSecondsOf(milliseconds: number, { memorySize }: Setting): number {
  return (milliseconds / 1_000) * (memorySize / 1_024);
}

export function lambdaLines(invocations: number, gigabyteSeconds: number): Line[] {
  return [
    { item: 'Lambda, invocations', price: 'invocation', count: invocations },
    { item: 'Lambda, time', price: 'gigabyteSecond', count: gigabyteSeconds },
  ];
}

/**
 * Counts the bytes of the log. It counts no START, END and REPORT lines, because the platform logs only failures
 * (serverless.yml).
 */
export function logLines(lineBytes: number, requests: number): Line {
  const count = lineBytes + requests * accessLine.length;
  return { item: 'CloudWatch, log lines', price: 'logs', count };
}

export function outLine({ apiBytes, wire }: Flow): Line {
  return { item: 'Data out: answers and webhooks', price: 'dataOut', count: apiBytes + wire.webhookBytes };
}

export function storageLines(bytes: number): Line[] {
  return [
    { item: 'DynamoDB, rows kept for a month', price: 'storage', count: bytes },
    { item: 'DynamoDB, recovery of them', price: 'recovery', count: bytes },
  ];
}

/** A cashout needs two API requests: one creates it, and one approves it. */
export const requestsEach = 2;

/** @param storedBytes the bytes that one cashout stores */
export function ourBill(flow: Flow, setting: Setting, storedBytes: number): Line[] {
  const { cashouts, wire, batches } = flow;
  const parts = Object.values(flow.parts);
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0);
  const invocations = sum((part) => part.invocations);
  const lines: Line[] = [
    { item: 'DynamoDB, writes', price: 'write', count: sum(({ writes }) => writes) },
    { item: 'DynamoDB, reads', price: 'read', count: sum(({ reads }) => reads) },
    ...lambdaLines(
      invocations,
      sum((part) => gigabyteSecondsOf(billedMs(part, setting), setting)),
    ),
    { item: 'API Gateway', price: 'gateway', count: requestsEach * cashouts },
    // Lambda receives a batch and then deletes it. Both calls are billed to us.
    { item: 'SQS, sent', price: 'queue', count: wire.sends },
    { item: 'SQS, received and deleted', price: 'queue', count: 2 * batches },
    { item: 'SQS, for fair queues', price: 'fairQueue', count: wire.fair },
    logLines(wire.logBytes, requestsEach * cashouts),
    outLine(flow),
    ...storageLines(storedBytes * cashouts),
  ];
  return perMillion(lines, cashouts);
}

export function perMillion(lines: readonly Line[], cashouts: number): Line[] {
  return lines.map((line) => ({ ...line, count: (line.count / cashouts) * million }));
}
