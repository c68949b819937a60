// What happens to single payments, accounts, events and files.

import type { Losses } from './loss.ts';

export const moneyLosses = {
  itemsSkipped: {
    lost: 'a payment or report of the PSP cannot be read',
    signal: '`NetworkItemsSkipped`',
    alarm: 'NetworkItemsSkipped',
    minutes: 15,
  },
  cashoutStuck: {
    lost: 'a cashout stays PROCESSING for 15 minutes',
    signal: '`OldestOpen` or `UnknownAge` of 900 or more',
    alarm: 'OldestProcessing',
    minutes: 16,
  },
  cashoutsLate: {
    lost: 'cashouts take longer than two minutes',
    signal: '`CashoutInTime` of 0',
    alarm: 'CashoutsLate',
    minutes: 15,
  },
  cashoutsLateOften: {
    lost: 'some cashouts take longer, hour by hour',
    signal: '`CashoutInTime` of 0',
    alarm: 'CashoutsLateSlowly',
    minutes: 180,
  },
  cashoutsUnsettled: {
    lost: 'most cashouts fail',
    signal: '`CashoutsFailed`, `CashoutsCancelled`',
    alarm: 'UnsettledRatio',
    minutes: 7,
  },
  chargebackStuck: {
    lost: 'a refund stays PENDING for 30 minutes',
    signal: '`ChargebackAge` of 1800 or more',
    alarm: 'ChargebackOverdue',
    minutes: 34,
  },
  pspRefuses: {
    lost: 'the PSP refuses us, and payouts wait',
    signal: '`PspRefusals`',
    alarm: 'PspRefusesUs',
    minutes: 1,
  },
  keyLookupsWait: {
    lost: 'payouts wait for look-ups of keys',
    signal: '`KeyLookupsWaiting`',
    alarm: 'KeyLookupsWaiting',
    minutes: 16,
  },
  contradiction: {
    lost: 'the network contradicts an outcome',
    signal: '`IncidentsOpened`',
    alarm: 'IncidentOpened',
    minutes: 1,
  },
  otherAmount: {
    lost: 'the PSP has paid another amount',
    signal: '`OtherAmountsPaid`',
    alarm: 'OtherAmountPaid',
    minutes: 1,
  },
  overdrawn: {
    lost: 'a return overdraws an account',
    signal: '`AccountsOverdrawn`',
    alarm: 'AccountOverdrawn',
    minutes: 1,
  },
  unassigned: {
    lost: 'a received payment has no account',
    signal: '`PaymentsUnassigned`',
    alarm: 'PaymentUnassigned',
    minutes: 1,
  },
  pspBooksDiffer: {
    lost: 'the PSP’s books and ours differ',
    signal: '`PspDifferences`',
    alarm: 'PspDifference',
    minutes: 60,
  },
  exportWrong: {
    lost: 'a file of a statement does not add up',
    signal: '`ExportsFailed`',
    alarm: 'ExportsFailed',
    minutes: 1,
  },
  deliveriesLate: {
    lost: 'events are sent later than after a minute',
    signal: '`DeliveryInTime` of 0',
    alarm: 'DeliveriesLate',
    minutes: 12,
  },
  deliveriesLateOften: {
    lost: 'some events are sent later, hour by hour',
    signal: '`DeliveryInTime` of 0',
    alarm: 'DeliveriesLateSlowly',
    minutes: 180,
  },
  databaseThrottled: {
    lost: 'DynamoDB throttles or fails calls',
    signal: '`DatabaseFaults` of 10',
    alarm: 'DatabaseFaults',
    minutes: 1,
  },
} as const satisfies Losses;
