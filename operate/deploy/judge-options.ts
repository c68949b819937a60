// Decides whether the stage's own address or its fixed outgoing addresses forbid a deployment of the code. A person
// deploys the stacks of these addresses, so that a pipeline cannot lock out callers.

import type { Template } from '../../infra/split-stacks.ts';

export type Standing = {
  stage: string;
  /** The templates of the package. A template is absent if the stage does not have that stack. */
  packaged: { code: Template; address?: Template; egress?: Template };
  /** The templates of the deployed stacks. */
  deployed: { code?: Template; address?: Template; egress?: Template };
};

type Api = { DisableExecuteApiEndpoint?: boolean };
const isClosed = (code: Template | undefined) =>
  (code?.Resources.HttpApi?.Properties as Api | undefined)?.DisableExecuteApiEndpoint === true;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns why the code must not be deployed and what to do about it, or undefined if it may be deployed. */
export function refusalOf({ stage, packaged, deployed }: Standing): [what: string, mend: string] | undefined {
  const create = `npm run stage -- create ${stage} --yes`;
  if (packaged.egress && !deployed.egress)
    return [`The network of ${stage} does not exist, so functions could not send requests.`, create];
  if (isClosed(packaged.code) && deployed.code && !isClosed(deployed.code) && !deployed.address)
    return [
      `${stage} has no domain yet, and this would close the only address that it has.`,
      `Set keepOldAddress: true, run ${create}, and close the old address when callers have moved.`,
    ];
  return undefined;
}

/** Lists reminders for the person who deploys. */
export function remindersOf({ stage, packaged, deployed }: Standing): string[] {
  return (['egress', 'address'] as const).flatMap((name) => {
    const [wanted, there] = [packaged[name], deployed[name]];
    if (wanted && there && !isSame(wanted, there))
      return [
        `  The stack ${name} differs from the package. A person must deploy it: npm run stage -- create ${stage} --yes`,
      ];
    if (!wanted && there) return [`  The stack ${name} stays as it is, because this package contains none.`];
    return [];
  });
}
