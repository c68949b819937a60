import { expect, test } from 'vitest';
import { exitCodeOf, renderBooks } from '../../operate/admin/reconcile.ts';

test('the reconcile command prints the comparison with the PSP’s books day by day, and exits with 1 if there is a difference', () => {
  const day = {
    day: '2026-11-20',
    state: 'open',
    psp_faults: [],
    balance: [{ what: '= PSP, closing', amount: '5.00', count: '' }],
    lines: [{ found: 'theirs only', kind: 'sent', id: 'E1' }],
  };

  expect(renderBooks({ worked: true, agree: false, complete: true, failed: [], days: [day] })).toBe(
    `day         2026-11-20
state       open
psp_faults  -

balance
  what            amount  count
  = PSP, closing  5.00    -

lines
  found        kind  id
  theirs only  sent  E1

agree     no
complete  yes
failed    -
`,
  );
  expect(
    [{ worked: true, agree: true }, { worked: true, agree: false }, { worked: false }].map(exitCodeOf),
  ).toEqual([0, 1, 2]);
});
