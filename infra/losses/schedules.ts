// What a scheduled function finds, or no longer finds because it does not run to its end.

import type { Losses } from './loss.ts';

export const scheduleLosses = {
  cashoutsUnread: {
    lost: 'open cashouts cannot be read at all',
    signal: '`resumeStalled` throws; no `OldestOpen`',
    alarm: 'ResumeStalledStopped',
    minutes: 7,
  },
  cashoutUnread: {
    lost: 'one open cashout cannot be read',
    signal: '`resumeStalled` throws; no `OldestOpen`',
    alarm: 'ResumeStalledStopped',
    minutes: 7,
  },
  queueRefuses: {
    lost: 'a queue accepts no messages',
    signal: '`resumeStalled` throws',
    alarm: 'ResumeStalledErrors',
    minutes: 6,
  },
  sweepStopped: {
    lost: '`resumeStalled` does not run',
    signal: 'no `OldestOpen`',
    alarm: 'ResumeStalledStopped',
    minutes: 7,
  },
  accountUnread: {
    lost: 'an account cannot be reconciled',
    signal: '`reconcile` throws; no `ReconcileAccounts`',
    alarm: 'ReconcileStopped',
    minutes: 70,
  },
  booksStopped: {
    lost: '`reconcile` does not run',
    signal: 'no `ReconcileAccounts`',
    alarm: 'ReconcileStopped',
    minutes: 70,
  },
  booksDiffer: {
    lost: 'an account does not add up',
    signal: '`ReconcileDifferences` of 1 or more',
    alarm: 'ReconcileDifference',
    minutes: 15,
  },
  pspLists: {
    lost: 'the PSP lists no payments',
    signal: '`NetworkListsFailed`',
    alarm: 'NetworkPollFailed',
    minutes: 15,
  },
  reportsUnsent: {
    lost: 'reports of the PSP cannot be queued',
    signal: '`NetworkListsFailed`',
    alarm: 'NetworkPollFailed',
    minutes: 15,
  },
  pollThrows: {
    lost: 'the marks of the PSPs’ lists cannot be read',
    signal: '`pollNetwork` throws',
    alarm: 'PollNetworkStopped',
    minutes: 12,
  },
  pollStopped: {
    lost: '`pollNetwork` does not run',
    signal: 'no `Invocations`',
    alarm: 'PollNetworkStopped',
    minutes: 12,
  },
  pspShort: {
    lost: 'the balance at the PSP is below the floor',
    signal: '`PspBelowFloor`',
    alarm: 'PspFundsLow',
    minutes: 5,
  },
  pspBooksUnread: {
    lost: 'the PSP’s books cannot be compared',
    signal: '`reconcilePsp` throws',
    alarm: 'ReconcilePspStopped',
    minutes: 180,
  },
  pspBooksStopped: {
    lost: '`reconcilePsp` does not run',
    signal: 'no `Invocations`',
    alarm: 'ReconcilePspStopped',
    minutes: 180,
  },
  addressSilent: {
    lost: 'our address does not answer',
    signal: 'no `AddressAnswered`',
    alarm: 'AddressStopped',
    minutes: 17,
  },
  addressUnchecked: {
    lost: '`watchAddress` does not run',
    signal: 'no `AddressAnswered`',
    alarm: 'AddressStopped',
    minutes: 17,
  },
  waitingUnread: {
    lost: 'waiting cashouts cannot be read',
    signal: '`expireCashouts` throws',
    alarm: 'ExpireCashoutsStopped',
    minutes: 15,
  },
  startsStopped: {
    lost: '`expireCashouts` does not run',
    signal: 'no `Invocations`',
    alarm: 'ExpireCashoutsStopped',
    minutes: 15,
  },
  certificateEnds: {
    lost: 'a certificate ends within a week',
    signal: '`CertificateDaysLeft`',
    alarm: 'CertificateEnds',
    minutes: 360,
  },
  certificateEndsSoon: {
    lost: 'a certificate ends within thirty days',
    signal: '`CertificateDaysLeft`',
    alarm: 'CertificateEndsSoon',
    minutes: 360,
  },
  certificateUnread: {
    lost: 'a certificate cannot be read',
    signal: '`watchCertificates` throws; no `CertificateDaysLeft`',
    alarm: 'WatchCertificatesStopped',
    minutes: 720,
  },
  certificatesStopped: {
    lost: '`watchCertificates` does not run',
    signal: 'no `Invocations`',
    alarm: 'WatchCertificatesStopped',
    minutes: 720,
  },
  syntheticFails: {
    lost: 'the synthetic payment fails',
    signal: 'no `SyntheticPassed`',
    alarm: 'SyntheticStopped',
    minutes: 17,
  },
  syntheticStopped: {
    lost: '`synthetic` does not run',
    signal: 'no `SyntheticPassed`',
    alarm: 'SyntheticStopped',
    minutes: 17,
  },
} as const satisfies Losses;
