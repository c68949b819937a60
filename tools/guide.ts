// Makes the tables in docs/ from the code that they describe.

import { type CallerCode, errorBody, type RefusalCode } from '../lib/base/errors.ts';
import { ownFailures } from '../lib/cashout/failures.ts';
import { checks, type Moment, moments } from '../lib/cashout/judge.ts';
import type { MedStatus } from '../lib/med-case/med-case.ts';
import { rejectCodes } from '../lib/network/reject-codes.ts';
import { describeReturn, returnCodes } from '../lib/network/return-codes.ts';
import { ownFailureAdvice, refusalAdvice, rejectAdvice, returnAdvice } from '../lib/openapi/advice.ts';
import { endpoints } from '../lib/openapi/document.ts';
import { refusalsOf } from '../lib/openapi/endpoint.ts';
import { eventData } from '../lib/openapi/event-answers.ts';
import { eventCatalogue, typesThatMayGet } from '../lib/webhook/event-catalogue.ts';
import { eventNames } from '../lib/webhook/event-types.ts';
import type { Service } from '../local/service.ts';
import { capturedTable } from './captured-table.ts';
import { contractTable } from './contract-lines.ts';
import { decisionsList } from './decisions.ts';
import { folders } from './folders.ts';
import { deliveryVector } from './guide-vectors.ts';
import { lossTables } from './losses-table.ts';
import { markdownTable } from './markdown-table.ts';
import { pspTables } from './psp-tables.ts';
import { rolesTables } from './roles-table.ts';
import { settingsTable } from './settings-table.ts';

function errors(): string {
  const codes = [...new Set(endpoints.flatMap(refusalsOf))];
  const order = (code: RefusalCode) => errorBody(code).status;
  const rows = codes
    .sort((one, other) => order(one) - order(other))
    .map((code) => {
      const { status, body } = errorBody(code);
      const from = endpoints.filter((endpoint) => refusalsOf(endpoint).includes(code));
      const where = from.length > 6 ? `${from.length} endpoints` : from.map(({ name }) => name).join(', ');
      return [String(status), body.message, where, adviceFor(code)];
    });
  return markdownTable(['status', 'message', 'from', 'what to do'], rows);
}

/**
 * Returns the advice for a refusal. Throws if there is none, because only refusals for operators may have no advice.
 */
function adviceFor(code: RefusalCode): string {
  if (!(code in refusalAdvice))
    throw new Error(`an endpoint returns ${code}, but callers have no advice for it`);
  return refusalAdvice[code as CallerCode];
}

const ends = { failed: 'ERROR', refused: 'CANCELLED' } as const;

const medStatuses: Readonly<Record<MedStatus, string>> = {
  WAITING: 'reported, not yet analysed',
  IN_ANALYSIS: 'the report is ACKNOWLEDGED, and has a first result',
  ACCEPTED: 'closed and accepted: the money is returned',
  REJECTED: 'closed and rejected',
  CANCELLED: 'withdrawn by the reporting institution',
};

const momentTitles: Readonly<Record<Moment, string>> = {
  create: 'create',
  preflight: 'preflight',
  wait: 'list of what awaits approval',
  approve: 'each approval',
  payee: 'before anything is told of its payee',
  hold: 'hold',
  start: 'start of a scheduled one',
};

/** Returns the table of events, in the order of the catalogue. */
function events(): string {
  const rows = eventNames.map((name) => {
    const { kind, means, onlyIf = {}, where } = eventCatalogue[name];
    const all = typesThatMayGet(name).join(', ');
    const nobody = all === '' && !where ? 'none: only `GET /v3/events` shows it' : '';
    const some = Object.entries(onlyIf).map(([type, condition]) => `${type} only if ${condition}`);
    const receivers = [all, some.join(', '), where, nobody].filter(Boolean).join('; ');
    return [`\`${name}\``, means, receivers, `\`${eventData[kind].meta()?.id}\``];
  });
  return markdownTable(['event', 'what happened', 'webhooks that get it, besides ALL', '`data`'], rows);
}

const tables: Record<string, (service: Service) => string> = {
  errors,
  ownFailures: () =>
    markdownTable(
      ['`erro_descriptor`', 'ends', 'what to do'],
      Object.entries(ownFailures).map(([name, failure]) => [
        failure.text,
        ends[failure.ends],
        ownFailureAdvice[name as keyof typeof ownFailures],
      ]),
    ),
  moments: () =>
    markdownTable(
      ['', ...Object.values(momentTitles)],
      Object.values(checks).map(({ what, at }) => [
        what,
        ...moments.map((moment) => ((at as readonly Moment[]).includes(moment) ? 'anew' : '')),
      ]),
    ),
  rejects: () =>
    markdownTable(
      ['`erro_descriptor`', 'ends', 'what to do'],
      Object.entries(rejectCodes).map(([code, reject]) => [
        `${code} - ${reject.text}`,
        ends[reject.ends],
        rejectAdvice[code as keyof typeof rejectCodes],
      ]),
    ),
  returns: () =>
    markdownTable(
      ['reason', '`erro_descriptor`', 'what to do'],
      returnCodes.map((code) => [code, describeReturn(code), returnAdvice[code]]),
    ),
  medStatuses: () =>
    markdownTable(
      ['`status`', 'means'],
      Object.entries(medStatuses).map(([status, means]) => [`\`${status}\``, means]),
    ),
  delivery: () => markdownTable(['part', 'value'], deliveryVector()),
  events,
  captured: () => capturedTable(),
  ...pspTables,
  ...rolesTables,
  contract: () => contractTable(),
  decisions: () => decisionsList(),
  folders: () =>
    markdownTable(
      ['folder', 'contents'],
      folders.map(({ name, about }) => [`\`lib/${name}/\``, about]),
    ),
  settings: () => settingsTable(),
  ...lossTables,
};

/**
 * Returns the guide with its current tables. A marker without a table is an error.
 * @param drawn further tables by name
 */
export function withTables(guide: string, service: Service, drawn: Record<string, string> = {}): string {
  return guide.replace(/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const table = drawn[name as string] ?? tables[name as string]?.(service);
    if (table === undefined) throw new Error(`the guide needs the table ${name}, which does not exist`);
    return `${begin}\n${table}\n\n${end}`;
  });
}
