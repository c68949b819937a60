// Connects the functions that call the PSP to the network of fixed outgoing addresses (egress.ts). Gives their roles,
// the boundary and the deploy role the permissions that the connection needs.

import { zones } from './egress.ts';
import type { Options } from './options.ts';
import type { Resource, Template } from './split-stacks.ts';

type Resources = Record<string, Resource>;
type Statement = {
  Sid?: string;
  Effect: string;
  Action: readonly string[];
  Resource: unknown;
  Condition?: object;
};

const ref = (id: string) => ({ Ref: id });

/** The calls that Lambda makes with a function's role to connect the function. */
const connecting = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** The calls that Lambda makes for the deploy role when it deploys a connected function. */
const looking = ['ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeVpcs'];

/** A function that calls the PSP, with the logical ids of the function and its role. */
export type Caller = { functionId: string; roleId: string };

/** Connects the callers, and gives their roles, the boundary and the deploy role the permissions for the connection. */
export function applyEgress(
  { Resources }: Template,
  { staticEgress }: Options,
  stackName: string,
  callers: readonly Caller[],
): void {
  if (!staticEgress) return;
  const connect: Statement = { Effect: 'Allow', Action: connecting, Resource: '*' };
  for (const { functionId, roleId } of callers) {
    Object.assign(Resources[functionId]?.Properties ?? {}, {
      VpcConfig: {
        SubnetIds: zones.map((zone) => ref(`EgressSubnet${zone}`)),
        SecurityGroupIds: [{ 'Fn::GetAtt': ['EgressGroup', 'GroupId'] }],
      },
    });
    statementsOf(Resources, roleId).push(connect);
  }
  const fromFunctions = {
    ArnLike: {
      'lambda:SourceFunctionArn': {
        'Fn::Sub': `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${stackName}-*`,
      },
    },
  };
  statementsOf(Resources, 'Boundary').push(
    { Sid: 'Connect', ...connect },
    // Lambda may make these calls with the role, but the function's own code may not.
    { Sid: 'NotByFunctions', Effect: 'Deny', Action: connecting, Resource: '*', Condition: fromFunctions },
  );
  statementsOf(Resources, 'DeployRole').push({
    Sid: 'NetworkOfFunctions',
    Effect: 'Allow',
    Action: looking,
    Resource: '*',
  });
}

function statementsOf(Resources: Resources, id: string): Statement[] {
  const { PolicyDocument, Policies } = (Resources[id]?.Properties ?? {}) as {
    PolicyDocument?: { Statement: Statement[] };
    Policies?: { PolicyDocument: { Statement: Statement[] } }[];
  };
  const found = (PolicyDocument ?? Policies?.[0]?.PolicyDocument)?.Statement;
  if (!found) throw new Error(`the template has no policy of ${id}`);
  return found;
}
