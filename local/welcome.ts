// Returns the welcome text of a started service, with its addresses and examples.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './service.ts';

type Started = {
  baseUrl: string;
  /** The location of the data, for display. */
  where: string;
  /** The path of demo.json, which is in the data folder. */
  demoFile: string;
  sandboxKey: string;
  seconds: number;
};

/** @param more a line that tells how the service runs */
export function welcome({ baseUrl, where, demoFile, sandboxKey, seconds }: Started, more = ''): string {
  const folder = dirname(demoFile);
  const at = folder === join(root, '.local') ? '' : ` --data ${folder}`;
  return `
PIX cashout is listening on ${baseUrl} (after ${seconds.toFixed(1)} s)
data: ${where}   demo client: ${demoFile}${existsSync(demoFile) ? '' : ' (missing)'}

Try, in a second terminal:
  npm run demo${at && ` --${at}`}   # a cashout from token to statement
  npm run demo -- chargeback${at}   # a refund of a paid QR code
  npm run demo -- --self-approve --key ds04@sandbox.pix${at}   # a cashout that the network refuses
  open ${baseUrl}/console   # approve payments as a person: choose Bruno
  open ${baseUrl}/docs   # the reference, with calls to try: paste ${demoFile} there
  npm run admin -- --help   # operate it: companies, clients, freezes${at && `; each command with${at}`}
  curl -s -X POST ${baseUrl}/sandbox/tenants -H 'x-sandbox-key: ${sandboxKey}' -d '{}'   # a company of your own

${more}Ctrl-C stops everything.
`;
}
