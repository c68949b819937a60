import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressResources, cors } from '../../infra/address.ts';
import { applyOptions } from '../../infra/apply-options.ts';
import { readOptions } from '../../infra/options.ts';
import type { Template } from '../../infra/split-stacks.ts';
import { makeDocument } from '../../lib/openapi/document.ts';
import { inlined } from '../support/inlined.ts';

const root = mkdtempSync(join(tmpdir(), 'pix-cashout-options-'));
const certificateArn = 'arn:aws:acm:sa-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';
const domain = { domain: 'api.example.com', certificateArn };
const withConsole = { consoleIssuer: 'https://identity.example.com', consoleClientId: 'console' };
const rehearsal = { stage: 'staging', payouts: 'sandbox', refunds: 'sandbox' };
const consoleUrl = 'https://api.example.com/console';
const read = (given: Record<string, unknown>) => readOptions(given, { root, region: 'sa-east-1' });

beforeAll(async () => {
  const signing = [{ name: 'commonName', value: 'Clients of Example' }];
  const authority = await generate(signing, {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const leaf = await generate([{ name: 'commonName', value: 'One client' }], {
    extensions: [{ name: 'basicConstraints', cA: false, critical: true }],
  });
  const old = await generate(signing, {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2021-01-01'),
  });
  const files = {
    'authorities.pem': authority.cert,
    'leaf.pem': leaf.cert,
    'old.pem': old.cert,
    'with-key.pem': authority.cert + authority.private,
    'empty.pem': 'nothing\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the settings for the address of a stage', () => {
  test('the settings are empty by default', () => {
    expect(read({})).toMatchObject({
      domain: '',
      keepOldAddress: false,
      consoleOrigins: [],
      staticEgress: false,
      egressNats: 2,
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a target that no page can miss', { finalInTime: 90 }, 'finalInTime: 90 is not between'],
    ['a target that one event misses', { tokensAnswered: 100 }, 'tokensAnswered: 100 is not between'],
    [
      'a synthetic payment that mutual TLS refuses',
      { ...domain, truststore: 'authorities.pem', syntheticPayment: true },
      'syntheticPayment: mutual TLS',
    ],
    ['a domain with a scheme', { ...domain, domain: 'https://api.example.com' }, 'domain: https://api'],
    [
      'a domain in upper case',
      { ...domain, domain: 'API.example.com' },
      'domain: API.example.com is no host',
    ],
    ['a domain without a certificate', { domain: 'api.example.com' }, 'aws acm request-certificate'],
    [
      'two settings for a certificate',
      { ...domain, hostedZoneId: 'Z0123456789ABC' },
      'certificateArn: give it, or',
    ],
    [
      'a certificate of another region',
      { ...domain, certificateArn: certificateArn.replace('sa-east', 'us-east') },
      'certificateArn: it is in us-east-1',
    ],
    ['an invalid certificate ARN', { ...domain, certificateArn: 'abc' }, 'certificateArn: abc is no ARN'],
    [
      'a hosted zone that is given by its name',
      { domain: 'api.example.com', hostedZoneId: 'example.com' },
      'hostedZoneId: example.com',
    ],
    [
      'an old address without a new domain',
      { keepOldAddress: true },
      'keepOldAddress: means nothing without domain',
    ],
    ['a truststore without a domain', { truststore: 'authorities.pem' }, 'truststore: means nothing without'],
    [
      'callbacks without a domain',
      { callbackDomain: 'callbacks.example.com' },
      'callbackDomain: means nothing',
    ],
    [
      'callbacks at the same domain',
      { ...domain, callbackDomain: 'api.example.com' },
      'must be another name',
    ],
    [
      'a truststore without a domain of callbacks',
      { ...domain, callbackTruststore: 'authorities.pem' },
      'nothing without callbackDomain',
    ],
    [
      'a base URL with a different host',
      { ...domain, baseUrl: 'https://other.example.com' },
      'baseUrl: links would leave',
    ],
    [
      'a missing truststore file',
      { ...domain, truststore: 'none.pem' },
      'truststore: there is no file none.pem',
    ],
    ['a truststore with a private key', { ...domain, truststore: 'with-key.pem' }, 'has a PRIVATE KEY'],
    [
      'a truststore without a certificate',
      { ...domain, truststore: 'empty.pem' },
      'has no certificate in PEM',
    ],
    [
      'a truststore without a certificate authority',
      { ...domain, truststore: 'leaf.pem' },
      'CN=One client in leaf.pem is no authority',
    ],
    ['a truststore that has expired', { ...domain, truststore: 'old.pem' }, 'in old.pem has expired'],
    ['every origin', { consoleOrigin: '*' }, 'consoleOrigin: * is no origin'],
    ['an origin with a path', { consoleOrigin: 'https://console.example.com/' }, 'is no origin'],
    ['an origin without TLS', { consoleOrigin: 'http://console.example.com' }, 'is no origin'],
    [
      'a console where callers need certificates',
      { ...domain, truststore: 'authorities.pem', consoleOrigin: 'https://console.example.com' },
      'consoleOrigin: a browser asks',
    ],
    [
      'access without CloudFront',
      { ...domain, cloudFront: true },
      'cloudFront: without truststore anybody could call',
    ],
    [
      'a domain that bypasses CloudFront',
      {
        domain: 'api.example.com',
        hostedZoneId: 'Z0123456789ABC',
        truststore: 'authorities.pem',
        cloudFront: true,
      },
      'hostedZoneId: the name would lead to the API',
    ],
    [
      'sender addresses of callbacks behind CloudFront',
      { ...domain, truststore: 'authorities.pem', cloudFront: true, callbackSources: '34.193.116.226' },
      'callbackSources: behind CloudFront every call',
    ],
    [
      'a console without a domain of the API',
      { consoleDomain: 'console.example.com' },
      'consoleDomain: means nothing without domain',
    ],
    [
      'a console domain that is written as a URL',
      { ...domain, consoleDomain: 'https://console.example.com' },
      'consoleDomain: https://console.example.com is no host name',
    ],
    [
      'a console at the domain of the API',
      { ...domain, consoleDomain: 'api.example.com' },
      'consoleDomain: must be another name',
    ],
    [
      'a console at the domain of callbacks',
      { ...domain, callbackDomain: 'own.example.com', consoleDomain: 'own.example.com' },
      'consoleDomain: must be another name',
    ],
    [
      'two addresses of the console',
      { ...domain, ...rehearsal, ...withConsole, consoleDomain: 'console.example.com', consoleUrl },
      'consoleUrl: consoleDomain makes it https://console.example.com/console',
    ],
    [
      'a console at the API’s host in production',
      { ...domain, ...withConsole, stage: 'production', payouts: 'efi', refunds: 'bcb', consoleUrl },
      'consoleUrl: with real money the console needs a host name of its own',
    ],
    [
      'a console at the API’s host in the stage staging with a PSP',
      { ...domain, ...withConsole, ...rehearsal, payouts: 'efi', refunds: 'bcb', consoleUrl },
      'consoleUrl: with real money',
    ],
    [
      'a console where browsers need certificates',
      { ...domain, ...rehearsal, ...withConsole, truststore: 'authorities.pem', consoleUrl },
      'consoleUrl: mutual TLS refuses a browser',
    ],
    [
      'a console without an identity provider',
      { ...domain, consoleDomain: 'console.example.com', consoleClientId: 'console' },
      'consoleIssuer: a console needs it',
    ],
    [
      'a console without its client id at the identity provider',
      { ...domain, ...rehearsal, consoleIssuer: 'https://identity.example.com', consoleUrl },
      'and consoleClientId',
    ],
    ['an invalid switch', { staticEgress: 'yes' }, 'staticEgress: yes is neither true nor false'],
    ['three NAT gateways', { egressNats: 3 }, 'egressNats: 3 is neither 1 nor 2'],
    [
      'a PSP at another port',
      {
        staticEgress: true,
        psps: 'main efi https://psp.example.com us; two bcb https://psp.example.org:8443 us',
      },
      'two is https://psp.example.org:8443',
    ],
    [
      'a wrong list of PSPs',
      { psps: 'main efi http://psp.example.com us' },
      'an address begins with https://',
    ],
  ])('the settings refuse %s', (_, given, words) => {
    expect(() => read(given)).toThrow(words);
  });

  test('the settings accept text from the command line', () => {
    const options = read({
      ...domain,
      truststore: 'authorities.pem',
      keepOldAddress: 'true',
      staticEgress: 'true',
      egressNats: '1',
    });

    expect(options).toMatchObject({ keepOldAddress: true, staticEgress: true, egressNats: 1 });
    expect(options.truststore).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });
});

test('the settings accept an API behind CloudFront with an origin for the console and a domain for callbacks', () => {
  const behind = {
    ...domain,
    truststore: 'authorities.pem',
    cloudFront: true,
    consoleOrigin: 'https://console.example.com',
    callbackSources: '34.193.116.226',
    callbackDomain: 'callbacks.example.com',
  };

  expect(read(behind)).toMatchObject({ cloudFront: true, callbackDomain: 'callbacks.example.com' });
});

test('a client certificate is required at the API’s domain, but not at the console’s domain', () => {
  const names = { consoleDomain: 'console.example.com', truststore: 'authorities.pem' };
  const { resources } = addressResources(read({ ...domain, ...withConsole, ...names }));
  const [api, its] = [resources.Domain?.Properties, resources.ConsoleDomain?.Properties];

  expect(api?.MutualTlsAuthentication).toBeDefined();
  expect(its?.DomainName).toBe('console.example.com');
  expect(its?.MutualTlsAuthentication).toBeUndefined();
  expect(resources.ConsoleMapping?.Properties?.ApiId).toEqual({ Ref: 'ConsoleApi' });
});

test('the printed command to request a certificate names all domains of the stage', () => {
  const names = {
    domain: 'api.example.com',
    callbackDomain: 'callbacks.example.com',
    consoleDomain: 'console.example.com',
  };

  expect(() => read(names)).toThrow(
    '--domain-name api.example.com --subject-alternative-names callbacks.example.com console.example.com',
  );
});

test('the stage staging may have its console at the API’s host if it uses the sandbox', () => {
  expect(read({ ...rehearsal, ...withConsole, consoleUrl })).toMatchObject({ consoleUrl });
});

test('web pages may use exactly the headers and methods of the API', () => {
  type Operation = {
    parameters?: { in: string; name: string }[];
    responses: Record<string, { headers?: object }>;
    security?: Record<string, unknown>[];
  };
  const { paths } = inlined(makeDocument('https://api.example.com', false)) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.entries(path));
  const sent = operations.flatMap(([, { parameters = [] }]) =>
    parameters.flatMap((one) => (one.in === 'header' ? [one.name] : [])),
  );
  const answered = operations.flatMap(([, { responses }]) =>
    Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)),
  );
  const distinct = (names: readonly string[]) => [...new Set(names.map((one) => one.toLowerCase()))].sort();

  expect(distinct(operations.map(([method]) => method.toUpperCase()))).toEqual(distinct(cors.AllowMethods));
  expect(distinct([...sent, 'hmac', 'authorization', 'content-type'])).toEqual(cors.AllowHeaders);
  expect(distinct(answered)).toEqual(cors.ExposeHeaders);
});

/** The parts of the packaged service that the settings need. */
const service = (): Template => ({
  Resources: {
    HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'pix' } },
    DeployRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [{ PolicyDocument: { Statement: [{ Sid: 'NotTheBootstrap', Resource: 'b' }] } }],
      },
    },
    Answer: {
      Type: 'AWS::Lambda::Function',
      Properties: { Environment: { Variables: { BASE_URL: { Ref: 'HttpApi' } } } },
    },
  },
  Outputs: { HttpApiUrl: { Value: { Ref: 'HttpApi' } } },
});

describe('a stage with a new domain', () => {
  const apply = (given: Record<string, unknown>) => {
    const whole = service();
    return { whole, ...applyOptions(whole, read(given), 'pix', []) };
  };
  const linksOf = ({ Resources, Outputs }: Template) => [
    (Resources.Answer?.Properties?.Environment as { Variables: object } | undefined)?.Variables,
    Outputs?.HttpApiUrl?.Value,
    Resources.HttpApi?.Properties?.DisableExecuteApiEndpoint,
  ];

  test('the new domain changes nothing at the old address as long as the old address is kept', () => {
    const { whole, address } = apply({ ...domain, keepOldAddress: true });

    expect(linksOf(whole)).toEqual([{ BASE_URL: { Ref: 'HttpApi' } }, { Ref: 'HttpApi' }, undefined]);
    expect([...address]).toEqual(['Domain', 'Mapping']);
  });

  test('links may use the new domain before the old address is closed', () => {
    const { whole } = apply({ ...domain, keepOldAddress: true, baseUrl: 'https://api.example.com' });

    expect(linksOf(whole)).toEqual([
      { BASE_URL: 'https://api.example.com' },
      'https://api.example.com',
      undefined,
    ]);
  });

  test('every link uses a single address once the old address is closed', () => {
    expect(linksOf(apply(domain).whole)).toEqual([
      { BASE_URL: 'https://api.example.com' },
      'https://api.example.com',
      true,
    ]);
  });

  test('the truststore is named by its content, so that a changed truststore is deployed to the domain', () => {
    const { whole, files } = apply({ ...domain, truststore: 'authorities.pem' });
    const [[key = '', text] = []] = Object.entries(files);

    expect(text).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(key).toMatch(/^truststores\/[0-9a-f]{64}\.pem$/);
    expect(whole.Resources.Domain?.Properties?.MutualTlsAuthentication).toEqual({
      TruststoreUri: { 'Fn::Sub': `s3://\${Artifacts}/${key}` },
    });
  });

  test('the stage is unchanged without settings for a domain', () => {
    const { whole, egress, address, files } = apply({});

    expect(whole).toEqual(service());
    expect([egress.size, address.size, files]).toEqual([0, 0, {}]);
  });
});
