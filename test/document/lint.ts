// The findings of redocly and spectral about openapi.yaml, without the exceptions listed here. An exception that
// matches no finding is reported as a fault.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/service.ts';
import { beside, run } from './programs.ts';

type Exception = { rule: string; at: string; because: string };
type Finding = { rule: string; at: string; says: string };
export type Verdict = { found: number; excepted: number; faults: string[] };

const slash = 'The contract writes this path with a slash at its end, and its callers do.';
const chargebacks = '/v2/finance/chargebacks-pix-copy-and-paste/';
const meds = '/v3/meds/';

const redoclyExceptions: readonly Exception[] = [
  { rule: 'no-path-trailing-slash', at: chargebacks, because: slash },
  { rule: 'no-path-trailing-slash', at: meds, because: slash },
  {
    rule: 'no-server-example.com',
    at: 'servers/0/url',
    because:
      'openapi.yaml is the document of the local stage; each stage serves its own, with its own address.',
  },
  {
    rule: 'operation-4xx-response',
    at: '/.well-known/jwks.json/get/responses',
    because: 'It asks the caller for nothing, so that nothing of the caller’s can be wrong.',
  },
];

const spectralExceptions: readonly Exception[] = [
  { rule: 'path-keys-no-trailing-slash', at: chargebacks, because: slash },
  { rule: 'path-keys-no-trailing-slash', at: meds, because: slash },
  {
    rule: 'info-contact',
    at: 'info',
    because: 'Whom to ask is said by whoever runs the service; this repository runs none.',
  },
];

const binary = (name: string) => join(root, 'node_modules/.bin', name);

function judge(findings: readonly Finding[], exceptions: readonly Exception[]): Verdict {
  const isExcepted = ({ rule, at }: Finding) =>
    exceptions.some((exception) => exception.rule === rule && exception.at === at);
  const unneeded = exceptions.filter(
    ({ rule, at }) => !findings.some((finding) => finding.rule === rule && finding.at === at),
  );
  const faults = findings.filter((finding) => !isExcepted(finding));
  return {
    found: findings.length,
    excepted: findings.length - faults.length,
    faults: [
      ...faults.map(({ rule, at, says }) => `${rule} at ${at}: ${says}`),
      ...unneeded.map(({ rule, at }) => `the exception of ${rule} at ${at} is not needed`),
    ],
  };
}

export async function lintWithRedocly(): Promise<Verdict> {
  const { stdout } = await run(
    binary('redocly'),
    ['lint', 'openapi.yaml', '--format=json', '--max-problems=1000'],
    {
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NODE_NO_WARNINGS: '1' },
    },
  );
  type Problem = { ruleId: string; message: string; location: { pointer?: string }[] };
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  const plain = (pointer = '') => pointer.replace(/^#\/(paths\/)?/, '').replaceAll('~1', '/');
  return judge(
    problems.map(({ ruleId, message, location: [place] }) => ({
      rule: ruleId,
      at: plain(place?.pointer),
      says: message,
    })),
    redoclyExceptions,
  );
}

export async function lintWithSpectral(): Promise<Verdict> {
  const file = join(root, 'openapi.yaml');
  if (!existsSync(file)) throw new Error('there is no openapi.yaml: npm run docs');
  const args = ['lint', '--quiet', '--format=json', '--ruleset', beside('spectral.yaml'), file];
  const { stdout } = await run(binary('spectral'), args);
  type Problem = { code: string; message: string; path: string[] };
  return judge(
    (JSON.parse(stdout) as Problem[]).map(({ code, message, path }) => ({
      rule: code,
      at: path[0] === 'paths' ? path.slice(1).join('/') : path.join('/'),
      says: message,
    })),
    spectralExceptions,
  );
}
