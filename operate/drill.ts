// npm run drill: practises the recovery from a loss of data (docs/disaster.md), without changing the present tables.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient } from '../lib/platform/table.ts';
import { readOptions, runProgram, Stop } from '../local/stop.ts';
import { isEmulated, openCloud } from './deploy/cloud.ts';
import { isWhole } from './drill/report.ts';
import { restoreDrill } from './drill/restore.ts';
import { makeRestoring } from './drill/restoring.ts';
import { readInstant } from './drill/tables.ts';

const help = `npm run drill -- restore --stage STAGE --at INSTANT [options]

  Restores the tables that affect money, as they were at one second, to copies beside the present tables. Reconciles every
  account in the copies with the service's own code, reports what has changed since, and deletes the copies. The present
  tables are only read.

  --stage STAGE      staging or production
  --at INSTANT       a whole second: 2026-11-23T14:00:00Z, or 2026-11-23T11:00:00-03:00
  --yes              restores. Without it the steps are only listed
  --keep             keeps the copies
  --region REGION    (AWS_REGION, or sa-east-1)
  --profile NAME     of the AWS CLI's configuration
  --help             this text

  It can be run again after any failure: it finds its copies of the same second, and continues with them.
  Exit codes: 0 the books at that second are consistent, 1 they are not, or the drill failed, 2 invalid input.
`;

const flags = readOptions(
  {
    stage: { type: 'string', default: '' },
    at: { type: 'string', default: '' },
    yes: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    region: { type: 'string', default: process.env.AWS_REGION || 'sa-east-1' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  help,
  ['restore'],
);
const say = (line: string) => void process.stdout.write(`${line}\n`);

await runProgram(flags.help ? help : run);

async function run(): Promise<number> {
  const { stage, region, profile, yes, keep } = flags;
  if (flags.words[0] !== 'restore' || !/^[a-z][\w-]*$/.test(stage) || stage === 'local')
    throw new Stop(
      'Name a drill and a stage.',
      'npm run drill -- restore --stage staging --at 2026-11-23T14:00:00Z',
    );
  const at = readInstant(flags.at);
  if (profile) process.env.AWS_PROFILE = profile;
  const { account, caller } = await openCloud(region, say);
  say(`\n${stage} in ${region} of account ${account}, as ${caller}`);
  // This client makes more attempts than the clients of the service, because a restored table answers more slowly than
  // the service would accept.
  const slow = { region, maxAttempts: 5 };
  const restoring = makeRestoring(new DynamoDBClient(slow));
  const newClient = () => documentClient(new DynamoDBClient(slow));
  const pauseMs = isEmulated() ? 100 : 10_000;
  const findings = await restoreDrill({ restoring, newClient, say }, { stage, at, dry: !yes, keep, pauseMs });
  if (!findings) say('\nThis was a dry run: nothing has been restored. To restore, add --yes.');
  return findings && !isWhole(findings) ? 1 : 0;
}
