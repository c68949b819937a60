// Creates fixed outgoing addresses for the functions that call the PSP: a network of two zones with one NAT gateway,
// or one per zone. A person deploys this network as a separate stack. The addresses stay even if the stack is deleted.

import type { Options } from './options.ts';
import type { Resource, Template } from './split-stacks.ts';

type Resources = Record<string, Resource>;

export const zones = [1, 2] as const;
const retained = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
const ref = (id: string) => ({ Ref: id });
const named = (what: string) => [{ Key: 'Name', Value: what }];

/** Returns the resources of the stack `egress`. */
export function egressResources({ staticEgress, egressNats }: Options, stackName: string): Resources {
  if (!staticEgress) return {};
  const of = (Type: string, Properties: Record<string, unknown> = {}, more: object = {}): Resource => ({
    Type: `AWS::EC2::${Type}`,
    Properties,
    ...more,
  });
  const shared: Resources = {
    EgressNetwork: of('VPC', {
      CidrBlock: '10.64.0.0/24',
      EnableDnsHostnames: true,
      EnableDnsSupport: true,
      Tags: named(`${stackName}-egress`),
    }),
    EgressGateway: of('InternetGateway', { Tags: named(`${stackName}-egress`) }),
    EgressAttachment: of('VPCGatewayAttachment', {
      VpcId: ref('EgressNetwork'),
      InternetGatewayId: ref('EgressGateway'),
    }),
    EgressPublicRoutes: of('RouteTable', { VpcId: ref('EgressNetwork'), Tags: named(`${stackName}-public`) }),
    EgressPublicRoute: of(
      'Route',
      {
        RouteTableId: ref('EgressPublicRoutes'),
        DestinationCidrBlock: '0.0.0.0/0',
        GatewayId: ref('EgressGateway'),
      },
      { DependsOn: 'EgressAttachment' },
    ),
    // The group has no inbound rules. The network's own resolver resolves names, which needs no rule.
    EgressGroup: of('SecurityGroup', {
      GroupDescription: `${stackName}: out to port 443, in from nowhere`,
      VpcId: ref('EgressNetwork'),
      SecurityGroupEgress: [
        {
          IpProtocol: 'tcp',
          FromPort: 443,
          ToPort: 443,
          CidrIp: '0.0.0.0/0',
          Description: 'The PSP, issuers of codes, AWS',
        },
      ],
    }),
    // Calls to the tables do not use the NAT gateways, because these bill each byte.
    EgressToTables: of('VPCEndpoint', {
      VpcId: ref('EgressNetwork'),
      VpcEndpointType: 'Gateway',
      ServiceName: { 'Fn::Sub': `com.amazonaws.\${AWS::Region}.dynamodb` },
      RouteTableIds: zones.map((zone) => ref(`EgressRoutes${zone}`)),
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: '*',
            Action: 'dynamodb:*',
            Resource: {
              'Fn::Sub': `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${stackName}-*`,
            },
          },
        ],
      },
    }),
  };
  const inZones = zones.map((zone): Resources => {
    const AvailabilityZone = { 'Fn::Select': [zone - 1, { 'Fn::GetAZs': '' }] };
    const subnet = (kind: string, CidrBlock: string) =>
      of('Subnet', {
        VpcId: ref('EgressNetwork'),
        AvailabilityZone,
        CidrBlock,
        MapPublicIpOnLaunch: false,
        Tags: named(`${stackName}-${kind}-${zone}`),
      });
    const routes = ref(`EgressRoutes${zone}`);
    return {
      [`EgressSubnet${zone}`]: subnet('functions', `10.64.0.${zone * 64}/26`),
      [`EgressRoutes${zone}`]: of('RouteTable', {
        VpcId: ref('EgressNetwork'),
        Tags: named(`${stackName}-${zone}`),
      }),
      [`EgressRoute${zone}`]: of('Route', {
        RouteTableId: routes,
        DestinationCidrBlock: '0.0.0.0/0',
        NatGatewayId: ref(`EgressNat${Math.min(zone, egressNats)}`),
      }),
      [`EgressTable${zone}`]: of('SubnetRouteTableAssociation', {
        SubnetId: ref(`EgressSubnet${zone}`),
        RouteTableId: routes,
      }),
      ...(zone > egressNats
        ? {}
        : {
            [`EgressPublicSubnet${zone}`]: subnet('public', `10.64.0.${zone * 16}/28`),
            [`EgressPublicTable${zone}`]: of('SubnetRouteTableAssociation', {
              SubnetId: ref(`EgressPublicSubnet${zone}`),
              RouteTableId: ref('EgressPublicRoutes'),
            }),
            [`EgressAddress${zone}`]: of(
              'EIP',
              { Domain: 'vpc', Tags: named(`${stackName}-${zone}`) },
              { ...retained, DependsOn: 'EgressAttachment' },
            ),
            [`EgressNat${zone}`]: of('NatGateway', {
              AllocationId: { 'Fn::GetAtt': [`EgressAddress${zone}`, 'AllocationId'] },
              SubnetId: ref(`EgressPublicSubnet${zone}`),
              Tags: named(`${stackName}-${zone}`),
            }),
          }),
    };
  });
  return Object.assign(shared, ...inZones);
}

/** Returns the addresses for the PSP's allow-list. */
export function egressOutputs({ staticEgress, egressNats }: Options): Template['Outputs'] {
  const there = staticEgress ? zones.filter((zone) => zone <= egressNats) : [];
  return Object.fromEntries(
    there.map((zone) => [
      `EgressAddress${zone}`,
      { Description: 'Outgoing address, for the list of the PSP', Value: ref(`EgressAddress${zone}`) },
    ]),
  );
}
