// Counts metrics. A metric is counted once, after the write that it reports, by the call that made the write. Replays
// and failed conditional writes count nothing. The usual dimension is the stage alone, because a dimension for each
// customer would be expensive. Failures are also counted by function and version, so that a deployment can watch its
// own failures. Outcomes that a network decides are also counted by network.

import { Metrics as Powertools } from '@aws-lambda-powertools/metrics';

export const metricNamespace = 'PixCashout';

/** Every metric with its unit. docs/runbook.md is about their alarms. What could not be read is never written as 0. */
export const metricUnits = {
  BatchesCreated: 'Count',
  CashoutsCreated: 'Count',
  CashoutsApproved: 'Count',
  CashoutsSettled: 'Count',
  /** Cashouts that ended as ERROR. */
  CashoutsFailed: 'Count',
  /** Scheduled cashouts that started: their money was held on the day of their start. */
  CashoutsStarted: 'Count',
  /** Scheduled cashouts that could not start. They are tried again on the same day, or wait for more approvals. */
  CashoutsPostponed: 'Count',
  /** Cashouts that ended as CANCELLED after the approval. */
  CashoutsCancelled: 'Count',
  /** NEW cashouts that a person rejected. Neither they nor the expired cashouts below count as failures. */
  CashoutsRejected: 'Count',
  CashoutsExpired: 'Count',
  /** Cashouts whose whole amount was returned. */
  CashoutsRefunded: 'Count',
  /** Time from a cashout's approval to its final status, whichever status it is. */
  TimeToFinal: 'Milliseconds',
  /**
   * 1 for a cashout with a final status within two minutes of the approval (lib/payout/lateness.ts); 0 for one that is
   * found late for the first time, ended or not. If two processes find it at the same moment, both count it.
   */
  CashoutInTime: 'Count',
  /** Calls to the network, and failed tries to reach it, that gave no final outcome. */
  OutcomesUnknown: 'Count',
  /** Time since the cashout's approval, at each call without a final outcome. */
  UnknownAge: 'Seconds',
  /**
   * Age of the oldest PROCESSING cashout whose next step was due in a run of `resume-stalled`, measured from its
   * approval; 0 if there is none. Missing if a list or a cashout could not be read.
   */
  OldestOpen: 'Seconds',
  /** Rows that `resume-stalled` sent to their queue again. */
  StalledResumed: 'Count',
  /** Tokens for a client at a network that is new for it, while another one is in use (lib/access/place.ts). */
  ClientsSeenElsewhere: 'Count',
  /** Tries of calls that DynamoDB throttled or failed, for every table and index. */
  DatabaseFaults: 'Count',
  /** Writes that were tried again because another transaction was writing the same row. */
  LedgerConflicts: 'Count',
  ChargebacksCreated: 'Count',
  ChargebacksSettled: 'Count',
  ChargebacksRejected: 'Count',
  /** Chargebacks that the network refused before the chargeback was accepted or shown to a caller. */
  ChargebacksRefused: 'Count',
  /** Time since a chargeback's creation, at each look-up that finds it still PENDING. */
  ChargebackAge: 'Seconds',
  DeliveriesSucceeded: 'Count',
  /** Deliveries that ended without success: no attempt is left, or the receiver answered that it is gone. */
  DeliveriesFailed: 'Count',
  DeliveryAttemptsFailed: 'Count',
  /**
   * 1 for the first attempt to deliver an event within a minute of the event, to a receiver that answers promptly; 0 for
   * one that begins later, or was found missing.
   */
  DeliveryInTime: 'Count',
  /** Time from the fan-out of an event until the receiver accepted the event. */
  DeliveryAge: 'Seconds',
  IncidentsOpened: 'Count',
  /** Returns that we did not request, of payments that we received. Each of them is debited from the account. */
  ReturnsImposed: 'Count',
  /** Returns that left an account with a balance below zero. */
  AccountsOverdrawn: 'Count',
  /** Received payments that wait for an operator to assign them to an account. */
  PaymentsUnassigned: 'Count',
  /** Payments and refunds whose amount at the network is not the approved amount. Each opens an incident. */
  OtherAmountsPaid: 'Count',
  /**
   * Invocations that answered with a 5xx or gave a message back; Lambda itself counts invocations that threw. Also
   * counted by function and version, for canary deployments.
   */
  InvocationsFailed: 'Count',
  /** Failed tries of queue messages. SQS delivers a message again, five times; then to the dead-letter queue. */
  MessagesFailed: 'Count',
  /** Failed requests to a PSP for a list of payments or reports. */
  NetworkListsFailed: 'Count',
  /** Cents left at a PSP for new payments; also by network. Only counted if the stage has a floor. */
  PspRoom: 'Count',
  /** Reads of a PSP's balance that found the balance below the floor; also counted by network. */
  PspBelowFloor: 'Count',
  /** Requests about payments that the PSP refused because of ourselves; also counted by network. */
  PspRefusals: 'Count',
  /** Look-ups of PIX keys at a PSP that limits them. */
  KeyLookups: 'Count',
  /** Look-ups of PIX keys that waited, because the PSP's tokens for them did not suffice. */
  KeyLookupsWaiting: 'Count',
  /** Payments, reports and pages of the PSP's lists that cannot be read. Each run counts them again. */
  NetworkItemsSkipped: 'Count',
  /** Exports that failed because their entries did not add up or were too many. */
  ExportsFailed: 'Count',
  /** Missing, as a 0 in the next one, if the run could not read everything. */
  ReconcileAccounts: 'Count',
  ReconcileDifferences: 'Count',
  /** Open differences from the PSP's books in 30 days, plus days whose balance has an unexplained difference. */
  PspDifferences: 'Count',
  /** Days whose books could not be compared, because the PSP's books were not available. */
  PspBooksFailed: 'Count',
  /** Days until our certificate at the PSP, or that of our address, expires; negative after the expiry. */
  CertificateDaysLeft: 'Count',
  /** Calls from outside to our own address that got an answer. */
  AddressAnswered: 'Count',
  /** Synthetic payments that succeeded, seen from outside. */
  SyntheticPassed: 'Count',
} as const satisfies Record<string, 'Count' | 'Seconds' | 'Milliseconds'>;

export type MetricName = keyof typeof metricUnits;

export type Metrics = {
  /**
   * Adds to a counter, or records one age or duration, in the metric's unit (`metricUnits`).
   * @param network the network that decided the outcome, if a network decided it
   */
  count(name: MetricName, value?: number, network?: string): void;
  /** Writes the counts since the last flush, if there are any. */
  flush(): void;
};

/** Value of the dimension `service`, which every metric has. */
export const serviceName = (stage: string): string => `pix-cashout-${stage}`;

/** Metrics for a developer's machine, which count nothing. */
export const noMetrics: Metrics = { count: () => {}, flush: () => {} };

/**
 * Makes metrics that are written to standard output in CloudWatch's embedded metric format. This needs no call and no
 * permission.
 */
export function lambdaMetrics(stage: string): Metrics {
  const own = { namespace: metricNamespace, serviceName: serviceName(stage) };
  const make = (defaultDimensions = {}) => new Powertools({ ...own, defaultDimensions });
  const counted = make();
  const ofNetworks = new Map<string, Powertools>();
  return {
    count(name, value = 1, network = undefined) {
      counted.addMetric(name, metricUnits[name], value);
      if (name === 'InvocationsFailed') countOfVersion(counted, name, value);
      if (network === undefined) return;
      if (!ofNetworks.has(network)) ofNetworks.set(network, make({ network }));
      ofNetworks.get(network)?.addMetric(name, metricUnits[name], value);
    },
    flush: () => {
      for (const each of [counted, ...ofNetworks.values()])
        if (each.hasStoredMetrics()) each.publishStoredMetrics();
    },
  };
}

/** Counts a metric by function and version, in addition to the count of the whole stage. Writes this count at once. */
function countOfVersion(counted: Powertools, name: MetricName, value: number): void {
  const { AWS_LAMBDA_FUNCTION_NAME: key = 'none', AWS_LAMBDA_FUNCTION_VERSION: version = 'none' } =
    process.env;
  const one = counted.singleMetric();
  one.addDimensions({ function: key, version });
  one.addMetric(name, metricUnits[name], value);
}
