// npm run test:other -- contract DOCUMENT: checks our requests to a PSP, the fake PSP's answers and our reading of callbacks against
// the Central Bank's own document of the Pix API (github.com/bacen/pix-api), which is read from the given path. It checks
// documented.json, too.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { parseJson } from '../../lib/base/json.ts';
import { cents } from '../../lib/base/money.ts';
import { makeBcbBooks } from '../../lib/network/bcb/books.ts';
import { makeBcbReceived } from '../../lib/network/bcb/received.ts';
import { makeBcbRefunds } from '../../lib/network/bcb/refunds.ts';
import type { PixNetwork, RefundLookup, RefundOutcome } from '../../lib/network/port.ts';
import { networkPixBody } from '../../lib/network/schemas.ts';
import type { PspCall } from '../../lib/network/send-json.ts';
import { pixApiDocument } from '../support/tools.ts';
import { compareFacts } from './compare-facts.ts';
import { makeFakePsp } from './fake-psp.ts';
import { end, report, say } from './judge.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;

const file = process.argv[2] ?? pixApiDocument;
if (!file) {
  say(
    'npm run test:other -- contract DOCUMENT\n\nDOCUMENT (or PIX_API_DOCUMENT) is the OpenAPI document of the Pix API, in a check-out of github.com/bacen/pix-api.',
  );
  process.exit(2);
}
const document: Json = parse(readFileSync(file, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'pix' });
const compiled = new Map<string, ValidateFunction>();

function check(what: string, pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `pix#${pointer}` });
  compiled.set(pointer, validate);
  report(what, validate(value) ? undefined : ajv.errorsText(validate.errors));
}

const nodeAt = (pointer: string): Json =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner: Json, part) => inner?.[part.replaceAll('~1', '/')], document);

/** Resolves references inside the document. */
function placeOf(pointer: string): string {
  const { $ref } = nodeAt(pointer) ?? {};
  return $ref ? placeOf($ref.slice(1)) : pointer;
}

/** Returns the parameters of a path or of a call. */
const parametersOf = (pointer: string): string[] =>
  (nodeAt(pointer).parameters ?? []).map((_: Json, index: number) =>
    placeOf(`${pointer}/parameters/${index}`),
  );

const path = '/paths/~1pix~1{e2eid}~1devolucao~1{id}';
const endToEndId = 'E0908935620261121120000000000001';
const returnId = 'D0908935620261121120000000000001';

async function askEach(): Promise<void> {
  const said: [string, RefundOutcome, RefundLookup][] = [
    ['under way', { kind: 'accepted', returnId }, { kind: 'accepted', returnId }],
    ['done', { kind: 'settled', returnId }, { kind: 'settled', returnId }],
    [
      'not done',
      { kind: 'rejected', returnId, text: 'sem saldo' },
      { kind: 'rejected', returnId, text: 'sem saldo' },
    ],
    ['refused', { kind: 'refused', text: 'fora do prazo' }, { kind: 'not_found' }],
    ['not answered', { kind: 'unknown' }, { kind: 'unknown' }],
  ];
  for (const [name, onAsking, onLooking] of said) {
    const rules = {
      requestRefund: async () => onAsking,
      findRefund: async () => onLooking,
    } as unknown as PixNetwork;
    const answer = makeFakePsp({ rules, now: () => new Date(), payerOf: async () => undefined });
    const { requestRefund, findRefund } = makeBcbRefunds((call) => exchange(name, call, answer));
    const order = {
      reference: '6928153729222R1',
      endToEndId,
      amountCents: cents(1_050),
      information: 'Pedido 42: não serviu',
    };
    const [asked, found] = [await requestRefund(order), await findRefund(order)];
    report(
      `${name}: read as ${asked.kind}, then ${found.kind}`,
      asked.kind === onAsking.kind && found.kind === onLooking.kind ? undefined : 'something else',
    );
  }
}

async function exchange(name: string, call: PspCall, answer: ReturnType<typeof makeFakePsp>) {
  const verb = call.method.toLowerCase();
  const [, , , e2eid, , id] = call.path.split('/');
  for (const place of parametersOf(path)) {
    const { name: parameter } = nodeAt(place);
    check(
      `${name}: ${call.method} ${parameter}`,
      placeOf(`${place}/schema`),
      parameter === 'e2eid' ? e2eid : id,
    );
  }
  if (call.body) {
    const body = placeOf(`${path}/${verb}/requestBody`);
    check(`${name}: ${call.method} body`, placeOf(`${body}/content/application~1json/schema`), call.body);
  }
  const reply = await answer(call);
  const documented = document.paths['/pix/{e2eid}/devolucao/{id}'][verb].responses[reply.status];
  // Gateways answer 504, which the document mentions only in its text.
  if (!documented && reply.status !== 504)
    report(`${name}: ${call.method} is answered ${reply.status}`, 'no such answer');
  const schema = reply.status < 400 ? '/components/schemas/Devolucao' : '/components/schemas/Problema';
  check(`${name}: the fake's ${reply.status} to ${call.method}`, schema, reply.body);
  return reply;
}

/** Checks that we can read every example of a callback and of a payment in the document. */
function readExamples(): void {
  const bodies = document.components.requestBodies.WebhookPixBody;
  const examples: Json[] = Object.values(bodies.content['application/json'].examples ?? {});
  const resolved = examples.map((example) =>
    example.$ref ? document.components.examples[example.$ref.split('/').at(-1)] : example,
  );
  const lists = resolved.map(({ value }) => value);
  const payments = Object.entries<Json>(document.components.examples).filter(
    ([, { value }]) => value?.endToEndId && value?.valor && value?.horario,
  );
  for (const [name, body] of [
    ...lists.map((value, index) => [`callback ${index + 1}`, value] as const),
    ...payments.map(([name, { value }]) => [name, { pix: [value] }] as const),
  ]) {
    const read = networkPixBody.safeParse(parseJson(Buffer.from(JSON.stringify(body)))?.value);
    const isPix = ajv.compile({ $ref: 'pix#/components/schemas/Pix' });
    // Some of the document's examples do not match the document's own patterns.
    if (!read.success && !body.pix.every((one: unknown) => isPix(one))) {
      say(`left out  ${name}: by the document itself ${ajv.errorsText(isPix.errors)}`);
      continue;
    }
    report(
      `the document's example ${name} is read`,
      read.success
        ? undefined
        : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    );
  }
}

/** Reads the list of received payments page by page. */
async function listReceived(): Promise<void> {
  const payments = Array.from({ length: 150 }, (_, index) => ({
    endToEndId: `E09089356202611211200${String(index).padStart(11, '0')}`,
    valor: '10.50',
    horario: '2026-11-21T12:00:00.000Z',
    chave: 'loja@example.com',
  }));
  const rules = {} as PixNetwork;
  const lists = { pix: payments, infracoes: [] };
  const answer = makeFakePsp({ rules, now: () => new Date(), payerOf: async () => undefined, lists });
  const { listReceived: list } = makeBcbReceived(
    async (call) => {
      const asked = [...new URL(call.path, 'https://psp').searchParams.keys()];
      const known = parametersOf('/paths/~1pix/get').map((place) => nodeAt(place).name);
      report(
        `list: GET ${asked.join(', ')}`,
        asked.find((name) => !known.includes(name)),
      );
      const reply = await answer(call);
      // The document's schema requires `cobs` in this answer, but its example has `pix`.
      check("list: the fake's page", '/components/schemas/PixConsultados', { ...reply.body, cobs: [] });
      return reply;
    },
    (why) => report(`list: ${why}`, 'passed over'),
  );
  const range = { from: '2026-11-21T11:00:00.000Z', to: '2026-11-21T13:00:00.000Z' };
  const books = await makeBcbBooks(async (call) => {
    const asked = [...new URL(call.path, 'https://psp').searchParams.keys()];
    const known = parametersOf('/paths/~1pix/get').map((place) => nodeAt(place).name);
    report(
      `books: GET ${asked.join(', ')}`,
      asked.find((name) => !known.includes(name)),
    );
    return answer(call);
  }).listReceived(range);
  report(
    `books: ${books.items.length} payments are read`,
    books.faults[0] ?? (books.items.length === payments.length ? undefined : 'not all'),
  );
  const found = await list(range);
  report(`list: ${found.length} payments are read`, found.length === payments.length ? undefined : 'not all');
}

/** Checks what the refunds rely on and no schema says: the document's texts about a request. */
function readRules(): void {
  const { DevolucaoSolicitada, DevolucaoSolicitadaNatureza: kind } = document.components.schemas;
  const [, errors = ''] = (document.info.description as string).split('### `PixDevolucaoInvalida`');
  const text = (errors.split(/^##/m)[0] ?? '').replace(/\s+/g, ' ');
  const isSaid = (what: string, said: boolean) => report(what, said ? undefined : 'the document has it not');
  isSaid('a refund needs its amount only', String(DevolucaoSolicitada.required) === 'valor');
  isSaid('a refund is ORIGINAL or RETIRADA', String(kind.enum) === 'ORIGINAL,RETIRADA');
  const missing = /ausência\s+deste campo[^.]*\(`ORIGINAL`\)/;
  isSaid('a refund without a kind is ORIGINAL', missing.test(kind.description));
  isSaid('a refund of a Pix Saque is RETIRADA', /Pix Saque:[^;]*RETIRADA/.test(kind.description));
  isSaid('PixDevolucaoInvalida: the id was used before', text.includes('já utilizado'));
  isSaid('PixDevolucaoInvalida: 90 days are over', text.includes('90 dias desde a data de liquidação'));
}

say(`${document.info.title} ${document.info.version}`);
readRules();
await askEach();
await listReceived();
readExamples();
compareFacts('bcb', dirname(file), report);
end();
