// What is known that an emulator leaves out or changes of what it was given: looked up in its code, for the version
// that is pinned. Neither right nor wrong; everything else that differs is a fault.

const moto: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table.PointInTimeRecoverySpecification': 'moto’s CloudFormation does not pass it on',
  'AWS::DynamoDB::Table.TimeToLiveSpecification': 'moto’s CloudFormation does not pass it on',
  'AWS::DynamoDB::Table.SSESpecification': 'moto’s CloudFormation does not pass it on',
  'AWS::SNS::Topic.KmsMasterKeyId': 'moto’s CloudFormation does not pass it on',
  'AWS::Lambda::Function.Architectures': 'moto’s CloudFormation does not pass it on',
};

export function gapsOf(name: string): Readonly<Record<string, string>> {
  return name.startsWith('moto') ? moto : {};
}
