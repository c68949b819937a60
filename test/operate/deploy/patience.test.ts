import { expect, test } from 'vitest';
import { Stop } from '../../../local/stop.ts';
import { restingStack } from '../../../operate/deploy/find-stack.ts';
import { watchStack } from '../../../operate/deploy/watch-stack.ts';
import { makeAws } from './aws.ts';

const name = 'pix-cashout-staging-data';

/** Opens an account whose data stack changes a table. The time for a wait ends after twelve looks. */
function changing(...building: string[]) {
  const aws = makeAws(new Map(), { building });
  aws.cloud.minutesMax = 12 / 60_000;
  const stack = aws.add(name, 'UPDATE_IN_PROGRESS');
  stack.resources.OneTable = { type: 'AWS::DynamoDB::Table', status: 'UPDATE_IN_PROGRESS' };
  return { ...aws, stack };
}

test('a deployment run again waits for a change in progress beyond its time, as long as an index is built', async () => {
  const aws = changing(...Array.from({ length: 40 }, () => 'CREATING'));
  aws.stack.ahead = [...Array.from({ length: 40 }, () => 'UPDATE_IN_PROGRESS'), 'UPDATE_COMPLETE'];

  expect(await restingStack(aws.cloud, name)).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
  expect(aws.said.filter((line) => line.includes('is UPDATE_IN_PROGRESS'))).toHaveLength(1);
  expect(aws.said).toContain(`  ${name} waits for indexes: OneTable/byDay`);
});

test.each(['ACTIVE', 'DELETING'])(
  'a deployment stops waiting at the end of its time if an index is %s, and says how to go on',
  async (status) => {
    const aws = changing(...Array.from({ length: 40 }, () => status));
    const watch = watchStack(aws.cloud, { name, id: aws.stack.id }, aws.stack.events[0]?.id, []);

    const stop = await watch.catch((error) => error);

    expect(stop).toBeInstanceOf(Stop);
    expect(stop.mend).toContain('Run the same command again: it waits for the end.');
  },
);

test('the time of a wait begins again after the last look at an index that was being built', async () => {
  const looks = [...Array.from({ length: 11 }, () => 'ACTIVE'), 'CREATING'];
  const aws = changing(...looks, ...Array.from({ length: 12 }, () => 'ACTIVE'));

  await expect(
    watchStack(aws.cloud, { name, id: aws.stack.id }, aws.stack.events[0]?.id, []),
  ).rejects.toThrow('has not ended');
  expect(aws.said).toEqual([`  ${name} waits for indexes: OneTable/byDay`]);
});
