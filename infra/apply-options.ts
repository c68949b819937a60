// Adds the optional features of a stage's settings to the service's template: its own address, and fixed outgoing
// addresses. Without such settings the template is not changed.

import { addressOutputs, addressResources, applyAddress } from './address.ts';
import { egressOutputs, egressResources } from './egress.ts';
import { applyEgress, type Caller } from './egress-callers.ts';
import type { Options } from './options.ts';
import type { Template } from './split-stacks.ts';

type Applied = {
  /** The logical ids of the resources in the stacks egress and address, which only some stages have. */
  egress: ReadonlySet<string>;
  address: ReadonlySet<string>;
  /** Texts that are uploaded with the package, by their upload keys. */
  files: Record<string, string>;
};

/** @param callers the functions that call the PSP */
export function applyOptions(
  whole: Template,
  options: Options,
  stackName: string,
  callers: readonly Caller[],
): Applied {
  const { resources: address, files } = addressResources(options);
  const egress = egressResources(options, stackName);
  applyAddress(whole, options);
  applyEgress(whole, options, stackName, callers);
  for (const [name, its] of Object.entries({ egress, address }))
    if (Object.keys(its).length > 0) leaveToPeople(whole, `${stackName}-${name}`);
  Object.assign(whole.Resources, egress, address);
  whole.Outputs = { ...whole.Outputs, ...egressOutputs(options), ...addressOutputs(options) };
  return { egress: new Set(Object.keys(egress)), address: new Set(Object.keys(address)), files };
}

type Statement = { Sid?: string; Resource: unknown };

/** Denies the pipeline all changes of a stack that a person deploys, as it denies changes of the bootstrap. */
function leaveToPeople({ Resources }: Template, stack: string): void {
  const { Policies = [] } = (Resources.DeployRole?.Properties ?? {}) as {
    Policies?: { PolicyDocument: { Statement: Statement[] } }[];
  };
  const refused = Policies[0]?.PolicyDocument.Statement.find(({ Sid }) => Sid === 'NotTheBootstrap');
  if (!refused) throw new Error('the deploying role has no statement NotTheBootstrap');
  const arn = `arn:\${AWS::Partition}:cloudformation:\${AWS::Region}:\${AWS::AccountId}:stack/${stack}/*`;
  refused.Resource = [refused.Resource, { 'Fn::Sub': arn }].flat();
}
