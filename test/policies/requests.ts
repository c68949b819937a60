// The requests that CloudFormation makes with the deploy role: the resource and the context of each.

import { account } from './simulator.ts';

const region = 'sa-east-1';
const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;
const id = 'abc123';

/** Returns the value of one property. */
export type Property = (name: string) => string;

/**
 * Returns the ARNs of a resource that is created. AWS chooses the ids of API Gateway resources and of event source
 * mappings.
 */
function ownArns(type: string, logicalId: string, property: Property): string[] {
  const functionArn = (name: string) => (name.startsWith('arn:') ? name : arn('lambda', `function:${name}`));
  const api = `arn:aws:apigateway:${region}::/apis`;
  const makers: Record<string, () => string[]> = {
    'AWS::ApiGatewayV2::Api': () => [`${api}/${id}`],
    'AWS::ApiGatewayV2::Integration': () => [`${api}/${id}/integrations/${id}`],
    'AWS::ApiGatewayV2::Route': () => [`${api}/${id}/routes/${id}`],
    'AWS::ApiGatewayV2::Stage': () => [`${api}/${id}/stages/$default`],
    'AWS::CloudFormation::Stack': () => [
      arn('cloudformation', `stack/pix-cashout-staging-${logicalId}-1/${id}`),
    ],
    'AWS::CloudWatch::Alarm': () => [arn('cloudwatch', `alarm:${property('AlarmName')}`)],
    'AWS::CloudWatch::CompositeAlarm': () => [arn('cloudwatch', `alarm:${property('AlarmName')}`)],
    'AWS::CloudWatch::Dashboard': () => [
      `arn:aws:cloudwatch::${account}:dashboard/${property('DashboardName')}`,
    ],
    'AWS::CodeDeploy::Application': () => [arn('codedeploy', `application:${property('ApplicationName')}`)],
    'AWS::CodeDeploy::DeploymentGroup': () => [
      arn('codedeploy', `deploymentgroup:pix-cashout-staging/${property('DeploymentGroupName')}`),
      arn('codedeploy', 'application:pix-cashout-staging'),
    ],
    'AWS::DynamoDB::Table': () => [arn('dynamodb', `table/${property('TableName')}`)],
    'AWS::Events::Rule': () => [arn('events', `rule/${property('Name')}`)],
    'AWS::IAM::Role': () => [`arn:aws:iam::${account}:role/${property('RoleName')}`],
    'AWS::Lambda::Alias': () => [functionArn(property('FunctionName'))],
    'AWS::Lambda::EventInvokeConfig': () => [functionArn(property('FunctionName'))],
    'AWS::Lambda::EventSourceMapping': () => [arn('lambda', `event-source-mapping:${id}`)],
    'AWS::Lambda::Function': () => [functionArn(property('FunctionName'))],
    'AWS::Lambda::Permission': () => [functionArn(property('FunctionName'))],
    'AWS::Lambda::Version': () => [functionArn(property('FunctionName'))],
    'AWS::Logs::MetricFilter': () => [arn('logs', `log-group:${property('LogGroupName')}`)],
    'AWS::S3::Bucket': () => [`arn:aws:s3:::${property('BucketName')}`],
    'AWS::S3::BucketPolicy': () => [`arn:aws:s3:::${property('Bucket')}`],
    'AWS::Logs::LogGroup': () => [arn('logs', `log-group:${property('LogGroupName')}`)],
    'AWS::SNS::Subscription': () => [property('TopicArn')],
    'AWS::SNS::TopicPolicy': () => [arn('sns', 'pix-cashout-staging-keys')],
    'AWS::SNS::Topic': () => [arn('sns', property('TopicName'))],
    'AWS::SQS::Queue': () => [arn('sqs', property('QueueName'))],
  };
  const make = makers[type];
  if (!make) throw new Error(`the ARN of a ${type} is not known: see test/policies/requests.ts`);
  return make();
}

/** Returns the ARNs of other resources that the action needs, by the service of the action. */
function otherArns(action: string, property: Property): string[] {
  const [service] = action.split(':');
  if (service === 'kms') return [arn('kms', 'key/pix-cashout-DataKey')];
  if (service === 's3')
    return ['arn:aws:s3:::pix-cashout-Artifacts', 'arn:aws:s3:::pix-cashout-Artifacts/a.zip'];
  if (action === 'iam:PassRole') return [property('Role')];
  if (action === 'iam:CreateServiceLinkedRole')
    return [
      `arn:aws:iam::${account}:role/aws-service-role/ops.apigateway.amazonaws.com/AWSServiceRoleForAPIGateway`,
    ];
  return [];
}

/**
 * Returns lists of ARNs, in the order in which they are tried. The first list with an ARN that is valid for the action
 * is checked.
 */
export const arnsOf = (type: string, logicalId: string, action: string, property: Property): string[][] => [
  type.startsWith('AWS::S3::') ? [] : otherArns(action, property),
  ownArns(type, logicalId, property),
  ['*'],
];

const callers: Record<string, string> = {
  'AWS::DynamoDB': 'dynamodb',
  'AWS::Lambda': 'lambda',
  'AWS::SNS': 'sns',
  'AWS::SQS': 'sqs',
};

export function contextOf(type: string, action: string, property: Property): Record<string, string> {
  const [service] = action.split(':');
  const caller = callers[type.split('::').slice(0, 2).join('::')];
  if (service === 'kms' && caller) return { 'kms:ViaService': `${caller}.${region}.amazonaws.com` };
  if (action === 'iam:PassRole') return { 'iam:PassedToService': 'lambda.amazonaws.com' };
  if (action === 'iam:CreateServiceLinkedRole')
    return { 'iam:AWSServiceName': 'ops.apigateway.amazonaws.com' };
  if (type === 'AWS::IAM::Role') return { 'iam:PermissionsBoundary': property('PermissionsBoundary') };
  if (type === 'AWS::Lambda::EventSourceMapping') return { 'lambda:FunctionArn': property('FunctionName') };
  return {};
}
