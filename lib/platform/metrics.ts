// What is counted. A number is counted once, after the write that made it true, by whoever made that write: a replay
// or a lost race counts nothing. There is one dimension, the stage; a number per customer would cost one metric each.

import { Metrics as Powertools } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';

export const metricNamespace = 'PixCashout';

/** Every metric and its unit; docs/runbook.md says what to do about those that have an alarm. */
export const metricUnits = {
  CashoutsCreated: 'Count',
  CashoutsApproved: 'Count',
  CashoutsSettled: 'Count',
  /** Ended as ERROR. */
  CashoutsFailed: 'Count',
  CashoutsCancelled: 'Count',
  /** The whole of the money has come back. */
  CashoutsRefunded: 'Count',
  /** From approval to the end, whatever the end. */
  TimeToFinal: 'Milliseconds',
  /** Looks at the network, or tries to reach it, without a final word. */
  OutcomesUnknown: 'Count',
  /** Since approval, at each such look. */
  UnknownAge: 'Seconds',
  /** Since approval: the oldest PROCESSING cashout that a run of `resume-stalled` found due; 0 when there is none. */
  OldestOpen: 'Seconds',
  /** Rows that `resume-stalled` has sent again. */
  StalledResumed: 'Count',
  /** Writes tried again because another transaction had the row. */
  LedgerConflicts: 'Count',
  ChargebacksCreated: 'Count',
  ChargebacksSettled: 'Count',
  ChargebacksRejected: 'Count',
  /** Refused before anybody was told of it. */
  ChargebacksRefused: 'Count',
  /** Since creation, at each look after which it is still PENDING. */
  ChargebackAge: 'Seconds',
  DeliveriesSucceeded: 'Count',
  /** Given up: no attempt is left, or the receiver wants no more. */
  DeliveriesFailed: 'Count',
  DeliveryAttemptsFailed: 'Count',
  /** Since the event was fanned out, when the receiver took it. */
  DeliveryAge: 'Seconds',
  IncidentsOpened: 'Count',
  /** Payments received that have gone back without our asking, each debited. */
  ReturnsImposed: 'Count',
  /** Returns that have left an account below zero. */
  AccountsOverdrawn: 'Count',
  /** Payments that have arrived and wait for a person to say whose they are. */
  PaymentsUnassigned: 'Count',
  /** Payments and refunds that the network has in another amount than was approved: an incident each. */
  OtherAmountsPaid: 'Count',
  /** Tries of a queue's messages that failed; they come again, and after five are dead letters. */
  MessagesFailed: 'Count',
  /** Lists of payments or reports that the PSP did not give. */
  NetworkListsFailed: 'Count',
  /** Payments, reports and pages of them that the PSP lists and that cannot be read; each run counts them again. */
  NetworkItemsSkipped: 'Count',
  ReconcileAccounts: 'Count',
  ReconcileDifferences: 'Count',
  /** Days of the last month on which the PSP's books and ours do not agree, by each difference. */
  PspDifferences: 'Count',
  /** Days that could not be compared, since the PSP did not give its books. */
  PspBooksFailed: 'Count',
} as const satisfies Record<string, 'Count' | 'Seconds' | 'Milliseconds'>;

export type MetricName = keyof typeof metricUnits;

export type Metrics = {
  /** Adds to a number, or notes one age or duration, in the catalogue's unit. */
  count(name: MetricName, value?: number): void;
  /** Writes what was counted since the last time, if anything was. */
  flush(): void;
};

/** The one dimension of every metric: `service`, with this value. */
export const serviceName = (stage: string): string => `pix-cashout-${stage}`;

/** Nothing is counted on a machine of one's own. */
export const noMetrics: Metrics = { count: () => {}, flush: () => {} };

/** Written to standard output in CloudWatch's embedded metric format: no call is made, and no permission needed. */
export function lambdaMetrics(stage: string): Metrics {
  const counted = new Powertools({ namespace: metricNamespace, serviceName: serviceName(stage) });
  return {
    count: (name, value = 1) => void counted.addMetric(name, metricUnits[name], value),
    flush: () => {
      if (counted.hasStoredMetrics()) counted.publishStoredMetrics();
    },
  };
}

/** So long before its Lambda is stopped an invocation writes what it has counted by then. */
const marginMs = 100;

/** The same handler; what an invocation counts is written once, when it ends, fails or is about to be stopped. */
export function flushed<Event, Result>(
  metrics: Metrics,
  handler: (event: Event, context: Context) => Promise<Result>,
) {
  return async (event: Event, context: Context): Promise<Result> => {
    const wait = Math.max(0, context.getRemainingTimeInMillis() - marginMs);
    const timer = setTimeout(() => metrics.flush(), wait);
    try {
      return await handler(event, context);
    } finally {
      clearTimeout(timer);
      metrics.flush();
    }
  };
}
