import { expect, test } from 'vitest';
import { readSettings, settingsTable } from '../../tools/settings-table.ts';

test('a setting is described by its docstring in the settings table', () => {
  const source = ['    /** Its name. */', '    STAGE: present,', '    CASHOUTS_TABLE: present,', ''].join(
    '\n',
  );

  expect(readSettings(source)).toEqual([{ name: 'STAGE', meaning: 'Its name.' }]);
});

test('a setting without a docstring is refused', () => {
  expect(() => readSettings('    STAGE: present,\n')).toThrow(
    'lib/platform/config.ts has no docstring for STAGE',
  );
});

const rows = settingsTable()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));
const rowOf = (name: string) => rows.find(([, variable]) => variable === `\`${name}\``)?.slice(3, 6);

test.each([
  ['TOKEN_SECONDS', ['`1800`', '`1800`', '`tokenSeconds`']],
  ['TOKEN_SIGNING_KEY', ['a secret', 'a secret', '']],
  ['TOKEN_ISSUER', ['`pix-cashout-local`', '`pix-cashout-<stage>`', '']],
  ['CLIENT_REQUESTS_BURST', ['`1000000`', 'staging `10`, production `100`', '`clientRequestsBurst`']],
  ['SANDBOX_SLOW_SECONDS', ['`3`', 'staging `10`, production none', '`sandboxSlowSeconds`']],
  ['PSPS', ['empty', 'empty', '`psps`']],
  ['AUDIT_TABLE', ['from `serverless.yml`', 'from `serverless.yml`', '']],
])('the setting %s is shown with its value in each stage', (name, cells) => {
  expect(rowOf(name)).toEqual(cells);
});
