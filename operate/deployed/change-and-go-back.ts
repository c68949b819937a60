// Tests further deployments of an emulated stage: a deployment with a change, two deployments that must be refused, and
// a rollback.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../infra/split-stacks.ts';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from '../deploy/cloud.ts';
import { deployStage } from '../deploy/deploy-stage.ts';
import { elements, type makeAsk } from './ask.ts';

type Options = {
  cloud: Cloud;
  stage: string;
  /** The folder of the package, in which files are changed. */
  folder: string;
  ask: ReturnType<typeof makeAsk>;
  say: (line: string) => void;
};

/**
 * Deploys an additional queue and topic. Then tries two changes that must be refused. Then deploys the earlier code
 * again.
 */
export async function changeAndGoBack(options: Options): Promise<void> {
  const { cloud, stage, folder, say } = options;
  const deploy = (codeOnly = false) => deployStage(cloud, { stage, folder, dry: false, codeOnly });
  const [data, code, manifest] = ['data.json', 'code.json', 'artifacts.json'].map((file) =>
    openFile(join(folder, file)),
  ) as [File, File, File];
  const name = `pix-cashout-${stage}-one-more`;
  say('deploying one more queue, and one more topic of the code ...');
  data.change(({ Resources }) => {
    Resources.OneMoreQueue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } };
  });
  code.change(({ Resources }) => {
    Resources.OneMoreTopic = { Type: 'AWS::SNS::Topic', Properties: { TopicName: name } };
  });
  // A file is stored under its hash and is never overwritten, so a changed file needs another name.
  const files = JSON.parse(manifest.before) as Record<string, string>;
  const renamed = Object.entries(files).map(([key, file]) => [
    file === 'code.json' ? `${key}-more` : key,
    file,
  ]);
  writeFileSync(manifest.path, JSON.stringify(Object.fromEntries(renamed)));
  await deploy();
  await expectTopic(options, name, true);
  say('changing the view of a stream, and removing the queue: both must be refused ...');
  data.change(({ Resources }) => {
    Object.assign(Resources.CashoutsTable?.Properties ?? {}, {
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    });
  });
  await expectRefusal(deploy, say);
  data.putBack();
  await expectRefusal(deploy, say);
  say('deploying the earlier code again, with the present data ...');
  code.putBack();
  manifest.putBack();
  await deploy(true);
  await expectTopic(options, name, false);
}

type File = ReturnType<typeof openFile>;

function openFile(path: string) {
  const before = readFileSync(path, 'utf8');
  return {
    path,
    before,
    putBack: () => writeFileSync(path, before),
    change(edit: (template: Template) => void) {
      const template = JSON.parse(before) as Template;
      edit(template);
      writeFileSync(path, JSON.stringify(template));
    },
  };
}

/** Asks SNS whether the topic exists, and fails if the answer is not the expected one. */
async function expectTopic({ ask }: Options, name: string, isWanted: boolean): Promise<void> {
  const topics = elements(
    await ask.query('sns', { Action: 'ListTopics', Version: '2010-03-31' }),
    'TopicArn',
  );
  if (topics.some((arn) => arn.endsWith(`:${name}`)) !== isWanted)
    throw new Stop(
      `The topic ${name} is ${isWanted ? 'missing after a deployment' : 'still present after a rollback'}.`,
      'See operate/deploy.',
    );
}

async function expectRefusal(deploy: () => Promise<unknown>, say: Options['say']): Promise<void> {
  const refused = await deploy().then(
    () => undefined,
    (error) => (error instanceof Stop ? error : Promise.reject(error)),
  );
  if (!refused)
    throw new Stop('The change was not refused.', 'operate/deploy/judge-changes.ts has to refuse it.');
  say(refused.message);
}
