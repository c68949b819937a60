// The tables of docs/integrators.md, docs/psp.md and docs/roles.md, from the code that they describe.

import { createHmac } from 'node:crypto';
import { errorBody, type RefusalCode } from '../lib/errors.ts';
import { findings } from '../lib/hmac-doctor.ts';
import { endpoints } from '../lib/openapi/document.ts';
import { refusalsOf } from '../lib/openapi/endpoint.ts';
import {
  type Errors,
  paymentErrors,
  paymentStates,
  refundErrors,
  refundStates,
  type States,
} from '../lib/pix/psp-words.ts';
import { rejectCodes } from '../lib/pix/reject-codes.ts';
import { describeReturn, returnCodes } from '../lib/pix/return-codes.ts';
import { cashoutEventTypes } from '../lib/webhook-event.ts';
import { markdownTable } from './markdown-table.ts';
import { rolesTables } from './roles-table.ts';
import type { Service } from './service.ts';

/** What to do about an answer; the words of the catalogue say the rest. */
function advice(status: number): string {
  if (status >= 500) return 'outcome unknown: the same call with the same key';
  if (status === 401) return 'a new token, or the client’s permissions';
  if (status === 409) return 'another key, or the body that the key had first';
  if (status === 429) return 'nothing has moved; the same call after `Retry-After` seconds';
  if (status === 422) return 'mend the fields in `errors`';
  return 'nothing has moved; see the words';
}

function errors(): string {
  const codes = [...new Set(endpoints.flatMap(refusalsOf))];
  const order = (code: RefusalCode) => errorBody(code).status;
  const rows = codes
    .sort((one, other) => order(one) - order(other))
    .map((code) => {
      const { status, body } = errorBody(code);
      const from = endpoints.filter((endpoint) => refusalsOf(endpoint).includes(code));
      const where = from.length > 6 ? `${from.length} endpoints` : from.map(({ name }) => name).join(', ');
      return [String(status), body.message, where, advice(status)];
    });
  return markdownTable(['status', 'message', 'from', 'what to do'], rows);
}

const stateTable = (states: States, done: string) =>
  markdownTable(
    ['state', 'means'],
    Object.entries(states).map(([word, state]) => [
      word,
      { done, 'under way': 'still unknown', 'not done': 'not done: an end' }[state],
    ]),
  );

const errorTable = (errors: Errors) =>
  markdownTable(
    ['error', 'status', 'means', 'words'],
    Object.entries(errors).map(([name, { status, ends, ...refusal }]) => {
      const { code = '', text = '' } = refusal as { code?: string; text?: string };
      return [name, String(status), ends, [code, text].filter(Boolean).join(' - ')];
    }),
  );

const ends = { failed: 'ERROR', refused: 'CANCELLED' } as const;

const tables: Record<string, (service: Service) => string> = {
  errors,
  rejects: () =>
    markdownTable(
      ['recipient', 'ends', '`erro_descriptor`'],
      Object.entries(rejectCodes).map(([code, reject]) => [
        `\`${code.toLowerCase()}@sandbox.pix\``,
        ends[reject.ends],
        `${code} - ${reject.text}`,
      ]),
    ),
  returns: () =>
    markdownTable(
      ['reason', '`erro_descriptor`'],
      returnCodes.map((code) => [code, describeReturn(code)]),
    ),
  events: () =>
    markdownTable(
      ['event', 'webhooks that get it, besides ALL'],
      Object.entries(cashoutEventTypes).map(([change, types]) => [
        `\`cashout.${change}\``,
        types.join(', ') || 'none: it is in `GET /v3/events` only',
      ]),
    ),
  paymentStates: () => stateTable(paymentStates, 'settled'),
  refundStates: () => stateTable(refundStates, 'SUCCESS'),
  paymentErrors: () => errorTable(paymentErrors),
  refundErrors: () => errorTable(refundErrors),
  ...rolesTables,
  signatures: () => markdownTable(['what is wrong', 'what the doctor says'], findings),
};

/** The guide with its tables as they are now; a marker without a table is an error. */
export function withTables(guide: string, service: Service): string {
  return guide.replace(/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const make = tables[name as string];
    if (!make) throw new Error(`the guide asks for a table ${name} that is not there`);
    return `${begin}\n${make(service)}\n\n${end}`;
  });
}

type Vector = { name: string; secret: string; body?: string; body_hex?: string; times?: number };

const vectors: readonly Vector[] = [
  { name: 'RFC 4231, test case 2', secret: 'Jefe', body: 'what do ya want for nothing?' },
  { name: 'an empty body, as for GET and DELETE', secret: 'secret', body: '' },
  { name: 'a small body', secret: 'secret', body: '{"id":42}' },
  { name: 'the same with a blank: other bytes, other signature', secret: 'secret', body: '{"id": 42}' },
  {
    name: 'letters beyond ASCII, in UTF-8',
    secret: 'secret',
    body: '{"recipient_name":"João Conceição 💸"}',
  },
  {
    name: 'the same letters, escaped',
    secret: 'secret',
    body: '{"recipient_name":"Jo\\u00e3o Concei\\u00e7\\u00e3o \\ud83d\\udcb8"}',
  },
  { name: 'a newline at the end is signed too', secret: 'secret', body: '{"id":42}\n' },
  { name: 'bytes that are no UTF-8', secret: 'secret', body_hex: '7b22ff00227d' },
  {
    name: 'a secret in hex is used as it is written',
    secret: '0badc0de0badc0de0badc0de0badc0de',
    body: '{"id":42}',
  },
  { name: 'the biggest body: 65536 times the letter', secret: 'secret', body: 'a', times: 65_536 },
];

/** docs/hmac-vectors.json */
export function hmacVectors(): string {
  const signed = vectors.map(({ name, secret, body, body_hex, times }) => {
    const bytes = body_hex ? Buffer.from(body_hex, 'hex') : Buffer.from((body ?? '').repeat(times ?? 1));
    const hmac = createHmac('sha256', secret).update(bytes).digest('hex');
    return { name, secret, body, body_hex, times, hmac };
  });
  return `${JSON.stringify(signed, null, 2)}\n`;
}
