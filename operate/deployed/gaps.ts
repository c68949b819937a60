// Lists known gaps: properties that an emulator omits or changes, according to its code in the pinned version. A known
// gap counts neither as a match nor as a fault. Any other difference is a fault.

const moto: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table.PointInTimeRecoverySpecification': 'moto’s CloudFormation does not pass it on',
  'AWS::DynamoDB::Table.TimeToLiveSpecification': 'moto’s CloudFormation does not pass it on',
  'AWS::DynamoDB::Table.SSESpecification': 'moto’s CloudFormation does not pass it on',
  'AWS::S3::Bucket.BucketEncryption': 'moto’s CloudFormation passes on the algorithm without its key',
  'AWS::SNS::Topic.KmsMasterKeyId': 'moto’s CloudFormation does not pass it on',
  'AWS::Lambda::Function.Architectures': 'moto’s CloudFormation does not pass it on',
};

const localstack: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table.DeletionProtectionEnabled': 'LocalStack’s CloudFormation does not pass it on',
  'AWS::DynamoDB::Table.PointInTimeRecoverySpecification': 'LocalStack’s CloudFormation does not pass it on',
  'AWS::S3::Bucket.BucketEncryption': 'LocalStack’s CloudFormation does not pass it on',
  'AWS::Logs::LogGroup.RetentionInDays': 'LocalStack’s CloudFormation does not pass it on',
};

export function gapsOf(name: string): Readonly<Record<string, string>> {
  if (name.startsWith('moto')) return moto;
  return name.startsWith('LocalStack') ? localstack : {};
}

/** Returns the value of `AWS::URLSuffix`. LocalStack uses the host on which it listens. */
export const urlSuffixOf = (name: string): string =>
  name.startsWith('LocalStack') ? '127.0.0.1' : 'amazonaws.com';

/** LocalStack’s CloudFormation cannot change a table. moto-server.py adds it to moto’s. */
export const addsIndexes = (name: string): boolean => !name.startsWith('LocalStack');
