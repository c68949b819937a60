// The worker thread that runs the functions: its failures, and changes of the source code, also during requests.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveLambda } from '../../../local/lambda/api.ts';
import { type FunctionFailed, type Functions, openFunctions } from '../../../local/lambda/functions.ts';
import { watchSources } from '../../../local/lambda/watch-sources.ts';
import { root, type Service } from '../../../local/service.ts';
import { until } from '../../support/api.ts';

let folder: string;
let functions: Functions | undefined;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-cashout-functions-'));
  mkdirSync(join(folder, 'inner'));
  told = [];
});
afterEach(async () => {
  await functions?.stop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, source: string) => writeFileSync(join(folder, `${name}.ts`), source);
const answering = (text: string) =>
  `export const handler = async (event: object) => ({ text: '${text}', event });`;

function serviceOf(names: readonly string[], timeout?: number): Service {
  const entries = names.map((name) => {
    const handler = `${relative(root, join(folder, name))}.handler`;
    return [name, { name: `stage-${name}`, handler, ...(timeout === undefined ? {} : { timeout }) }];
  });
  return { functions: Object.fromEntries(entries) } as unknown as Service;
}

async function open(names: readonly string[], timeout?: number) {
  functions = openFunctions({
    service: serviceOf(names, timeout),
    environment: Promise.resolve({ PLACE: 'here' }),
    onLog: (text) => told.push(text),
    onCrash: (why) => told.push(why),
  });
  await functions.loaded();
  return functions;
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it did not fail'),
    (error) => (error as FunctionFailed).failure,
  );

test('a function returns its result as JSON, and has its own environment and log', async () => {
  write(
    'one',
    `export const handler = async (event: object, context: { functionName: string }) => {
    console.log('heard', process.env.PLACE);
    return { event, name: context.functionName, gone: undefined };
  };`,
  );
  const { invoke } = await open(['one']);

  expect(await invoke('one', { a: undefined, b: 1 })).toEqual({ event: { b: 1 }, name: 'stage-one' });
  await until(
    async () => told,
    (all) => all.join('').includes('heard here'),
  );
});

test('a function that cannot be loaded fails with the reason, and the other functions answer', async () => {
  write('good', answering('good'));
  write('broken', 'export const handler = ;');
  write('empty', 'export const other = 1;');
  const { invoke, loaded } = await open(['good', 'broken', 'empty', 'missing']);

  expect((await loaded()).map(({ functionKey }) => functionKey).sort()).toEqual([
    'broken',
    'empty',
    'missing',
  ]);
  expect(await invoke('good', {})).toEqual({ text: 'good', event: {} });
  expect(await failureOf(invoke('broken', {}))).toMatchObject({
    errorMessage: expect.stringMatching(/Expression expected/),
  });
  expect(await failureOf(invoke('missing', {}))).toMatchObject({
    errorMessage: expect.stringMatching(/Cannot find module/),
  });
});

test('a function that throws or times out fails with the same error as on Lambda', async () => {
  write('thrower', `export const handler = async () => { throw new TypeError('no'); };`);
  write('sleeper', 'export const handler = () => new Promise(() => {});');
  const { invoke } = await open(['thrower', 'sleeper'], 0.05);

  expect(await failureOf(invoke('thrower', {}))).toMatchObject({
    errorType: 'TypeError',
    errorMessage: 'no',
  });
  expect(await failureOf(invoke('sleeper', {}))).toMatchObject({
    errorType: 'Sandbox.Timedout',
    errorMessage: 'Task timed out after 0.05 seconds',
  });
});

test('a worker thread that ends is reported and replaced, and its requests fail', async () => {
  write('leaver', 'export const handler = () => process.exit(1);');
  write('good', answering('good'));
  const { invoke } = await open(['leaver', 'good']);

  expect(await failureOf(invoke('leaver', {}))).toMatchObject({ errorType: 'Runtime.ExitError' });
  await until(
    async () => told.length,
    (count) => count > 0,
  );
  expect(await invoke('good', {})).toEqual({ text: 'good', event: {} });
});

test('changed source code is used for new requests, while running requests end with the old code', async () => {
  write(
    'one',
    `import { word } from './inner/word.ts';
    const gate = new BroadcastChannel('gate');
    export const handler = ({ wait }: { wait?: true }) =>
      wait ? new Promise((resolve) => { gate.onmessage = () => resolve(word); }) : word;`,
  );
  write('inner/word', `export const word = 'old';`);
  const running = await open(['one']);
  const lines: string[] = [];
  const stop = watchSources(running, (line) => lines.push(line), [folder]);
  const early = running.invoke('one', { wait: true });

  write('inner/word', `export const word = 'new';`);
  await until(
    async () => running.invoke('one', {}),
    (word) => word === 'new',
  );
  const gate = new BroadcastChannel('gate');
  gate.postMessage('open');
  gate.close();
  expect(await early).toBe('old');
  expect(lines.join()).toMatch(/inner\/word\.ts changed: loaded in \d+ ms/);
  stop();
});

test('source code with a syntax error is reported, and the last good code is used until the error is fixed', async () => {
  write('one', answering('old'));
  const running = await open(['one']);
  const lines: string[] = [];
  const stop = watchSources(running, (line) => lines.push(line), [folder]);

  write('one', 'export const handler = async () => ({ text: ');
  await until(
    async () => lines,
    (all) => all.length > 0,
  );
  expect(lines[0]).toMatch(
    /one\.ts changed, but one cannot be loaded; the previous code stays in use:\n.*one\.ts/s,
  );
  expect(await running.invoke('one', {})).toEqual({ text: 'old', event: {} });

  write('one', answering('mended'));
  await until(
    async () => (await running.invoke('one', {})) as { text: string },
    ({ text }) => text === 'mended',
  );
  stop();
});

test('source code that ends its thread while loading is reported, and the last good code is used', async () => {
  write('one', answering('old'));
  const running = await open(['one']);

  write('one', 'process.exit(1);');
  const { failed } = await running.reload();

  expect(failed).toEqual([{ functionKey: 'one', why: 'the thread ended as it was loaded' }]);
  expect(await running.invoke('one', {})).toEqual({ text: 'old', event: {} });
  expect(told).toEqual([]);
});

test('every function fails immediately if the worker thread exits while it loads the code for the first time', async () => {
  write('one', 'process.exit(1);');
  write('two', answering('two'));
  const { invoke, loaded } = await open(['one', 'two']);

  expect((await loaded()).map(({ functionKey }) => functionKey)).toEqual(['one', 'two']);
  expect(await failureOf(invoke('two', {}))).toMatchObject({ errorType: 'Runtime.ExitError' });
});

test('the Lambda API invokes functions by name, reports failures as Lambda does, and refuses unknown functions', async () => {
  write('one', answering('one'));
  write('thrower', `export const handler = async () => { throw new TypeError('no'); };`);
  const { invoke } = await open(['one', 'thrower']);
  const api = await serveLambda(serviceOf(['one', 'thrower']), invoke);
  const ask = async (name: string, body: string) => {
    const answer = await fetch(`${api.url}/2015-03-31/functions/${name}/invocations`, {
      method: 'POST',
      body,
    });
    const { headers, status } = answer;
    return {
      status,
      failed: headers.get('x-amz-function-error'),
      type: headers.get('x-amzn-errortype'),
      body: await answer.json(),
    };
  };

  expect(await ask('stage-one', '{"a":1}')).toEqual({
    status: 200,
    failed: null,
    type: null,
    body: { text: 'one', event: { a: 1 } },
  });
  expect(await ask('stage-thrower', '')).toMatchObject({
    status: 200,
    failed: 'Unhandled',
    body: { errorType: 'TypeError', errorMessage: 'no' },
  });
  expect(await ask('stage-one', '{')).toMatchObject({ status: 400, type: 'InvalidRequestContentException' });
  expect(await ask('stage-two', '{}')).toMatchObject({ status: 404, type: 'ResourceNotFoundException' });
  api.close();
});
