// Reads the settings of a stage's own address and of its fixed outgoing addresses (infra/stages/), and checks them
// before the packaging. A setting that would be ignored or would lock out callers is refused, with advice.

import { parsePsps } from '../lib/platform/psp-list.ts';
import { hasSandbox } from '../lib/platform/stages.ts';
import { refuse } from './refuse.ts';
import { readTruststore } from './truststore.ts';
import { refuseWatching } from './watching.ts';

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
  /** A host name that serves only the console for people. The API's host name then has no console. */
  consoleDomain: string;
  /** The address of the console in a stage that sets no consoleDomain. */
  consoleUrl: string;
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
    consoleDomain: text('consoleDomain'),
    consoleUrl: text('consoleUrl'),
    consoleOrigins: text('consoleOrigin').split(',').filter(Boolean),
    staticEgress: readSwitch('staticEgress', text('staticEgress')),
    egressNats: readNats(text('egressNats')),
    baseUrl: typeof given.baseUrl === 'string' ? given.baseUrl : '',
  };
  if (options.domain === '') refuseWithoutDomain(options);
  else refuseDomain(options, region);
  if (options.cloudFront) refuseCloudFront(options, text('callbackSources'));
  refuseOrigins(options);
  refuseConsole(options, text);
  const psps = parsePsps(text('psps'));
  if (typeof psps === 'string') refuse('psps', psps);
  refuseWatching(text, options.truststore !== '' && !options.cloudFront);
  for (const { name, url } of psps)
    if (options.staticEgress && new URL(url).port)
      refuse('staticEgress', `only port 443 is open to the outside, and ${name} is ${url}`);
  return options;
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
    'consoleDomain',
  ] as const;
  for (const name of needing) if (options[name]) refuse(name, 'means nothing without domain');
}

function refuseDomain(options: Options, region: string): void {
  const { domain, callbackDomain, consoleDomain, certificateArn, hostedZoneId, keepOldAddress, baseUrl } =
    options;
  for (const [name, value] of Object.entries({ domain, callbackDomain, consoleDomain }))
    if (value !== '' && !host.test(value))
      refuse(name, `${value} is no host name: lower case, no https://, no path`);
  if (domain === callbackDomain) refuse('callbackDomain', 'must be another name than domain');
  if (consoleDomain && [domain, callbackDomain].includes(consoleDomain))
    refuse('consoleDomain', 'must be another name than domain and callbackDomain');
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
const byHand = ({ domain, callbackDomain, consoleDomain }: Options) => {
  const others = [callbackDomain, consoleDomain].filter(Boolean);
  const alternatives = others.length > 0 ? ` --subject-alternative-names ${others.join(' ')}` : '';
  return [
    `  aws acm request-certificate --validation-method DNS --domain-name ${domain}${alternatives}`,
    '  aws acm describe-certificate --certificate-arn ARN --query Certificate.DomainValidationOptions',
    '  make the records that it prints, wait for ISSUED, and set certificateArn',
  ].join('\n');
};

function refuseOrigins({ consoleOrigins, truststore, cloudFront }: Options): void {
  for (const origin of consoleOrigins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url?.protocol !== 'https:' || url.origin !== origin)
      refuse(
        'consoleOrigin',
        `${origin} is no origin: https://console.example.com, without a slash, never *`,
      );
  }
  if (consoleOrigins.length > 0 && truststore && !cloudFront)
    refuse(
      'consoleOrigin',
      'a browser asks for permission without a certificate, so mutual TLS refuses it. Serve the console from its own stage, or leave truststore empty',
    );
}

function refuseConsole(options: Options, text: (name: string) => string): void {
  const { consoleDomain, consoleUrl, truststore, cloudFront } = options;
  if (!consoleDomain && !consoleUrl) return;
  if (consoleDomain && consoleUrl)
    refuse('consoleUrl', `consoleDomain makes it https://${consoleDomain}/console: leave it out`);
  const networks = {
    STAGE: text('stage'),
    PAYOUT_NETWORK: text('payouts'),
    REFUND_NETWORK: text('refunds'),
  };
  if (consoleUrl && !hasSandbox(networks))
    refuse(
      'consoleUrl',
      'with real money the console needs a host name of its own. Set consoleDomain instead',
    );
  if (consoleUrl && truststore && !cloudFront)
    refuse('consoleUrl', 'mutual TLS refuses a browser without a certificate. Set consoleDomain instead');
  // Without these settings no function would start.
  if (!text('consoleIssuer') || !text('consoleClientId'))
    refuse('consoleIssuer', 'a console needs it, and consoleClientId');
}

function readSwitch(name: string, value: string): boolean {
  if (value === 'true') return true;
  return value === 'false' || value === '' ? false : refuse(name, `${value} is neither true nor false`);
}

function readNats(value: string): 1 | 2 {
  if (value === '1') return 1;
  return value === '2' || value === '' ? 2 : refuse('egressNats', `${value} is neither 1 nor 2`);
}
