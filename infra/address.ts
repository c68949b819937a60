// Creates the resources for a stage's own address. Domain, certificate and names are in a separate stack, which a
// person deploys and which stays if the API is deleted. The PSP's callbacks and the console for people may have names
// and APIs of their own. The settings also name the web pages that may call the API.

import { createHash } from 'node:crypto';
import type { Options } from './options.ts';
import { addOwnApi, type OwnApi } from './own-api.ts';
import type { Resource, Template } from './split-stacks.ts';

type Resources = Record<string, Resource>;

/** The resources to add to a template, and the files that these resources name. */
export type Added = { resources: Resources; files: Record<string, string> };

/**
 * The headers of requests and answers that a web page may use. test/infra/options.test.ts compares them with the
 * OpenAPI document.
 */
export const cors = {
  AllowMethods: ['DELETE', 'GET', 'POST', 'PUT'],
  AllowHeaders: ['authorization', 'content-type', 'hmac', 'idempotency-key'],
  ExposeHeaders: [
    'idempotent-replayed',
    'ignored-fields',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'www-authenticate',
  ],
};

/** The seconds for which a browser may cache the answer to a preflight request. This is Chrome's maximum. */
const corsSeconds = 7_200;

/** Returns the public address of the API, or undefined if the stage uses the address that API Gateway assigns. */
function addressOf({ domain, keepOldAddress, baseUrl }: Options): string | undefined {
  if (baseUrl) return baseUrl;
  return domain && !keepOldAddress ? `https://${domain}` : undefined;
}

type Host = { prefix: string; name: string; truststore: string };

/** Returns the host names that have an API of their own. */
function ownHosts({ callbackDomain, callbackTruststore, consoleDomain }: Options): (Host & OwnApi)[] {
  const hosts = [
    {
      prefix: 'Callback',
      name: callbackDomain,
      truststore: callbackTruststore,
      has: (routeKey: string) => routeKey === 'POST /network/pix',
      isMoved: false,
    },
    {
      prefix: 'Console',
      name: consoleDomain,
      truststore: '',
      has: (routeKey: string) => /^\w+ \/(console|desk)(\/|$)/.test(routeKey),
      isMoved: true,
    },
  ];
  return hosts.filter(({ name }) => name !== '');
}

/** Creates the stack `address`, which contains domains, certificates and names. */
export function addressResources(options: Options): Added {
  const { domain, truststore } = options;
  if (!domain) return { resources: {}, files: {} };
  const files: Record<string, string> = {};
  const hosts: Host[] = [{ prefix: '', name: domain, truststore }, ...ownHosts(options)];
  const resources = Object.assign({}, ...hosts.map((one) => domainOf(options, one, files))) as Resources;
  return { resources, files };
}

function domainOf(
  { certificateArn, hostedZoneId }: Options,
  { prefix, name, truststore }: Host,
  files: Record<string, string>,
): Resources {
  const domain = `${prefix}Domain`;
  const CertificateArn = certificateArn || { Ref: `${prefix}Certificate` };
  const target = (attribute: string) => ({ 'Fn::GetAtt': [domain, attribute] });
  const own: Resources = {
    [domain]: {
      Type: 'AWS::ApiGatewayV2::DomainName',
      Properties: {
        DomainName: name,
        DomainNameConfigurations: [{ CertificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
        ...(truststore ? { MutualTlsAuthentication: trust(truststore, files) } : {}),
      },
    },
    [`${prefix}Mapping`]: {
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: {
        ApiId: { Ref: `${prefix || 'Http'}Api` },
        DomainName: { Ref: domain },
        Stage: '$default',
      },
    },
  };
  if (!hostedZoneId) return own;
  return {
    [`${prefix}Certificate`]: {
      Type: 'AWS::CertificateManager::Certificate',
      Properties: {
        DomainName: name,
        ValidationMethod: 'DNS',
        DomainValidationOptions: [{ DomainName: name, HostedZoneId: hostedZoneId }],
      },
    },
    ...own,
    [`${prefix}Name`]: {
      Type: 'AWS::Route53::RecordSet',
      Properties: {
        HostedZoneId: hostedZoneId,
        Name: name,
        Type: 'A',
        AliasTarget: {
          DNSName: target('RegionalDomainName'),
          HostedZoneId: target('RegionalHostedZoneId'),
        },
      },
    },
  };
}

/**
 * Names a truststore by its hash. So a changed truststore has another name, the domain is updated, and no file is
 * overwritten.
 */
function trust(truststore: string, files: Record<string, string>) {
  const key = `truststores/${createHash('sha256').update(truststore).digest('hex')}.pem`;
  files[key] = truststore;
  return { TruststoreUri: { 'Fn::Sub': `s3://\${Artifacts}/${key}` } };
}

/** Returns the target of each name, for a person who creates the DNS records manually. */
export function addressOutputs(options: Options): Template['Outputs'] {
  const { domain } = options;
  const hosts = [...(domain ? [{ prefix: '', name: domain }] : []), ...ownHosts(options)];
  return Object.fromEntries(
    hosts.map(({ prefix, name }) => [
      `${prefix}DomainTarget`,
      {
        Description: `${name} is a CNAME of it`,
        Value: { 'Fn::GetAtt': [`${prefix}Domain`, 'RegionalDomainName'] },
      },
    ]),
  );
}

/** Makes the changes that the domain needs in the code stacks. */
export function applyAddress(whole: Template, options: Options): void {
  const { Resources } = whole;
  const api = propertiesOf(Resources, 'HttpApi');
  if (options.domain && !options.keepOldAddress) api.DisableExecuteApiEndpoint = true;
  if (options.consoleOrigins.length > 0) allowOrigins(Resources, options.consoleOrigins);
  for (const host of ownHosts(options)) addOwnApi(whole, host);
  const address = addressOf(options);
  const variables = {
    ...(address === undefined ? {} : { BASE_URL: address }),
    ...(options.consoleDomain ? { CONSOLE_URL: `https://${options.consoleDomain}/console` } : {}),
  };
  if (address !== undefined && whole.Outputs?.HttpApiUrl) whole.Outputs.HttpApiUrl.Value = address;
  for (const { Type, Properties = {} } of Object.values(Resources))
    if (Type === 'AWS::Lambda::Function')
      Object.assign((Properties.Environment as { Variables: object }).Variables, variables);
}

function propertiesOf(Resources: Resources, id: string): Record<string, unknown> {
  const { Properties } = Resources[id] ?? {};
  if (!Properties) throw new Error(`the template has no ${id}`);
  return Properties;
}

/**
 * Lets the gateway answer a browser's preflight requests with the allowed calls. A route $default would pass these
 * requests to its function, and the browser would take the 404 of that function as a refusal. So preflight requests
 * have their own route.
 */
function allowOrigins(Resources: Resources, AllowOrigins: readonly string[]): void {
  const api = propertiesOf(Resources, 'HttpApi');
  api.CorsConfiguration = { ...cors, AllowOrigins, AllowCredentials: false, MaxAge: corsSeconds };
  Resources.PreflightRoute = {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'HttpApi' },
      RouteKey: 'OPTIONS /{proxy+}',
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'HttpApiIntegrationNotFound' }]] },
    },
  };
}
