// This osls plugin of the service has two tasks. For `osls offline` it adds what serverless-offline lacks: the embedded
// engines, tables and queues from the service's own resources, resolved references in the environment, triggers for
// streams and queues, and the identity provider of the console. For `package` it refuses a stage without a PIX network,
// without issuers for its dynamic codes, or without an address for alarms.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { variableFaults } from '../lib/platform/network-settings.ts';
import { hasSandbox, type Networks, sandboxIspb, sandboxStages } from '../lib/platform/stages.ts';
import { elsewhere, useEngines } from './aws-environment.ts';
import { checkpointIn } from './checkpoint.ts';
import { takeDataFolder } from './data-folder.ts';
import { loadDemo } from './demo-company.ts';
import { openPeople, servePeople } from './demo-people.ts';
import { type Engines, startEngines } from './engines.ts';
import { invokeOver } from './lambda/invoke-over.ts';
import { leaveLambdaAddress, removeLambdaAddress } from './lambda-address.ts';
import { createResources } from './resources.ts';
import { root, type Service } from './service.ts';
import { keepSecrets, resolveEnvironment } from './settings.ts';
import { explain } from './stop.ts';
import { startTriggers, type Triggers } from './triggers.ts';
import { welcome } from './welcome.ts';

type Hook = { pluginName: string; hook: () => Promise<void> };
type Serverless = {
  service: Service & { provider: { stage: string } };
  classes: { Error: new (message: string) => Error };
  pluginManager: { hooks: Record<string, Hook[]> };
  processedInput: { commands: string[] };
};
type Options = { httpPort?: number; lambdaPort?: number };

export default class LocalStack {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly serverless: Serverless;
  readonly baseUrl: string;
  readonly lambdaUrl: string;
  /** The data folder. `temporary` is a folder in it for serverless-offline's temporary files. */
  readonly data = process.env.OFFLINE_DATA || join(root, '.local');
  readonly temporary = join(this.data, 'offline');
  readonly demoFile = join(this.data, 'demo.json');
  engines: Engines | undefined;
  triggers: Triggers | undefined;
  identities: Awaited<ReturnType<typeof servePeople>> | undefined;
  sandboxKey = '';
  began = performance.now();
  release = () => {};

  constructor(serverless: Serverless, { httpPort = 3000, lambdaPort = 3002 }: Options) {
    this.serverless = serverless;
    this.baseUrl = `http://localhost:${httpPort}`;
    this.lambdaUrl = `http://127.0.0.1:${lambdaPort}`;
    this.hooks = {
      'before:package:initialize': async () => {
        this.requireNetwork();
        this.requireIssuers();
        this.requireSomebody();
        this.requireOwnIspb();
      },
      'before:offline:start:init': () => this.prepare(),
      'before:offline:start:ready': () => this.openDemo(),
      'before:offline:start:end': () => this.end(),
    };
    if (serverless.processedInput.commands[0] === 'offline') this.runSources();
    const { ONLY_BUNDLES: only, EMPTY_ARTIFACT: artifact = '' } = process.env;
    if (only !== undefined) this.bundleOnly(only.split(','), artifact);
  }

  /** Packages the template with the bundles of only some functions. The other functions get one empty file. */
  bundleOnly(bundled: readonly string[], artifact: string): void {
    const leaveOut = async () => {
      for (const [key, one] of Object.entries(this.serverless.service.functions))
        if (!bundled.includes(key)) Object.assign(one, { skipEsbuild: true, package: { artifact } });
    };
    this.hooks['after:package:initialize'] = leaveOut;
    // serverless-esbuild expects the artifact of every function among its own bundles, so the files are set again here.
    this.hooks['after:package:createDeploymentArtifacts'] = leaveOut;
  }

  /**
   * Runs the functions from their sources, which serverless-offline supports. Bundling all of them would take a minute
   * and gigabytes.
   */
  runSources(): void {
    const { hooks } = this.serverless.pluginManager;
    for (const [name, all] of Object.entries(hooks))
      hooks[name] = all.filter(({ pluginName }) => pluginName !== 'EsbuildServerlessPlugin');
    mkdirSync(this.temporary, { recursive: true });
    process.env.TMPDIR = this.temporary;
  }

  requireNetwork(): void {
    const { stage, environment } = this.serverless.service.provider;
    if (hasSandbox(environment as Networks)) return;
    const faults = variableFaults(environment);
    if (faults.length === 0) return;
    throw new this.serverless.classes.Error(
      `Stage ${stage} has no PIX network: ${faults.join('; ')}. Only ${sandboxStages.join(' and ')} have the sandbox, and for both payouts and refunds. Set psps, payouts and refunds (infra/stages/${stage}.yml).`,
    );
  }

  /**
   * Refuses a stage that pays dynamic codes through a PSP but does not name the issuers whose charges can be verified.
   */
  requireIssuers(): void {
    const { stage, environment } = this.serverless.service.provider;
    const { PAYOUT_NETWORK, DYNAMIC_CODES, BR_CODE_ISSUERS } = environment;
    if (PAYOUT_NETWORK === 'sandbox' || DYNAMIC_CODES !== 'pay' || BR_CODE_ISSUERS) return;
    throw new this.serverless.classes.Error(
      `Stage ${stage} pays dynamic codes, but names no issuers. Set brCodeIssuers (infra/stages/${stage}.yml).`,
    );
  }

  /** Refuses a stage that has neither a sandbox nor an address for alarms. */
  requireSomebody(): void {
    const { provider, resources } = this.serverless.service;
    if (sandboxStages.includes(provider.stage) || resources.Resources.AlarmsEmail?.Properties.Endpoint)
      return;
    throw new this.serverless.classes.Error(
      `Stage ${provider.stage} has no address for its alarms. Set alarmEmail (infra/stages/${provider.stage}.yml).`,
    );
  }

  /** Refuses a stage that pays through a PSP with the sandbox's ISPB, because end-to-end ids begin with the ISPB. */
  requireOwnIspb(): void {
    const { stage, environment } = this.serverless.service.provider;
    const { PAYOUT_NETWORK, OUR_ISPB } = environment;
    if (PAYOUT_NETWORK === 'sandbox' || OUR_ISPB !== sandboxIspb) return;
    throw new this.serverless.classes.Error(
      `Stage ${stage} has the ISPB of the sandbox, ${sandboxIspb}. Set ourIspb to that of your institution (infra/stages/${stage}.yml).`,
    );
  }

  /** Locks the data folder. A failure becomes an osls error, which osls shows without a stack trace. */
  takeFolder(): () => void {
    try {
      const { port } = new URL(this.baseUrl);
      return takeDataFolder(this.data, `npm run start:offline -- --port ${port}`);
    } catch (error) {
      throw new this.serverless.classes.Error(explain(error));
    }
  }

  async prepare(): Promise<void> {
    const { service } = this.serverless;
    this.release = this.takeFolder();
    const engineFolder = join(this.data, 'engines');
    if (!(await elsewhere())) {
      this.engines = await startEngines(engineFolder);
      useEngines(this.engines);
    }
    const secrets = await keepSecrets(join(this.data, 'secrets.json'));
    this.sandboxKey = secrets.SANDBOX_KEY;
    const sqs = new SQSClient({});
    const physical = await createResources(service, { dynamo: new DynamoDBClient({}), sqs });
    this.identities = await servePeople(this.demoFile, this.baseUrl);
    const given = { ...secrets, ...this.identities.settings, BASE_URL: this.baseUrl };
    service.provider.environment = resolveEnvironment(service.provider.environment, physical, given);
    for (const one of Object.values(service.functions)) {
      if (one.environment) one.environment = resolveEnvironment(one.environment, physical, given);
    }
    // The functions answer only after serverless-offline listens. Until then the triggers' calls fail and are repeated.
    const invoke = invokeOver(service, this.lambdaUrl);
    const streams = new DynamoDBStreamsClient({});
    const checkpoint = checkpointIn(join(engineFolder, 'stream.json'));
    this.triggers = startTriggers({ service, physical, sqs, streams, checkpoint, invoke });
  }

  async openDemo(): Promise<void> {
    const { baseUrl, sandboxKey, demoFile, data: where, identities, serverless } = this;
    leaveLambdaAddress(this.data, this.lambdaUrl);
    const demo = await loadDemo(baseUrl, sandboxKey, demoFile, false);
    const invoke = invokeOver(serverless.service, this.lambdaUrl);
    if (identities) await openPeople(demo, identities, demoFile, baseUrl, invoke);
    const seconds = (performance.now() - this.began) / 1_000;
    process.stdout.write(welcome({ baseUrl, where, demoFile, sandboxKey, seconds }));
  }

  async end(): Promise<void> {
    await this.triggers?.stop();
    await this.identities?.close();
    await this.engines?.stop();
    removeLambdaAddress(this.data);
    rmSync(this.temporary, { recursive: true, force: true });
    this.release();
  }
}
