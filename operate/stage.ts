// npm run stage: creates a stage on AWS, deploys to it, and removes it if its data may be deleted.

import { readOptions, runProgram, Stop } from '../local/stop.ts';
import { openCloud } from './deploy/cloud.ts';
import { deployStage } from './deploy/deploy-stage.ts';
import { requireMapping } from './deploy/option-stacks.ts';
import { packageForStage } from './deploy/package-for-stage.ts';
import { createStage } from './stage/create.ts';
import { destroyStage } from './stage/destroy.ts';

const help = `npm run stage -- create STAGE [options]    Creates a stage, step by step: staging or production.
npm run stage -- deploy STAGE [options]    Deploys tables and queues, then the functions, API and alarms.
npm run stage -- destroy STAGE [options]   Deletes a stage and its data: staging only.

  --region REGION     (AWS_REGION, or sa-east-1)
  --profile NAME      of the AWS CLI's configuration (AWS_PROFILE, which the commands that are printed need, too)
  --package FOLDER    what npm run package has made; without it the service is packaged first
  --yes               create, destroy: does it. Without it each step is told, and nothing is changed
  --repository NAME   create: owner/name on GitHub, whose pipeline deploys the stage (default: of the remote origin); with the ids
                      of its tokens, owner@1/name@2, where GitHub cannot be asked for them (docs/deploying.md)
  --few-functions     create: goes on although the account lets too few functions run at once
  --second-region R   create: keeps replicas of the secrets there, with --second-region-key (docs/disaster.md)
  --second-region-key ARN
  --dry-run           tells what would change; create and destroy do so without it. deploy uploads files, and nothing runs them
  --code-only         deploy: tables and queues stay as they are (a rollback); includes --all-at-once
  --all-at-once       deploy: new versions get all traffic at once, and no alarm stops them (or ALL_AT_ONCE=true)
  --accept-drift PATH create, deploy: goes on although this property has drifted, such as Table/BillingMode; once for each
                      (or ACCEPT_DRIFT, with spaces between paths)
  --confirm STAGE     destroy: the stage's name once more
  --help              this text

  Each can be run again after any failure: what is done already is found, and the rest is done. A change set that would
  remove or replace a table or a queue, or lose what is in it, is refused before anything is changed.
`;

const flags = readOptions(
  {
    region: { type: 'string', default: process.env.AWS_REGION || 'sa-east-1' },
    profile: { type: 'string' },
    package: { type: 'string' },
    yes: { type: 'boolean', default: false },
    repository: { type: 'string' },
    'few-functions': { type: 'boolean', default: false },
    'second-region': { type: 'string' },
    'second-region-key': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'code-only': { type: 'boolean', default: false },
    'all-at-once': { type: 'boolean', default: process.env.ALL_AT_ONCE === 'true' },
    'accept-drift': {
      type: 'string',
      multiple: true,
      default: (process.env.ACCEPT_DRIFT ?? '').split(/\s+/).filter(Boolean),
    },
    confirm: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  help,
  ['create', 'deploy', 'destroy', 'staging', 'production'],
);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const [action, stage = ''] = flags.words;

await runProgram(flags.help ? help : run);

async function run(): Promise<number> {
  if (!['create', 'deploy', 'destroy'].includes(action ?? '') || !['staging', 'production'].includes(stage))
    throw new Stop('Name a stage and an action.', 'npm run stage -- create staging');
  if (flags.yes && flags['dry-run'])
    throw new Stop('--yes makes the changes, and --dry-run only shows them.', 'Leave one of them out.');
  if (flags.profile) process.env.AWS_PROFILE = flags.profile;
  const cloud = await openCloud(flags.region, say);
  const dry = flags['dry-run'] || (action !== 'deploy' && !flags.yes);
  if (action === 'destroy') await destroyStage(cloud, { stage, dry, confirm: flags.confirm });
  else {
    const { folder, done } = await packageForStage(stage, flags.package, say);
    const given = { stage, folder, dry, acceptDrift: flags['accept-drift'] };
    const work =
      action === 'create'
        ? createStage(cloud, {
            ...given,
            repository: flags.repository,
            secondRegion: secondRegion(),
            hasFewFunctions: flags['few-functions'],
          })
        : deployStage(cloud, {
            ...given,
            codeOnly: flags['code-only'],
            allAtOnce: flags['code-only'] || flags['all-at-once'],
          }).then(async (url) => {
            say(`address: ${url}`);
            // `create` needs no such check, because `create` itself points the domains at their APIs.
            if (!dry) await requireMapping(cloud, stage);
          });
    await work.finally(done);
  }
  if (dry) say('\nThis was a dry run: nothing has been changed.');
  if (dry && action !== 'deploy') say('To make the changes, add --yes.');
  return 0;
}

/** Reads the second region. Its two options must be given together, and the region must differ from the stage's own. */
function secondRegion() {
  const { 'second-region': region, 'second-region-key': key, region: own } = flags;
  if (region === undefined && key === undefined) return undefined;
  if (!region || !key?.startsWith('arn:') || !key.includes(`:kms:${region}:`) || region === own)
    throw new Stop(
      'The second region or its key is missing or wrong.',
      '--second-region us-east-1 --second-region-key arn:aws:kms:us-east-1:…, both of another region than the stage’s',
    );
  return { region, key };
}
