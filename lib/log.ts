// Structured log. Only the fields named here can be logged: never a body, key, name, tax id, token or secret.

import { Logger } from '@aws-lambda-powertools/logger';

export type LogFields = {
  route?: string;
  status?: number;
  code?: string;
  cashoutId?: number;
  chargebackId?: number;
  companyId?: string;
  clientId?: string;
  cashoutStatus?: string;
  outcome?: string;
  tries?: number;
  count?: number;
  queue?: string;
  lane?: string;
  webhookId?: number;
  attempts?: number;
  milliseconds?: number;
};

export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** The error's name and where it was thrown; its message may carry what a caller sent, so it stays out. */
  error(message: string, fields: LogFields, error: unknown): void;
};

export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const cause = error.cause instanceof Error ? { errorCause: error.cause.name } : {};
  return { errorName: error.name, errorAt: frames.slice(0, 5).map((line) => line.trim()), ...cause };
}

export function lambdaLog(stage: string): Log {
  const logger = new Logger({ serviceName: `pix-cashout-${stage}` });
  return {
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, fields, error) => logger.error(message, { ...fields, ...describeError(error) }),
  };
}
