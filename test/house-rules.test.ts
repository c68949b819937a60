import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { root } from '../local/service.ts';
import { folders } from '../tools/folders.ts';
import { bugs } from './simulation/bugs.ts';
import { testsOf } from './support/tests-of.ts';

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const importsOf = (file: string) =>
  [...read(file).matchAll(/from '([^']+)'|import\('([^']+)'\)/g)].map((match) => match[1] ?? match[2] ?? '');

const functions = filesIn('functions');
const lib = filesIn('lib');
const source = [
  ...functions,
  ...lib,
  ...filesIn('infra'),
  ...filesIn('local'),
  ...filesIn('operate'),
  ...filesIn('tools'),
  ...filesIn('bench'),
];

const inRoom = (file: string, ...rooms: string[]) => rooms.some((room) => file.startsWith(`lib/${room}/`));
/**
 * The folders that are not named after a concept of the domain: infrastructure, HTTP, wiring, and the OpenAPI document.
 */
const isFrame = (file: string) => inRoom(file, 'platform', 'http', 'app', 'openapi');
const isStore = (file: string) => file.endsWith('-store.ts');
/** A handler is the common part of all calls of one kind, such as the calls that create a cashout. */
const isHandler = (file: string) => file.endsWith('-handler.ts');
/** An operation is a file that gets the dependencies (`deps`) as a parameter. */
const isOperation = (file: string) =>
  !isFrame(file) &&
  !isHandler(file) &&
  !isStore(file) &&
  !isAdapter(file) &&
  importsOf(file).some((name) => name.endsWith('/deps.ts'));
/** The adapters of the PIX network. */
const isAdapter = (file: string) =>
  inRoom(file, 'network', 'sandbox') &&
  !/\/(br-code|dynamic-code|end-to-end-id|event|schemas|stages|ask-network|open-tenant|rehearse-med|rehearse-network|tell-network)\.ts$/.test(
    file,
  );
/** The domain rules, which must be pure functions. The files that generate ids and tokens are left out. */
const pure = lib.filter(
  (file) =>
    !isFrame(file) &&
    !isStore(file) &&
    !isAdapter(file) &&
    !isHandler(file) &&
    !isOperation(file) &&
    !['lib/base/ids.ts', 'lib/access/tokens.ts'].includes(file),
);

/** Returns the files that break a rule. Each rule is one test. */
const offenders = (files: readonly string[], isWrong: (file: string) => boolean) => {
  expect(files.length).toBeGreaterThan(10);
  return files.filter(isWrong);
};
const lengthOf = (file: string) => read(file).split('\n').length - 1;

describe('the source files:', () => {
  test('every file of functions/ has at most 40 lines and begins with a description', () => {
    expect(offenders(functions, (file) => lengthOf(file) > 40 || !/^\/\/ [A-Z]/.test(read(file)))).toEqual(
      [],
    );
  });

  test('every file has at most 250 lines and begins with a description', () => {
    expect(offenders(source, (file) => lengthOf(file) > 250 || !/^\/\/ \S/.test(read(file)))).toEqual([]);
  });

  test('no file has a TODO, FIXME, any or @ts-ignore', () => {
    const unfinished = /FIXME|TODO|\bany\b\s*[;,)=]|@ts-ignore|@ts-expect-error/;
    expect(offenders(source, (file) => unfinished.test(read(file)))).toEqual([]);
  });
});

// The rules for imports are in .dependency-cruiser.ts.
describe('the folder lib:', () => {
  test('lib has exactly the listed folders, and no file outside them', () => {
    expect([...new Set(lib.map((file) => file.split('/')[1]))].sort()).toEqual(
      folders.map(({ name }) => name).sort(),
    );
  });

  test('rules are pure: no SDK, no environment, no clock, no randomness', () => {
    const isType = (line: string) => line.startsWith('import type') || !line.includes('from ');
    const runtime = (file: string) =>
      read(file)
        .split('\n')
        .filter((line) => !isType(line))
        .join('\n');
    const rim = /@aws-sdk|@middy|node:fs|\/(http|app)\/|platform\/table|-store\.ts/;
    const chance = /process\.env|Date\.now\(|new Date\(\)|Math\.random|randomUUID|randomBytes/;

    expect(offenders(pure, (file) => rim.test(runtime(file)) || chance.test(read(file)))).toEqual([]);
  });

  test('operations import no SDK and no HTTP, and read no environment', () => {
    const stores = /^import (?!type ).*(platform\/table|-store)\.ts/m;
    const chance = /process\.env|Date\.now\(|new Date\(\)|Math\.random|setTimeout/;
    const isWrong = (file: string) =>
      importsOf(file).some((name) => /@aws-sdk|@middy|\/http\//.test(name)) ||
      stores.test(read(file)) ||
      chance.test(read(file));

    expect(offenders(lib.filter(isOperation), isWrong)).toEqual([]);
  });

  test('the list of a cashout is set only in move-to.ts, and a cashout’s row is changed only in row-store.ts, except to blank personal data', () => {
    const making = lib.filter((file) =>
      /[^n] (standingOf|openPartitionOf|waitingShardOf)\(/.test(read(file)),
    );
    const writing = lib.filter((file) => /CASHOUTS_TABLE/.test(read(file)) && /\bchange\(/.test(read(file)));

    expect(making.sort()).toEqual([
      'lib/cashout-list/list-store.ts',
      'lib/cashout/move-to.ts',
      'lib/cashout/open-partition.ts',
    ]);
    // holding-store.ts only blanks personal data.
    expect(writing.sort()).toEqual(['lib/cashout/row-store.ts', 'lib/person/holding-store.ts']);
  });

  test('zod is imported as a namespace, since its `z` object would add every locale to every bundle', () => {
    expect(source.filter((file) => /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(read(file)))).toEqual([]);
  });
});

describe('serverless.yml', () => {
  const service = inject('service');
  const entries = Object.entries(service.functions);

  test('serverless.yml has every file of functions/ exactly once', () => {
    const handlers = entries.map(([, { handler }]) => handler.replace(/\.handler$/, '.ts'));
    expect(handlers.sort()).toEqual(functions.sort());
  });

  test('serverless.yml names only functions that have a test', () => {
    const names = entries.map(([, { handler }]) => basename(handler, '.handler'));
    expect(offenders(names, (name) => !existsSync(join(root, `test/functions/${name}.test.ts`)))).toEqual([]);
  });

  const queues = Object.entries(service.resources.Resources).filter(
    ([, { Type }]) => Type === 'AWS::SQS::Queue',
  );
  const isDeadLetter = (id: string) => /DeadLetter|Failures/.test(id);

  test('serverless.yml gives each queue a dead-letter queue that keeps its messages for 14 days', () => {
    const of = (isWanted: (id: string) => boolean) => queues.filter(([id]) => isWanted(id));

    for (const [id, { Properties }] of of((id) => !isDeadLetter(id))) {
      const { deadLetterTargetArn, maxReceiveCount } = Properties.RedrivePolicy as {
        deadLetterTargetArn: { 'Fn::GetAtt': [string, string] };
        maxReceiveCount: number;
      };
      expect(isDeadLetter(deadLetterTargetArn['Fn::GetAtt'][0]), id).toBe(true);
      expect(maxReceiveCount, id).toBeGreaterThanOrEqual(5);
    }
    for (const [id, { Properties }] of of(isDeadLetter))
      expect(Properties.MessageRetentionPeriod, id).toBe(14 * 24 * 3600);
    expect([of(isDeadLetter).length, of((id) => !isDeadLetter(id)).length]).not.toContain(0);
  });

  const consumers = entries.flatMap(([key, one]) =>
    (one.events ?? []).flatMap(({ sqs }) => (sqs ? [{ key, one, sqs }] : [])),
  );

  test('each queue consumer reports its failed messages, with a visibility time-out of six function time-outs', () => {
    expect(consumers.length).toBeGreaterThan(3);
    for (const { key, one, sqs } of consumers) {
      const queue = (sqs.arn as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
      const { VisibilityTimeout } = service.resources.Resources[queue]?.Properties ?? {};
      expect(sqs, key).toMatchObject({
        functionResponseType: 'ReportBatchItemFailures',
        maximumConcurrency: expect.any(Number),
      });
      expect(VisibilityTimeout, key).toBeGreaterThanOrEqual(
        6 * ((one as { timeout?: number }).timeout ?? 10),
      );
    }
  });

  test('each stream is retried from its first failed record, for six hours at most', () => {
    const streams = entries.flatMap(([, { events = [] }]) => events.flatMap(({ stream }) => stream ?? []));

    expect(streams).toHaveLength(3);
    for (const stream of streams)
      expect(stream).toMatchObject({
        functionResponseType: 'ReportBatchItemFailures',
        bisectBatchOnFunctionError: true,
        // Nobody knows how many retries an outage takes, so the age of a record is the limit.
        maximumRetryAttempts: -1,
        maximumRecordAgeInSeconds: 6 * 3_600,
        destinations: { onFailure: { type: 'sqs' } },
      });
  });

  test('tables are scanned only to find a person or an incident, and rows are deleted only of webhooks, MED case lists, sessions and invitations', () => {
    const scanning = entries.flatMap(([key, { may }]) => (may?.scan ?? []).map((noun) => [key, noun]));
    const deleting = entries.flatMap(([key, { may }]) => (may?.delete ?? []).map((noun) => [key, noun]));

    expect(read('infra/permissions.ts')).not.toMatch(/dynamodb:\*/);
    // docs/decisions/product/personal-data.md explains these scans. Only operators invoke these functions
    // (packaged.test.ts).
    expect(scanning.filter(([key]) => key !== 'person')).toEqual([
      ['desk', 'Incidents'],
      ['administer', 'Incidents'],
    ]);
    const { Statement = [] } = (service.resources.Resources.Boundary?.Properties.PolicyDocument ?? {}) as {
      Statement?: object[];
    };
    const within = Statement.map((one) => JSON.stringify(one)).filter((one) => one.includes('dynamodb:Scan'));
    const of = (text: string, what: string) => new RegExp(`${what}/[^"]*-local-([\\w*]+)"`).exec(text)?.[1];
    expect(within.map((one) => [of(one, 'role'), of(one, 'table')])).toEqual([
      ['person', '*'],
      ['administer', 'incidents'],
    ]);
    expect(deleting).toEqual([
      ['requestRecovery', 'MedCases'],
      ['cancelRecovery', 'MedCases'],
      ['deleteWebhook', 'Webhooks'],
      ['consoleSignIn', 'Invitations'],
      ['consoleSignIn', 'Sessions'],
      ['consoleAct', 'Sessions'],
      ['consoleAct', 'MedCases'],
      ['consoleWebhooks', 'Webhooks'],
      ['consoleBatches', 'Sessions'],
      ['desk', 'Sessions'],
      ['consoleMoneyBack', 'Sessions'],
      ['applyNetworkEvent', 'MedCases'],
      ['pollNetwork', 'MedCases'],
    ]);
    expect(lib.filter((file) => /ScanCommand/.test(read(file))).sort()).toEqual([
      'lib/incident/incident-store.ts',
      'lib/person/holding-store.ts',
    ]);
    expect(lib.filter((file) => /DeleteCommand|Delete: \{/.test(read(file))).sort()).toEqual([
      'lib/funds-recovery/recovery-store.ts',
      'lib/med-case/block-store.ts',
      'lib/med-case/med-case-store.ts',
      'lib/sign-in/session-store.ts',
      'lib/sign-in/subject-store.ts',
      'lib/webhook/webhook-store.ts',
    ]);
  });
});

test('test:watch finds the tests of a file by its name, its users or its importers', () => {
  const found = (file: string) => testsOf(root, join(root, file)).map((one) => relative(root, one));

  expect(found('lib/base/money.ts')).toEqual(['test/base/money.test.ts']);
  expect(found('lib/access/client-store.ts')).toEqual([
    'test/functions/issue-token.test.ts',
    'test/functions/users.test.ts',
  ]);
  expect(found('lib/network/psp-row-store.ts')).toContain('test/functions/list-networks.test.ts');
});

test('every planted bug can be applied to the current source', () => {
  const edits = bugs.flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit })));
  const unfit = edits.filter(({ file, find }) => read(file).split(find).length !== 2);

  expect(edits.length).toBeGreaterThan(100);
  expect(unfit.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});
