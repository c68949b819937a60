// Metrics. Each is counted once, after the write that it reports, by the call that made that write. A replay or a
// failed conditional write counts nothing. The only dimension is the stage, because one per customer would be
// expensive. Failures are also counted by function and version, so that a deployment can watch its own failures.

import { Metrics as Powertools } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';

export const metricNamespace = 'PixCashout';

/** Every metric and its unit; docs/runbook.md says what to do about those that have an alarm. */
export const metricUnits = {
  BatchesCreated: 'Count',
  CashoutsCreated: 'Count',
  CashoutsApproved: 'Count',
  CashoutsSettled: 'Count',
  /** Ended as ERROR. */
  CashoutsFailed: 'Count',
  /** Scheduled cashouts whose money was held on their day. */
  CashoutsStarted: 'Count',
  /** Scheduled cashouts that could not start, and are tried again on the same day. */
  CashoutsPostponed: 'Count',
  /** Ended as CANCELLED after the approval. */
  CashoutsCancelled: 'Count',
  /** NEW cashouts that a person has rejected, or that were not approved in time: nothing has failed. */
  CashoutsRejected: 'Count',
  CashoutsExpired: 'Count',
  /** The whole amount was returned. */
  CashoutsRefunded: 'Count',
  /** From approval to the final status, whichever it is. */
  TimeToFinal: 'Milliseconds',
  /** Final within two minutes of the approval; the others are late (lib/payout/lateness.ts). */
  CashoutsInTime: 'Count',
  /** Counted when one is first seen to be late, ended or not; by each of two that see it at the same moment. */
  CashoutsLate: 'Count',
  /** Calls to the network, or tries to reach it, that gave no final outcome. */
  OutcomesUnknown: 'Count',
  /** Time since approval, at each such call. */
  UnknownAge: 'Seconds',
  /** Since approval: the oldest PROCESSING cashout that a run of `resume-stalled` found due; 0 if none. */
  OldestOpen: 'Seconds',
  /** Rows that `resume-stalled` sent again. */
  StalledResumed: 'Count',
  /** Writes tried again because another transaction had the row. */
  LedgerConflicts: 'Count',
  ChargebacksCreated: 'Count',
  ChargebacksSettled: 'Count',
  ChargebacksRejected: 'Count',
  /** Refused by the network before the chargeback was accepted or shown to a caller. */
  ChargebacksRefused: 'Count',
  /** Time since creation, at each look-up after which it is still PENDING. */
  ChargebackAge: 'Seconds',
  DeliveriesSucceeded: 'Count',
  /** Given up: no attempt is left, or the receiver answered that it is gone. */
  DeliveriesFailed: 'Count',
  DeliveryAttemptsFailed: 'Count',
  /** Time from the fan-out of the event until the receiver took it. */
  DeliveryAge: 'Seconds',
  IncidentsOpened: 'Count',
  /** Returns of received payments that we did not ask for; each is debited. */
  ReturnsImposed: 'Count',
  /** Returns that have left an account below zero. */
  AccountsOverdrawn: 'Count',
  /** Received payments that wait for an operator to assign them to an account. */
  PaymentsUnassigned: 'Count',
  /** Payments and refunds whose amount at the network is not the approved one; each opens an incident. */
  OtherAmountsPaid: 'Count',
  /** Invocations that threw, answered with a 5xx, or gave a message back; also by function and version, for canaries. */
  InvocationsFailed: 'Count',
  /** Failed tries of queue messages. SQS redelivers; after five tries a message is a dead letter. */
  MessagesFailed: 'Count',
  /** Failed requests to the PSP for a list of payments or reports. */
  NetworkListsFailed: 'Count',
  /** Payments, reports and pages that the PSP lists but that cannot be read; each run counts them again. */
  NetworkItemsSkipped: 'Count',
  /** Exports whose entries did not add up, or were too many. */
  ExportsFailed: 'Count',
  ReconcileAccounts: 'Count',
  ReconcileDifferences: 'Count',
  /** Open differences from the PSP's books in the last 30 days, plus days with an unexplained balance. */
  PspDifferences: 'Count',
  /** Days that could not be compared, because the PSP's books were not available. */
  PspBooksFailed: 'Count',
  /** Days until a certificate ends, below 0 when it has: ours at the PSP, and that of our address. */
  CertificateDaysLeft: 'Count',
  /** Calls to our own address from outside that were answered. */
  AddressAnswered: 'Count',
  /** Cashouts of the canary that have ended well, seen from outside; only where there is a sandbox. */
  CanaryPassed: 'Count',
} as const satisfies Record<string, 'Count' | 'Seconds' | 'Milliseconds'>;

export type MetricName = keyof typeof metricUnits;

export type Metrics = {
  /** Adds to a counter, or records one age or duration, in the unit of `metricUnits`. */
  count(name: MetricName, value?: number): void;
  /** Writes the counts since the last flush, if there are any. */
  flush(): void;
};

/** The one dimension of every metric: `service`, with this value. */
export const serviceName = (stage: string): string => `pix-cashout-${stage}`;

/** Counts nothing, for a developer's machine. */
export const noMetrics: Metrics = { count: () => {}, flush: () => {} };

/** Written to standard output in CloudWatch's embedded metric format. It needs no call and no permission. */
export function lambdaMetrics(stage: string): Metrics {
  const counted = new Powertools({ namespace: metricNamespace, serviceName: serviceName(stage) });
  return {
    count(name, value = 1) {
      counted.addMetric(name, metricUnits[name], value);
      if (name === 'InvocationsFailed') countOfVersion(counted, name, value);
    },
    flush: () => {
      if (counted.hasStoredMetrics()) counted.publishStoredMetrics();
    },
  };
}

/** Written at once, in addition to the count of the whole stage. */
function countOfVersion(counted: Powertools, name: MetricName, value: number): void {
  const { AWS_LAMBDA_FUNCTION_NAME: key = 'none', AWS_LAMBDA_FUNCTION_VERSION: version = 'none' } =
    process.env;
  const one = counted.singleMetric();
  one.addDimensions({ function: key, version });
  one.addMetric(name, metricUnits[name], value);
}

/** Whether the answer of an API or a queue shows a failure here. */
function isFailed(result: unknown): boolean {
  const { statusCode = 0, batchItemFailures = [] } = (result ?? {}) as {
    statusCode?: number;
    batchItemFailures?: unknown[];
  };
  return statusCode >= 500 || batchItemFailures.length > 0;
}

/** How long before the Lambda's timeout an invocation writes its metrics (ms). */
const marginMs = 100;

type Writers = { metrics: Metrics; traces?: Pick<Metrics, 'flush'> | undefined };

/** Wraps a handler: the metrics and traces of an invocation are written when it ends, fails or is about to time out. */
export function flushed<Event, Result>(
  { metrics, traces }: Writers,
  handler: (event: Event, context: Context) => Promise<Result>,
) {
  return async (event: Event, context: Context): Promise<Result> => {
    const wait = Math.max(0, context.getRemainingTimeInMillis() - marginMs);
    const flush = () => {
      metrics.flush();
      traces?.flush();
    };
    const timer = setTimeout(flush, wait);
    try {
      const result = await handler(event, context);
      // Lambda itself counts errors that are thrown.
      if (isFailed(result)) metrics.count('InvocationsFailed');
      return result;
    } finally {
      clearTimeout(timer);
      flush();
    }
  };
}
