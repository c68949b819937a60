// Starts the whole service on this machine: the embedded engines or the endpoint in AWS_ENDPOINT_URL, tables and
// queues, the functions in their thread, triggers and schedules, and the gateway. The parts start one after another,
// and stop in the reverse order.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { awsEnvironment, elsewhere, useEngines } from './aws-environment.ts';
import { checkpointIn } from './checkpoint.ts';
import { takeDataFolder, withAdvice } from './data-folder.ts';
import { loadDemo } from './demo-company.ts';
import { openPeople } from './demo-people.ts';
import { receiveDelivery } from './demo-receiver.ts';
import { makeStory } from './demo-story.ts';
import { startEngines } from './engines.ts';
import { freePort } from './free-port.ts';
import { makeGate } from './gate.ts';
import { type GatewayOptions, openGateway } from './gateway/serve.ts';
import { openIdentities } from './identity-provider.ts';
import { serveLambda } from './lambda/api.ts';
import { openFunctions } from './lambda/functions.ts';
import { watchSources } from './lambda/watch-sources.ts';
import { leaveLambdaAddress, removeLambdaAddress } from './lambda-address.ts';
import { readService } from './read-service.ts';
import { createResources } from './resources.ts';
import { startSchedules } from './schedules.ts';
import { keepSecrets, notRead, wholeEnvironment } from './settings.ts';
import { showDemo } from './show-demo.ts';
import { Stop } from './stop.ts';
import { makeTellFailure } from './tell-failure.ts';
import { startTriggers } from './triggers.ts';

export type StackOptions = {
  port: number;
  /** The data folder. */
  data: string;
  /** Whether to start with empty data. */
  fresh: boolean;
  /** Whether to keep tables and queues in memory only. */
  memory: boolean;
  /** Whether to read the tables' streams. Without them, only the schedule resumes work. */
  streams: boolean;
  /** Whether to load the functions again when their sources change. */
  watch: boolean;
  /** Prints a line for the person who started the stack. */
  say: (line: string) => void;
  /** Called with the functions' log. */
  log: (text: string) => void;
  /** Called if the stack cannot continue. */
  onBroken: (why: string) => void;
};

export type RunningStack = {
  baseUrl: string;
  where: string;
  demoFile: string;
  sandboxKey: string;
  stop(): Promise<void>;
};

/** @throws Stop with advice; then nothing is left running, and other stacks are not affected */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw withAdvice(error, options.data);
  }
}

async function open(options: StackOptions, opened: AsyncDisposableStack): Promise<RunningStack> {
  const { port, data, say, log } = options;
  const baseUrl = `http://localhost:${port}`;
  const identities = openIdentities(baseUrl, port);
  const demoFile = join(data, 'demo.json');
  const gateway = await takePort(port, {
    instead: (...one) => showDemo(demoFile, ...one) || receiveDelivery(...one) || identities.answers(...one),
    onAnswer: ({ routeKey, status, milliseconds }) => {
      log(`${routeKey} ${status} in ${milliseconds} ms\n`);
      if (status >= 500) tellFailure(routeKey, status);
    },
    onFailure: (functionKey, error) => say(`${functionKey}: ${wordsOf(error)}`),
  });
  const tellFailure = makeTellFailure(options);
  opened.defer(() => gateway.close());
  opened.defer(takeDataFolder(data, `npm start -- --port ${port}`));
  const engineFolder = join(data, 'engines');
  if (options.fresh) rmSync(engineFolder, { recursive: true, force: true });
  const service = readService();

  // The sources are loaded while the engines start.
  const environment = Promise.withResolvers<Record<string, string>>();
  const functions = openFunctions({
    service,
    environment: environment.promise,
    onLog: log,
    onCrash: (why) => say(`The functions stopped and were restarted: ${why}`),
  });
  opened.defer(() => functions.stop());

  const endpoint = await elsewhere();
  if (!endpoint) {
    const engines = await startEngines(options.memory ? undefined : engineFolder);
    let isWanted = true;
    opened.defer(() => {
      isWanted = false;
      return engines.stop();
    });
    void engines.ended.then(() => {
      if (isWanted)
        options.onBroken(
          'The embedded DynamoDB stopped unexpectedly.\nnpm start starts it again with the same data.',
        );
    });
    useEngines(engines);
  }
  const where = endpoint ?? (options.memory ? 'memory' : data);
  say(`  ${endpoint ? 'using' : 'engines started, data in'} ${where}`);

  const secrets = await keepSecrets(join(data, 'secrets.json'));
  const sqs = new SQSClient({});
  const physical = await createResources(service, { dynamo: new DynamoDBClient({}), sqs });
  const settings = wholeEnvironment(service, physical, {
    ...secrets,
    ...identities.settings,
    BASE_URL: baseUrl,
  });
  const others = notRead(settings, process.env);
  if (others.length > 0)
    say(`  not read from the environment: ${others.join(', ')}. Settings are in infra/stages/local.yml`);
  environment.resolve({ ...settings, ...awsEnvironment() });
  const failed = await functions.loaded();
  say(`  ${Object.keys(service.functions).length - failed.length} functions loaded`);
  for (const [why, functionsOf] of Map.groupBy(failed, ({ why }) => why))
    say(
      `  cannot be loaded and answer 500: ${functionsOf.map(({ functionKey }) => functionKey).join(', ')}\n${why}`,
    );

  let isStopping = false;
  const onFault = (what: string, error: unknown) => isStopping || say(`${what}: ${wordsOf(error)}`);
  const gate = makeGate(functions.invoke);
  const triggers = startTriggers({
    service,
    physical,
    sqs,
    invoke: gate.invoke,
    onFault,
    ...(options.streams ? { streams: new DynamoDBStreamsClient({}) } : {}),
    ...(options.memory ? {} : { checkpoint: checkpointIn(join(engineFolder, 'stream.json')) }),
  });
  opened.defer(() => triggers.stop());
  const invoke = (functionKey: string, event: unknown) =>
    functions.invoke(functionKey, event).finally(triggers.wake);
  const scheduled = (functionKey: string, event: unknown) =>
    gate.invoke(functionKey, event).finally(triggers.wake);
  opened.defer(startSchedules({ service, invoke: scheduled, onFault }));
  identities.beforeSignIn(makeStory({ file: demoFile, settings, baseUrl, hold: gate.hold, say }));
  const lambda = await serveLambda(service, invoke);
  opened.defer(lambda.close);
  leaveLambdaAddress(data, lambda.url);
  opened.defer(() => removeLambdaAddress(data));
  if (options.watch) opened.defer(watchSources(functions, say));

  // A client that waits for the port may read demo.json as soon as the port answers. So another port is used until the
  // file exists.
  const aheadPort = await freePort();
  const ahead = await openGateway(aheadPort);
  ahead.open(service, invoke);
  const isNew = options.fresh || options.memory;
  const through = `http://127.0.0.1:${aheadPort}`;
  await loadDemo(baseUrl, secrets.SANDBOX_KEY, demoFile, isNew, through)
    .then((demo) => openPeople(demo, identities, demoFile, through, invoke))
    .finally(() => ahead.close());
  gateway.open(service, invoke);
  return {
    baseUrl,
    where,
    demoFile,
    sandboxKey: secrets.SANDBOX_KEY,
    async stop() {
      isStopping = true;
      gateway.shut();
      await opened.disposeAsync();
    },
  };
}

async function takePort(port: number, options: GatewayOptions) {
  return openGateway(port, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new Stop(
        `Port ${port} is taken.`,
        `Stop the program that uses it, or use another port: npm start -- --port ${port + 1} --data .local/second`,
      );
    if (error.code === 'EACCES')
      throw new Stop(
        `You are not allowed to use port ${port}.`,
        'Use one above 1023: npm start -- --port 3000',
      );
    throw error;
  });
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
