// Simulates AWS in this process. It answers the calls of a deployment without a network, in the format of AWS.
// CloudFormation is in cloudformation.ts. The other services answer only what a deployment needs.

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import XMLBuilder from 'fast-xml-builder';
import type { Cloud } from '../../../operate/deploy/cloud.ts';
import { makeCloudFormation, Refused } from './cloudformation.ts';

type Request = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array | string;
};
type Answer = { statusCode: number; headers: Record<string, string>; body: Buffer };

type Account = {
  /** The limit of concurrent functions. */
  functions?: number;
  /** The names of the account's policies and logs. */
  policies?: string[];
  logs?: string[];
  /** The states of an index of each table, one for each look at a table. */
  building?: string[];
};

/** @param fails the logical ids of resources that cannot be created or changed, with the reason */
export function makeAws(fails = new Map<string, string>(), account: Account = {}) {
  const cloudformation = makeCloudFormation(fails);
  const files = new Map<string, string>();
  /** The names of resources that were deleted outside of CloudFormation. */
  const deleted: string[] = [];
  const said: string[] = [];
  /** The calls that changed something, in order. */
  const changes: string[] = [];

  function query(input: Record<string, string>): Answer {
    const { Action = '' } = input;
    const call = cloudformation.calls[Action];
    if (!call) throw new Error(`no ${Action} here`);
    if (!/^(Describe|Get|List|Detect)/.test(Action)) changes.push(`${Action} ${input.StackName}`);
    const key = input.TemplateURL?.split('/').at(-1);
    try {
      const TemplateBody = key === undefined ? input.TemplateBody : files.get(key);
      const result = call({ ...input, ...(TemplateBody === undefined ? {} : { TemplateBody }) });
      return xml(200, `${Action}Response`, { [`${Action}Result`]: result });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const told = { Type: 'Sender', Code: error.code, Message: error.message };
      return xml(400, 'ErrorResponse', { Error: told, RequestId: 'x' });
    }
  }

  function s3({ method, path, body }: Request): Answer {
    const key = path.split('/').at(-1) ?? '';
    if (method === 'PUT') files.set(key, text(body));
    if (method === 'HEAD' && !files.has(key)) return xml(404, 'Error', { Code: 'NotFound' });
    if (method === 'GET') return xml(200, 'ListVersionsResult', { IsTruncated: false });
    return { statusCode: 200, headers: {}, body: Buffer.from('') };
  }

  function tables({ TableName }: { TableName: string }, command: string): Answer {
    if (command === 'DeleteTable') deleted.push(TableName);
    if (command !== 'DescribeTable') return json(200, {});
    const IndexStatus = account.building?.shift();
    if (!IndexStatus) return json(400, { __type: 'ResourceNotFoundException' });
    return json(200, { Table: { TableName, GlobalSecondaryIndexes: [{ IndexName: 'byDay', IndexStatus }] } });
  }

  function iam({ Action, PolicyArn = '' }: Record<string, string>): Answer {
    if (Action === 'ListOpenIDConnectProviders')
      return xml(200, `${Action}Response`, { [`${Action}Result`]: { OpenIDConnectProviderList: [] } });
    const name = PolicyArn.split('/').at(-1) ?? '';
    if (account.policies?.includes(name))
      return xml(200, `${Action}Response`, { [`${Action}Result`]: { Policy: { PolicyName: name } } });
    const told = { Type: 'Sender', Code: 'NoSuchEntity', Message: `Policy ${PolicyArn} was not found.` };
    return xml(404, 'ErrorResponse', { Error: told, RequestId: 'x' });
  }

  function logs({ logGroupNamePrefix: prefix = '', logGroupName = '' }: Record<string, string>): Answer {
    if (logGroupName) deleted.push(logGroupName);
    const found = (account.logs ?? []).filter((name) => name.startsWith(prefix));
    return json(200, { logGroups: found.map((name) => ({ logGroupName: name })) });
  }

  /** Answers a call as AWS does. */
  function answer(request: Request): Answer {
    // The service is not identified by the host, because other tests give the clients a different address.
    const [, service] = /\/([\w-]+)\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
    const target = (request.headers['x-amz-target'] ?? '').split('.').at(-1) ?? '';
    const body = text(request.body);
    if (service === 'cloudformation') return query(Object.fromEntries(new URLSearchParams(body)));
    if (service === 'dynamodb') return tables(JSON.parse(body), target);
    // These secrets have no value yet.
    if (service === 'secretsmanager')
      return target === 'GetSecretValue' ? json(400, { __type: 'ResourceNotFoundException' }) : json(200, {});
    if (service === 'lambda') {
      const { functions: free = 1_000 } = account;
      return json(200, {
        AccountLimit: { ConcurrentExecutions: free, UnreservedConcurrentExecutions: free },
      });
    }
    if (service === 'sts')
      return xml(200, 'GetCallerIdentityResponse', { GetCallerIdentityResult: { Account: '1' } });
    if (service === 'logs') return logs(JSON.parse(body));
    if (service === 'iam') return iam(Object.fromEntries(new URLSearchParams(body)));
    return s3(request);
  }

  const settings: Cloud['settings'] = {
    region: 'sa-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    requestHandler: { handle: async (request: Request) => ({ response: answer(request) }) } as never,
  };
  const cloud: Cloud = {
    ...{ settings, region: 'sa-east-1', account: '1', caller: 'somebody' },
    cloudformation: new CloudFormationClient(settings),
    s3: new S3Client(settings),
    ...{ isEmulated: false, pauseMs: 1, minutesMax: 60, say: (line: string) => void said.push(line) },
  };
  return { cloud, ...cloudformation, answer, changes, deleted, said };
}

const builder = new XMLBuilder({});
const text = (body: Request['body'] = '') =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

function xml(statusCode: number, root: string, content: object): Answer {
  const body = Buffer.from(builder.build({ [root]: asMembers(content) }));
  return { statusCode, headers: { 'content-type': 'text/xml' }, body };
}

function json(statusCode: number, content: object): Answer {
  return {
    statusCode,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: Buffer.from(JSON.stringify(content)),
  };
}

/** AWS encodes a list as elements named `member`. */
function asMembers(value: unknown): unknown {
  if (Array.isArray(value)) return { member: value.map(asMembers) };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asMembers(part)]));
}
