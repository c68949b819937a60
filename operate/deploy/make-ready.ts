// Prepares a stack for a change. Waits for operations in progress, and deletes the remains of a failed creation.

import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';
import { deleteStack } from './delete-stack.ts';
import { restingStack } from './find-stack.ts';

/**
 * `failed` means that the first creation of the stack, or a later attempt to complete it, stopped half-way. The
 * resources that were created are kept.
 */
type Standing = 'absent' | 'failed' | 'whole';

const stuck: Readonly<Record<string, string>> = {
  UPDATE_ROLLBACK_FAILED: 'continue-update-rollback',
  ROLLBACK_FAILED: 'delete-stack',
  DELETE_FAILED: 'delete-stack',
};

/**
 * @param dry whether to change nothing
 * @throws Stop if the stack cannot be changed
 */
export async function makeReady(cloud: Cloud, name: string, dry: boolean): Promise<Standing> {
  const { StackStatus: status = '' } = (await restingStack(cloud, name)) ?? {};
  const way = stuck[status];
  if (way)
    throw new Stop(
      `${name} is ${status} and cannot be changed.`,
      `Its events show why. Then run: aws cloudformation ${way} --region ${cloud.region} --stack-name ${name}`,
    );
  if (status === 'CREATE_FAILED' || status === 'UPDATE_FAILED') {
    cloud.say(`  ${name} is ${status}: the deployment continues from there`);
    return 'failed';
  }
  if (status !== 'ROLLBACK_COMPLETE') return status === '' ? 'absent' : 'whole';
  if (dry)
    throw new Stop(
      `${name} is ${status}: the first creation failed, and the stack has no resources.`,
      'Without --dry-run the stack is deleted and created again.',
    );
  cloud.say(`  ${name} is left over from a failed creation and is deleted`);
  await deleteStack(cloud, name);
  return 'absent';
}
