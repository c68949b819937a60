// Tests further deployments of an emulated stage: a deployment with a change, deployments that must be refused, and
// a rollback.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
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
  /** Whether the emulator’s CloudFormation can add an index to a table. */
  hasIndexes: boolean;
};

/**
 * Deploys an additional queue, topic and index. Then tries changes that must be refused. Then deploys the earlier
 * code again.
 */
export async function changeAndGoBack(options: Options): Promise<void> {
  const { cloud, stage, folder, say, hasIndexes } = options;
  const deploy = (codeOnly = false) => deployStage(cloud, { stage, folder, dry: false, codeOnly });
  const [data, code, manifest] = ['data.json', 'code.json', 'artifacts.json'].map((file) =>
    openFile(join(folder, file)),
  ) as [File, File, File];
  const name = `pix-cashout-${stage}-one-more`;
  say('deploying one more queue, one more index, and one more topic of the code ...');
  data.change(({ Resources }) => {
    Resources.OneMoreQueue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } };
    if (hasIndexes) addIndex(Resources.CashoutsTable?.Properties);
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
  if (hasIndexes) await expectIndex(options);
  say('changing the view of a stream, removing the queue, removing the index: each must be refused ...');
  data.change(({ Resources }) => {
    Object.assign(Resources.CashoutsTable?.Properties ?? {}, {
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    });
  });
  await expectRefusal(deploy, say);
  data.putBack();
  if (hasIndexes) {
    data.change(({ Resources }) => addIndex(Resources.CashoutsTable?.Properties));
    await expectRefusal(deploy, say);
    data.putBack();
  }
  await expectRefusal(deploy, say);
  say('deploying the earlier code again, with the present data ...');
  code.putBack();
  manifest.putBack();
  await deploy(true);
  await expectTopic(options, name, false);
}

const index = 'by-one-more';

function addIndex(properties: Template['Resources'][string]['Properties']): void {
  const attribute = { AttributeName: 'one_more', AttributeType: 'S' };
  const key = [{ AttributeName: attribute.AttributeName, KeyType: 'HASH' }];
  const added = { IndexName: index, KeySchema: key, Projection: { ProjectionType: 'KEYS_ONLY' } };
  const { AttributeDefinitions = [], GlobalSecondaryIndexes = [] } = properties as Record<string, unknown[]>;
  Object.assign(properties ?? {}, {
    AttributeDefinitions: [...AttributeDefinitions, attribute],
    GlobalSecondaryIndexes: [...GlobalSecondaryIndexes, added],
  });
}

/** Asks DynamoDB whether the index exists. */
async function expectIndex({ cloud, stage, say }: Options): Promise<void> {
  const dynamo = new DynamoDBClient(cloud.settings);
  const answer = await dynamo.send(new DescribeTableCommand({ TableName: `pix-cashout-${stage}-cashouts` }));
  if (!answer.Table?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === index))
    throw new Stop('The added index does not exist.', 'See what CloudFormation has done with the table.');
  say('the index exists');
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
