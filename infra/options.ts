// Reads the settings of a stage's own address and of its fixed outgoing addresses (infra/stages/), and checks them
// before the packaging. A setting that would be ignored or would lock out callers is refused, with advice.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

export type Options = {
  /** The host name of the API. If it is empty, the API has the address that API Gateway assigns. */
  domain: string;
  /** The ARN of an existing certificate. Without it, a certificate is created in the hosted zone. */
  certificateArn: string;
  /** The zone of Route 53 in which the names are created. */
  hostedZoneId: string;
  /** Whether the address that API Gateway assigns stays available in addition to the domain. */
  keepOldAddress: boolean;
  /** The authorities whose certificates callers must have, as PEM. If it is empty, there is no mutual TLS. */
  truststore: string;
  /**
   * Whether callers come through CloudFront. Then only CloudFront has a certificate of an authority in the truststore.
   */
  cloudFront: boolean;
  /** A host name that serves only the PSP's callbacks. */
  callbackDomain: string;
  callbackTruststore: string;
  /** The origins of web pages that may call the API. */
  consoleOrigins: readonly string[];
  staticEgress: boolean;
  egressNats: 1 | 2;
  /** The address that is used in links, if the stage sets one. */
  baseUrl: string;
};

type Given = Readonly<Record<string, unknown>>;

const host = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;
const certificate = /^arn:aws[\w-]*:acm:([a-z0-9-]+):\d{12}:certificate\/[\w-]+$/;

/**
 * @param given the stage's params by their names in infra/stages/
 * @param root the folder to which file names are relative
 * @throws an Error with the first wrong setting and advice
 */
export function readOptions(given: Given, { root, region }: { root: string; region: string }): Options {
  const text = (name: string) => String(given[name] ?? '').trim();
  const options: Options = {
    domain: text('domain'),
    certificateArn: text('certificateArn'),
    hostedZoneId: text('hostedZoneId'),
    keepOldAddress: readSwitch('keepOldAddress', text('keepOldAddress')),
    truststore: readTruststore('truststore', text('truststore'), root),
    cloudFront: readSwitch('cloudFront', text('cloudFront')),
    callbackDomain: text('callbackDomain'),
    callbackTruststore: readTruststore('callbackTruststore', text('callbackTruststore'), root),
    consoleOrigins: text('consoleOrigin').split(',').filter(Boolean),
    staticEgress: readSwitch('staticEgress', text('staticEgress')),
    egressNats: readNats(text('egressNats')),
    baseUrl: typeof given.baseUrl === 'string' ? given.baseUrl : '',
  };
  if (options.domain === '') refuseWithoutDomain(options);
  else refuseDomain(options, region);
  if (options.cloudFront) refuseCloudFront(options, text('callbackSources'));
  for (const origin of options.consoleOrigins) refuseOrigin(origin);
  if (options.consoleOrigins.length > 0 && options.truststore && !options.cloudFront)
    refuse(
      'consoleOrigin',
      'a browser asks for permission without a certificate, so mutual TLS refuses it. Serve the console from its own stage, or leave truststore empty',
    );
  for (const name of ['pspUrl', 'refundPspUrl']) {
    const url = text(name);
    if (options.staticEgress && url && new URL(url).port)
      refuse('staticEgress', `only port 443 is open to the outside, and ${name} is ${url}`);
  }
  return options;
}

function refuse(name: string, why: string): never {
  throw new Error(`${name}: ${why} (infra/stages/).`);
}

function refuseWithoutDomain(options: Options): void {
  const needing = [
    'certificateArn',
    'hostedZoneId',
    'keepOldAddress',
    'truststore',
    'cloudFront',
    'callbackDomain',
    'callbackTruststore',
  ] as const;
  for (const name of needing) if (options[name]) refuse(name, 'means nothing without domain');
}

function refuseDomain(options: Options, region: string): void {
  const { domain, callbackDomain, certificateArn, hostedZoneId, keepOldAddress, baseUrl } = options;
  for (const [name, value] of Object.entries({ domain, callbackDomain }))
    if (value !== '' && !host.test(value))
      refuse(name, `${value} is no host name: lower case, no https://, no path`);
  if (domain === callbackDomain) refuse('callbackDomain', 'must be another name than domain');
  if (options.callbackTruststore && !callbackDomain)
    refuse('callbackTruststore', 'means nothing without callbackDomain');
  if (certificateArn && hostedZoneId)
    refuse('certificateArn', 'give it, or hostedZoneId for a certificate that is made and renewed there');
  if (!certificateArn && !hostedZoneId)
    refuse('domain', `needs a certificate. In Route 53: set hostedZoneId. Elsewhere:\n${byHand(options)}\n`);
  if (certificateArn) {
    const [, its] = certificate.exec(certificateArn) ?? [];
    if (its === undefined) refuse('certificateArn', `${certificateArn} is no ARN of a certificate of ACM`);
    if (its !== region) refuse('certificateArn', `it is in ${its}, and the API in ${region}`);
  }
  if (hostedZoneId && !/^Z[A-Z0-9]{5,31}$/.test(hostedZoneId))
    refuse('hostedZoneId', `${hostedZoneId} is no id of a hosted zone`);
  if (baseUrl && baseUrl !== `https://${domain}` && !keepOldAddress)
    refuse('baseUrl', `links would leave https://${domain}: leave it out`);
}

function refuseCloudFront({ truststore, hostedZoneId, callbackDomain }: Options, sources: string): void {
  if (!truststore)
    refuse('cloudFront', 'without truststore anybody could call the API past CloudFront and its firewall');
  if (hostedZoneId)
    refuse('hostedZoneId', 'the name would lead to the API, past CloudFront. Give certificateArn instead');
  if (sources && !callbackDomain)
    refuse(
      'callbackSources',
      'behind CloudFront every call has CloudFront’s address. Give the PSP a host name of its own: callbackDomain',
    );
}

/** Explains how to create a certificate if the names are not in Route 53. */
const byHand = ({ domain, callbackDomain }: Options) =>
  [
    `  aws acm request-certificate --validation-method DNS --domain-name ${domain}${callbackDomain && ` --subject-alternative-names ${callbackDomain}`}`,
    '  aws acm describe-certificate --certificate-arn ARN --query Certificate.DomainValidationOptions',
    '  make the records that it prints, wait for ISSUED, and set certificateArn',
  ].join('\n');

function refuseOrigin(origin: string): void {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.protocol !== 'https:' || url.origin !== origin)
    refuse('consoleOrigin', `${origin} is no origin: https://console.example.com, without a slash, never *`);
}

function readSwitch(name: string, value: string): boolean {
  if (value === 'true') return true;
  return value === 'false' || value === '' ? false : refuse(name, `${value} is neither true nor false`);
}

function readNats(value: string): 1 | 2 {
  if (value === '1') return 1;
  return value === '2' || value === '' ? 2 : refuse('egressNats', `${value} is neither 1 nor 2`);
}

const block = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/** @returns the text of a file that contains the certificates of authorities */
function readTruststore(name: string, file: string, root: string): string {
  if (file === '') return '';
  const path = isAbsolute(file) ? file : join(root, file);
  if (!existsSync(path)) refuse(name, `there is no file ${file}`);
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(block)];
  const other = blocks.find(([, kind]) => kind !== 'CERTIFICATE');
  if (other) refuse(name, `${file} has a ${other[1]}: only certificates belong there`);
  if (blocks.length === 0) refuse(name, `${file} has no certificate in PEM`);
  for (const [pem] of blocks) {
    const one = new X509Certificate(pem);
    if (!one.ca) refuse(name, `${one.subject} in ${file} is no authority: whoever it is, it signs nobody`);
    if (one.validToDate.getTime() < Date.now()) refuse(name, `${one.subject} in ${file} has expired`);
  }
  return `${blocks.map(([pem]) => pem).join('\n')}\n`;
}
