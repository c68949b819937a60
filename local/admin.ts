// npm run admin: what operating the service needs from a terminal.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pspSecret } from '../lib/pix/psp-client.ts';
import { makeReadSecret } from '../lib/pix/psp-secret.ts';
import { checkNetwork } from './check-network.ts';

const help = `npm run admin -- network check [options]

  Tells whether the PSP of a stage lets us in, how long our certificate is good for, and where it calls back.

  --url URL        address of the PSP's API, as pspUrl in serverless.yml
  --key KEY        our PIX key there, as pspPixKey
  --callback URL   where its callbacks should go, as far as you want it compared
  --stage STAGE    whose secret is read from Secrets Manager (production)
  --secret FILE    a file to read it from instead: client_id, client_secret, certificate, private_key, perhaps ca
  --help           this text
`;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      callback: { type: 'string' },
      stage: { type: 'string', default: 'production' },
      secret: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const isCheck = positionals.join(' ') === 'network check';
  if (values.help || !isCheck || !values.url || !values.key) {
    say(help);
    return values.help ? 0 : 2;
  }
  const secret = values.secret
    ? pspSecret.parse(JSON.parse(readFileSync(values.secret, 'utf8')))
    : await makeReadSecret(`pix-cashout-${values.stage}-psp`)();
  const { url, key, callback } = values;
  const asked = { url: url.replace(/\/$/, ''), key, ...(callback ? { callback } : {}) };
  const findings = await checkNetwork({ ...asked, secret, now: new Date() });
  for (const { ok, what } of findings) say(`${ok ? 'ok    ' : 'NOT OK'}  ${what}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    say(`${error instanceof Error ? error.message : error}\n\nnpm run admin -- --help lists the options.`);
    process.exitCode = 2;
  },
);
