// Deletes a stage with all its data: first domain and code, then network, tables and queues, then secrets, keys and the
// bucket. Production is never deleted.

import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from '../deploy/cloud.ts';
import { deleteStack } from '../deploy/delete-stack.ts';
import { findAny, restingStack } from '../deploy/find-stack.ts';
import { stackNames } from '../deploy/stack-names.ts';
import { deleteLogs, makeDeleters } from './deleters.ts';

type Options = { stage: string; dry: boolean; confirm: string | undefined };

export async function destroyStage(cloud: Cloud, { stage, dry, confirm }: Options): Promise<void> {
  const { say, region, account } = cloud;
  if (stage === 'production')
    throw new Stop(
      'Production must not be destroyed.',
      'Its data records other people’s money. docs/deploying.md lists what remains.',
    );
  if (!dry && confirm !== stage)
    throw new Stop(
      `This permanently deletes all data of ${stage}.`,
      `If you want this, add: --yes --confirm ${stage}`,
    );
  const names = stackNames(stage);
  say(
    `\n${stage} in ${region} of account ${account}: ${dry ? 'would be' : 'is being'} deleted, with its data`,
  );

  const { keys, addresses }: Kept = { keys: [], addresses: [] };
  const removals: [name: string, withResources: boolean][] = [
    // The stacks are deleted in this order, because the domain uses the API and functions use the network.
    [names.address, false],
    [names.code, false],
    [names.egress, true],
    [names.data, true],
    [names.bootstrap, true],
  ];
  for (const [name, withResources] of removals) {
    // CloudFormation does not delete a stack while it is being changed, so this waits until the change has ended.
    if (!((await restingStack(cloud, name)) ?? (await findAny(cloud, name)))) {
      say(`\n${name} does not exist`);
      continue;
    }
    say(`\n${name}`);
    // Retained resources are deleted first, because nothing lists them after the stack is deleted.
    if (withResources) await deleteResources(cloud, name, dry, { keys, addresses });
    if (!dry) await deleteStack(cloud, name);
  }
  // Functions may write until they are deleted. Logs that stay would let a later creation of the stage fail.
  say(`\nlogs: ${await deleteLogs(cloud, names.code, dry)}`);
  say('\nGitHub’s provider stays: other stages may use it. So does the environment on GitHub.');
  if (keys.length > 0)
    say('The keys stay, for a dollar a month each, until nothing that they encrypt is needed:');
  for (const key of keys) say(`  aws kms schedule-key-deletion --region ${region} --key-id ${key}`);
  if (addresses.length > 0)
    say('The outgoing addresses stay, for about four dollars a month each, until they are given back:');
  for (const address of addresses)
    say(
      `  aws ec2 release-address --region ${region} --allocation-id $(aws ec2 describe-addresses --region ${region} --public-ips ${address} --query 'Addresses[0].AllocationId' --output text)`,
    );
}

/**
 * The resources that are kept: keys, because a copy of a table may still need them, and addresses, because they are on
 * the PSP's allow-list.
 */
type Kept = { keys: string[]; addresses: string[] };

async function deleteResources(
  cloud: Cloud,
  StackName: string,
  dry: boolean,
  { keys, addresses }: Kept,
): Promise<void> {
  const deleters = makeDeleters(cloud);
  const pages = paginateListStackResources({ client: cloud.cloudformation }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const {
      ResourceType: type = '',
      LogicalResourceId: id,
      PhysicalResourceId: physical,
      ResourceStatus: status,
    } of StackResourceSummaries) {
      // The resource was deleted before. Another resource may have its name by now and must not be deleted.
      if (status === 'DELETE_COMPLETE') continue;
      if (status === 'CREATE_FAILED') {
        cloud.say(
          `  ${id} (${type}) was never created, so it is not deleted; check whether ${physical || 'it'} exists`,
        );
        continue;
      }
      if (type === 'AWS::KMS::Key') keys.push(physical ?? '');
      if (type === 'AWS::EC2::EIP') addresses.push(physical ?? '');
      const remove = deleters[type];
      if (!remove || !physical) continue;
      cloud.say(`  ${id} (${type})`);
      if (dry) continue;
      await remove(physical).catch((error) => {
        const isGone =
          error instanceof Error &&
          /NotFound|NonExistent|DoesNotExist|NoSuch|PendingDeletion/i.test(error.name);
        if (!isGone) throw error;
      });
    }
}
