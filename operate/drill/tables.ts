// Decides which tables a drill restores, and names their copies.

import { readService } from '../../local/read-service.ts';
import type { Service } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';

/** `variable` is the table's name in the service's settings. */
export type DrilledTable = { id: string; variable: string; name: string };

/** The tables that do not affect money: webhook registrations, deliveries, and the audit. */
const withoutMoney = ['WebhooksTable', 'DeliveriesTable', 'AuditTable'];

/** Returns the service with the table names of a stage. */
export function serviceOf(stage: string): Service {
  const text = JSON.stringify(readService()).replaceAll('pix-cashout-local-', `pix-cashout-${stage}-`);
  return JSON.parse(text) as Service;
}

/**
 * Returns every table that affects money and has point-in-time recovery. All these tables are restored to the same
 * second.
 */
export function drilledTables({ resources, functions, provider }: Service): DrilledTable[] {
  const settings = Object.assign(
    {},
    provider.environment,
    ...Object.values(functions).map(({ environment = {} }) => environment),
  ) as Record<string, unknown>;
  const variables = Object.entries(settings).filter(([name]) => name.endsWith('_TABLE'));
  return Object.entries(resources.Resources)
    .filter(([, { Type }]) => Type === 'AWS::DynamoDB::Table')
    .filter(
      ([id, { Properties }]) =>
        'PointInTimeRecoverySpecification' in Properties && !withoutMoney.includes(id),
    )
    .map(([id, { Properties }]) => {
      const [variable = ''] = variables.find(([, value]) => (value as { Ref?: string }).Ref === id) ?? [];
      return { id, variable, name: String(Properties.TableName) };
    });
}

/** The end of every copy's name. A table whose name has another end is never written and never deleted. */
const copyEnd = /-drill-\d{8}T\d{6}Z$/;

export function suffixOf(at: Date): string {
  return `-drill-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

export const isCopy = (name: string): boolean => copyEnd.test(name);

/** @throws Stop unless the text is an instant of a whole second, which is DynamoDB's precision for restores */
export function readInstant(text: string): Date {
  const at = new Date(text);
  const isWhole =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(at.getTime());
  if (isWhole) return at;
  throw new Stop(
    `--at ${text} is not an instant of a whole second.`,
    'For example: --at 2026-11-23T14:00:00Z, or --at 2026-11-23T11:00:00-03:00',
  );
}
