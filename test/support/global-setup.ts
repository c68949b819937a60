// Starts the parts that a whole test run shares: the embedded engines for tests in this process, and a started stack
// for tests over HTTP.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startInBackground } from '../../local/background.ts';
import { startEngines } from '../../local/engines.ts';
import { readLambdaAddress } from '../../local/lambda-address.ts';
import { readService } from '../../local/read-service.ts';
import type { Service } from '../../local/service.ts';
import { engineHost } from '../dynamodb/engine.ts';
import { startOffline } from './offline.ts';
import { makeTaints, refuseLeaks } from './taints.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: Service;
    endpoints: Record<string, string>;
    /** The address of the started stack, or of osls offline. It is set if the run includes tests over HTTP. */
    baseUrl: string;
    /** The address of the started stack's Lambda API. */
    lambdaUrl: string;
    /** The folder where those tests store the texts that the started stack's log must not contain. */
    taintsFolder: string;
  }
}

export default async function setUp(project: TestProject) {
  const names = project.vitest.projects.map(({ name }) => name);
  const offlineProject = project.vitest.projects.find(({ name }) => name === 'offline');
  const [engines, stack, offline] = await Promise.all([
    startEngines(),
    names.some((name) => ['http', 'journeys'].includes(name)) ? startStack() : undefined,
    offlineProject ? startOffline() : undefined,
  ]);
  project.provide('endpoints', { ...engines.environment, ...ownEngine(), ...givenEndpoints() });
  project.provide('service', readService());
  project.provide('baseUrl', stack?.baseUrl ?? '');
  project.provide('lambdaUrl', stack?.lambdaUrl ?? '');
  project.provide('taintsFolder', stack?.taintsFolder ?? '');
  if (offline) {
    offlineProject?.provide('baseUrl', offline.baseUrl);
    offlineProject?.provide('lambdaUrl', offline.lambdaUrl);
    offlineProject?.provide('taintsFolder', offline.taintsFolder);
  }
  return async () => {
    await Promise.all([engines.stop(), stack?.stop(), offline?.stop()]);
  };
}

/**
 * Returns the endpoint of the engine in the tests' process. TEST_TABLES chooses other tables: `embedded` means the
 * engine that npm start uses, and `compared` means that each answer is compared between the two engines.
 */
function ownEngine(): Record<string, string> {
  if (process.env.TEST_TABLES) return {};
  const endpoint = `http://${engineHost}`;
  return { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint };
}

/**
 * Returns the endpoints of other engines, if any are given. They are used instead of the embedded ones (npm run
 * test:other -- engines).
 */
function givenEndpoints(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL_'));
  const all = process.env.AWS_ENDPOINT_URL;
  const services = ['DYNAMODB', 'DYNAMODB_STREAMS', 'SQS'].map((name) => `AWS_ENDPOINT_URL_${name}`);
  return {
    ...Object.fromEntries(services.flatMap((name) => (all ? [[name, all]] : []))),
    ...(Object.fromEntries(given) as Record<string, string>),
  };
}

async function startStack() {
  const data = mkdtempSync(join(tmpdir(), 'pix-cashout-'));
  const taintsFolder = mkdtempSync(join(tmpdir(), 'pix-cashout-taints-'));
  const stack = await startInBackground(data, ['--memory', '--verbose']);
  return {
    baseUrl: stack.baseUrl,
    lambdaUrl: readLambdaAddress(data),
    taintsFolder,
    async stop() {
      await stack.stop();
      const leaks = findLeaks(stack.printed(), data, taintsFolder);
      rmSync(data, { recursive: true, force: true });
      rmSync(taintsFolder, { recursive: true, force: true });
      refuseLeaks(leaks);
    },
  };
}

function findLeaks(output: string, data: string, taintsFolder: string) {
  const taints = makeTaints();
  for (const file of readdirSync(taintsFolder)) taints.add(readFileSync(join(taintsFolder, file), 'utf8'));
  const { TOKEN_SIGNING_KEY, DATA_KEYS } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'));
  taints.plantAll('setting', { DATA_KEY: DATA_KEYS, signingKey: JSON.parse(TOKEN_SIGNING_KEY).d });
  const { base_url: _, ...demo } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  taints.plantAll('demo', demo);
  const lines = output.split('\n');
  if (!lines.some((line) => line.includes('"service":"pix-cashout-')))
    throw new Error('the log was not there to search');
  return taints.find(lines);
}
