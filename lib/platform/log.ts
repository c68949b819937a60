// Writes the structured log. Only the fields named here are written: never a body, key, name, tax id, token or secret.
// The list is also checked at run time, because a type accepts objects with more fields.

import { Logger } from '@aws-lambda-powertools/logger';
import { correlationIdOf } from '../base/correlation.ts';
import { serviceName } from './metrics.ts';

const loggable = {
  /** API Gateway's id of the request. API Gateway's access log contains the same id. */
  requestId: 'string',
  /** Derived from cashoutId or chargebackId, if given (correlation.ts). */
  correlationId: 'string',
  route: 'string',
  status: 'number',
  code: 'string',
  cashoutId: 'number',
  chargebackId: 'number',
  companyId: 'string',
  /** The account's digest, on lines about money, to find a busy account. */
  account: 'string',
  clientId: 'string',
  cashoutStatus: 'string',
  outcome: 'string',
  tries: 'number',
  count: 'number',
  queue: 'string',
  shard: 'string',
  exportId: 'string',
  batchId: 'string',
  webhookId: 'number',
  eventType: 'string',
  attempts: 'number',
  milliseconds: 'number',
  incidentId: 'string',
  difference: 'string',
  accounts: 'number',
  touched: 'number',
  entries: 'number',
  holds: 'number',
  busy: 'number',
  suspected: 'number',
  differences: 'number',
  failed: 'number',
  day: 'string',
  /** Name of our account at a PSP. */
  place: 'string',
  agree: 'number',
} as const;

type Types = { string: string; number: number };
export type LogFields = { [Name in keyof typeof loggable]?: Types[(typeof loggable)[Name]] };

export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Writes the error's name and where it was thrown, but not its message, which may contain a caller's data. */
  error(message: string, fields: LogFields, error: unknown): void;
};

/** The destination of log lines. */
export type Sink = Record<
  'info' | 'warn' | 'error',
  (message: string, fields: Record<string, unknown>) => void
>;

export function makeLog(sink: Sink): Log {
  return {
    info: (message, fields = {}) => sink.info(message, pick(fields)),
    warn: (message, fields = {}) => sink.warn(message, pick(fields)),
    error: (message, fields, error) => sink.error(message, { ...pick(fields), ...describeError(error) }),
  };
}

export function lambdaLog(stage: string): Log {
  return makeLog(new Logger({ serviceName: serviceName(stage) }));
}

function pick(fields: LogFields): LogFields {
  const types: Record<string, string | undefined> = loggable;
  const picked: LogFields = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => Object.hasOwn(types, name) && typeof value === types[name],
    ),
  );
  const correlationId = correlationIdOf(picked);
  return correlationId === undefined ? picked : { correlationId, ...picked };
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  // A stack begins with the message, which may itself resemble a stack frame.
  const places = (error.stack ?? '').replace(error.message, () => '').split('\n');
  const frames = places.filter((line) => line.startsWith('    at '));
  const cause = error.cause instanceof Error ? { errorCause: error.cause.name } : {};
  return { errorName: error.name, errorAt: frames.slice(0, 5).map((line) => line.trim()), ...cause };
}
