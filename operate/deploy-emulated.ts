// npm run test:other -- emulated: deploys the packaged service to an emulated AWS on this machine, and compares the
// deployed resources with the templates.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalstack } from '../local/emulators/localstack.ts';
import { hasDocker } from '../local/emulators/localstack-docker.ts';
import { startMoto } from '../local/emulators/moto.ts';
import { anyCredentials, type Emulator } from '../local/emulators/program.ts';
import { freePort } from '../local/free-port.ts';
import { packagedTemplate, packageService, type Template } from '../local/osls.ts';
import { explain, readOptions, Stop } from '../local/stop.ts';
import { openCloud } from './deploy/cloud.ts';
import { stackNames } from './deploy/stack-names.ts';
import { type Ask, elements, makeAsk } from './deployed/ask.ts';
import { changeAndGoBack } from './deployed/change-and-go-back.ts';
import { checkStack } from './deployed/check.ts';
import { addsIndexes, gapsOf, urlSuffixOf } from './deployed/gaps.ts';
import { listPhysical } from './deployed/list-physical.ts';
import { makeMoreReaders } from './deployed/more-readers.ts';
import { makeReaders } from './deployed/readers.ts';
import { reportOn } from './deployed/report.ts';
import { wantedOf } from './deployed/template.ts';
import { createStage } from './stage/create.ts';
import { destroyStage } from './stage/destroy.ts';

const help = `npm run test:other -- emulated [moto | localstack] [options]

  Packages the service for staging and creates the stage on an emulated AWS on this machine, by the code of npm run stage.
  Asks the services whether each table, queue, role, function, mapping and route matches the templates. Then it changes the
  code and the data and deploys both, tries what has to be refused, and rolls the code back. At last it destroys the stage
  and creates it again.

  moto         from Python's index, kept under .local (needs Python 3.11; the default)
  localstack   the same (needs Python 3.11, a JDK 17 and Maven)

  --docker     localstack: from its image, as docker-compose.yml has it
  --folder DIR deploys what is packaged there, instead of packaging
  --port N     port of the emulated AWS (default: a free one)
  --keep       leave it running until Ctrl-C
  --help       this text

  AWS_ENDPOINT_URL on this machine is used as it is, instead of starting one.
  Resources that the emulator does not support are listed and not judged. Exit code 1: something differs.
`;

const flags = readOptions(
  {
    docker: { type: 'boolean', default: false },
    folder: { type: 'string' },
    port: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  help,
  ['moto', 'localstack'],
);
const stage = 'staging';
const names = stackNames(stage);
const repository = 'owner/repo';
const started = Date.now();
const say = (line: string) =>
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-emulated-'));
let emulator: Emulator | undefined;

if (flags.help) process.stdout.write(help);
else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  process.exitCode = await run().catch((error) => {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  });
}
await cleanUp();

async function run(): Promise<number> {
  if (flags.folder) cpSync(flags.folder, folder, { recursive: true });
  else {
    say(`packaging for ${stage} ...`);
    await packageService(stage, folder);
  }
  const template = await packagedTemplate(folder);
  emulator = await startEmulator();
  Object.assign(process.env, anyCredentials, emulator.environment);
  const cloud = await openCloud(anyCredentials.AWS_REGION, (line) => line.startsWith('  add') || say(line));
  say(`creating ${stage} on ${emulator.name} ...`);
  await createStage(cloud, { stage, folder, repository, dry: false, hasFewFunctions: true });
  const ask = makeAsk(emulator.environment.AWS_ENDPOINT_URL ?? '');
  const isAsWritten = await judge(emulator, template, ask);
  await changeAndGoBack({ cloud, stage, folder, ask, say, hasIndexes: addsIndexes(emulator.name) });
  say(`destroying ${stage}, and creating it again ...`);
  await destroyStage(cloud, { stage, dry: false, confirm: stage });
  await createStage(cloud, { stage, folder, repository, dry: false, hasFewFunctions: true });
  const isAsWrittenAgain = await judge(emulator, template, ask);
  if (flags.keep) {
    say(`the stage stays at ${emulator.environment.AWS_ENDPOINT_URL}; Ctrl-C ends it`);
    await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
  }
  return isAsWritten && isAsWrittenAgain ? 0 : 1;
}

/** Asks each service what exists, prints the report, and returns whether everything is as in the template. */
async function judge({ name }: Emulator, template: Template, ask: Ask): Promise<boolean> {
  say('asking each service what exists ...');
  const caller = await ask.query('sts', { Action: 'GetCallerIdentity', Version: '2011-06-15' });
  const { physical, nameless } = await listPhysical();
  const verdicts = await checkStack({
    template: wantedOf(template),
    physical,
    readers: { ...makeReaders(), ...makeMoreReaders(ask) },
    pseudo: {
      'AWS::Region': anyCredentials.AWS_REGION,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': urlSuffixOf(name),
      'AWS::StackName': names.code,
      'AWS::AccountId': elements(caller, 'Account')[0] ?? '',
      Repository: repository,
    },
    unsupported: (type) => (nameless.has(type) || isUnknownToMoto(type) ? 'not emulated' : undefined),
    onChecked: (count) => count % 50 === 0 && say(`${count} resources have been checked`),
  });
  const report = reportOn(verdicts, gapsOf(name));
  process.stdout.write(`\n${name}, the stacks of ${names.code}\n\n${report.lines.join('\n')}\n\n`);
  say(
    report.isAsWritten
      ? 'everything that is emulated matches the template'
      : 'NOT as in the template, see above',
  );
  return report.isAsWritten;
}

async function startEmulator(): Promise<Emulator> {
  const given = process.env.AWS_ENDPOINT_URL;
  if (given) {
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(given).hostname))
      throw new Stop(
        `${given} does not exist on this machine.`,
        'Unset AWS_ENDPOINT_URL: this command is for emulators.',
      );
    const environment = { AWS_ENDPOINT_URL: given };
    return { name: given, environment, printed: () => '', stop: async () => {} };
  }
  const [wanted] = flags.words;
  const port = flags.port ? Number(flags.port) : await freePort();
  const localstack = { port, isDeployedTo: true, say };
  if (wanted === 'localstack') return startLocalstack({ ...localstack, docker: flags.docker });
  return startMoto({ port, say }).catch((error) => {
    if (wanted || !hasDocker()) throw error;
    say(`${explain(error)}\nmoto is not available, using LocalStack by Docker`);
    return startLocalstack({ ...localstack, docker: true });
  });
}

/** Returns whether moto does not support a type. moto prints the types that its CloudFormation does not support. */
function isUnknownToMoto(type: string): boolean | undefined {
  return emulator?.printed().includes(`No Moto CloudFormation support for ${type}\n`);
}

async function cleanUp(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await emulator?.stop();
  emulator = undefined;
}
