// What tells of a loss: for each loss, the alarm that is raised first. The table in docs/disaster.md is made from it, and
// test/infra/losses.test.ts causes each loss and evaluates the alarm.

export type Loss = {
  lost: string;
  /** What the service or AWS writes, or no longer writes, because of the loss. */
  signal: string;
  /** The name of the alarm or rule, which is its section of the runbook. */
  alarm: string;
  /** The longest time from the loss to the notification, without CloudWatch's own delay of a minute or two. */
  minutes: number;
  /** The first command of the runbook's section. */
  command: string;
};

export const losses = {
  cashoutsUnread: {
    lost: 'open cashouts cannot be read at all',
    signal: '`resumeStalled` throws; no `OldestOpen`',
    alarm: 'ResumeStalledStopped',
    minutes: 7,
    command: 'errors resumeStalled',
  },
  cashoutUnread: {
    lost: 'one open cashout cannot be read',
    signal: '`resumeStalled` throws; no `OldestOpen`',
    alarm: 'ResumeStalledStopped',
    minutes: 7,
    command: 'errors resumeStalled',
  },
  queueRefuses: {
    lost: 'a queue accepts no messages',
    signal: '`resumeStalled` throws',
    alarm: 'ResumeStalledErrors',
    minutes: 10,
    command: 'errors resumeStalled',
  },
  sweepStopped: {
    lost: '`resumeStalled` does not run',
    signal: 'no `OldestOpen`',
    alarm: 'ResumeStalledStopped',
    minutes: 7,
    command: 'aws events list-rules --name-prefix pix-cashout-$STAGE',
  },
  cashoutStuck: {
    lost: 'a cashout stays PROCESSING for 15 minutes',
    signal: '`OldestOpen` or `UnknownAge` of 900 or more',
    alarm: 'OldestProcessing',
    minutes: 20,
    command: 'npm run admin -- network check',
  },
  accountUnread: {
    lost: 'an account cannot be reconciled',
    signal: '`reconcile` throws; no `ReconcileAccounts`',
    alarm: 'ReconcileErrors',
    minutes: 74,
    command: 'errors reconcile',
  },
  booksStopped: {
    lost: '`reconcile` does not run',
    signal: 'no `ReconcileAccounts`',
    alarm: 'ReconcileStopped',
    minutes: 74,
    command: 'errors reconcile',
  },
  pspLists: {
    lost: 'the PSP lists no payments',
    signal: '`NetworkListsFailed`',
    alarm: 'NetworkPollFailed',
    minutes: 15,
    command: 'npm run admin -- network check',
  },
  pollStopped: {
    lost: '`pollNetwork` does not run',
    signal: 'no `Invocations`',
    alarm: 'PollNetworkStopped',
    minutes: 14,
    command: 'as for ResumeStalledStopped, with `pollNetwork`',
  },
  addressSilent: {
    lost: 'our address does not answer',
    signal: 'no `AddressAnswered`',
    alarm: 'AddressStopped',
    minutes: 17,
    command: 'curl -i https://ADDRESS/.well-known/jwks.json',
  },
  pspShort: {
    lost: 'the balance at the PSP is below the floor',
    signal: '`PspBelowFloor`',
    alarm: 'PspFundsLow',
    minutes: 9,
    command: 'npm run admin -- network list',
  },
  pollThrows: {
    lost: 'reports of the PSP cannot be queued',
    signal: '`pollNetwork` throws',
    alarm: 'PollNetworkErrors',
    minutes: 14,
    command: 'errors pollNetwork',
  },
  booksDiffer: {
    lost: 'an account does not add up',
    signal: '`ReconcileDifferences` of 1 or more',
    alarm: 'ReconcileDifference',
    minutes: 29,
    command: 'npm run admin -- incident list',
  },
  pspBooksStopped: {
    lost: '`reconcilePsp` does not run',
    signal: 'no `Invocations`',
    alarm: 'ReconcilePspStopped',
    minutes: 224,
    command: 'npm run admin -- reconcile psp',
  },
  waitingUnread: {
    lost: 'waiting cashouts cannot be read',
    signal: '`expireCashouts` throws',
    alarm: 'ExpireCashoutsErrors',
    minutes: 10,
    command: 'errors expireCashouts',
  },
  startsStopped: {
    lost: '`expireCashouts` does not run',
    signal: 'no `Invocations`',
    alarm: 'ExpireCashoutsStopped',
    minutes: 17,
    command: 'as for ResumeStalledStopped, with `expireCashouts`',
  },
  certificateUnread: {
    lost: 'a certificate cannot be read',
    signal: '`watchCertificates` throws; no `CertificateDaysLeft`',
    alarm: 'WatchCertificatesErrors',
    minutes: 779,
    command: `logs 24 "filter message = 'certificate cannot be read'`,
  },
  certificatesStopped: {
    lost: '`watchCertificates` does not run',
    signal: 'no `Invocations`',
    alarm: 'WatchCertificatesStopped',
    minutes: 899,
    command: 'as for ResumeStalledStopped, with `watchCertificates`',
  },
  tokensFail: {
    lost: 'nobody gets a token',
    signal: 'access log: 5xx of `POST /oauth2/token`',
    alarm: 'TokensFailing',
    minutes: 7,
    command: `logs 1 "filter message = 'request failed' and route like 'oauth2'`,
  },
  callsFail: {
    lost: 'no cashout can be created or approved',
    signal: 'access log: 5xx of the calls that pay',
    alarm: 'CallsFailing',
    minutes: 64,
    command: `logs 1 "filter message = 'request failed' and (route like 'create'`,
  },
  keyLost: {
    lost: 'a KMS key is disabled, or will be deleted',
    signal: 'CloudTrail: `DisableKey`, `ScheduleKeyDeletion`',
    alarm: 'KeyLost',
    minutes: 15,
    command: 'aws kms enable-key --key-id $(key DataKey)',
  },
} as const satisfies Record<string, Loss>;
