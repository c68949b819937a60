import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { checks, judge, moments, whyNotBy } from '../../lib/cashout/judge.ts';
import type { Rules } from '../../lib/rules/rules.ts';

const day = '2026-11-25T15:00:00.000Z';
const changedAt = '2026-11-25T12:00:00.000Z';
const amount = 1_000;
/** These rules give every reason to refuse: limits of one cent, only listed payees, and two required approvals. */
const rules = {
  bands: [{ fromCents: cents(1), needed: 2 }],
  approvalsChangedAt: changedAt,
  limits: { per_transfer: { cents: 1 }, per_day: { cents: 1 }, new_payee: { cents: 1 } },
  onlyListedPayees: true,
} as unknown as Rules;
const cashout = {
  request: { endpoint: 'create-cashout', amountCents: cents(amount), tag: '', pixKey: 'fulano@example.com' },
  createdBy: 'maker',
  approvedAt: day,
  approvals: [
    { by: 'maker', at: day },
    { by: 'gone', at: day },
  ],
} as const;
const one = { cashout, reservation: { recipient: { legalId: '12345678909' }, reservedAt: day } };
const facts = {
  balance: { status: 'CLOSED', availableCents: 0, freezes: new Set(['ACCOUNT']) } as never,
  rules,
  isListed: () => false,
  remainingOf: () => 0,
  mayApprove: (userId: string) => userId !== 'gone',
};
const refusalOf = {
  account: ['account_closed'],
  freezes: [],
  approvals: [],
  approvers: [],
  perTransfer: ['rule_per_transfer'],
  dayAndNight: ['rule_per_day'],
  funds: ['insufficient_funds'],
  payees: ['rule_payees'],
  newPayee: ['rule_new_payee'],
} satisfies Record<keyof typeof checks, string[]>;

describe('a cashout with every possible finding', () => {
  test.each(moments)(
    'a cashout at the moment of %s has all findings checked at that moment, most important first',
    (moment) => {
      const { refusals } = judge(moment, one, facts);
      const isLookedAt = ({ at }: (typeof checks)[keyof typeof checks]) =>
        (at as readonly string[]).includes(moment);
      const wanted = Object.entries(checks)
        .filter(([, look]) => isLookedAt(look))
        .flatMap(([name]) => refusalOf[name as keyof typeof checks]);

      expect(refusals.filter((name) => name !== 'frozen' && name !== 'rule_approvals')).toEqual(wanted);
    },
  );
});

describe('two required approvals', () => {
  const given = (at: 'hold' | 'start' | 'approve', change: object = {}) =>
    judge(at, { ...one, cashout: { ...cashout, ...change } }, facts);

  test.each([
    ['an approval', 'approve', ['maker'], false],
    ['the start of a scheduled cashout', 'start', ['maker'], false],
    ['the hold of an unscheduled cashout', 'hold', ['maker', 'gone'], true],
  ] as const)('at %s (%s), the approvals by %j count, and they suffice: %s', (_, at, users, isEnough) => {
    const { approvals, isApproved } = given(at, at === 'start' ? { startsAt: day } : {});

    expect([approvals.map(({ by }) => by), isApproved]).toEqual([users, isEnough]);
  });

  test('approvals are checked under the rule at the time of the approval, and for a scheduled cashout under the rule of its day', () => {
    const earlier = { approvals: undefined, approvedBy: 'maker', approvedAt: '2026-11-25T11:00:00.000Z' };

    expect(given('hold', earlier).refusals).not.toContain('rule_approvals');
    expect(given('hold', { ...earlier, approvedAt: day }).refusals).toContain('rule_approvals');
    expect(given('start', { ...earlier, startsAt: day }).refusals).toContain('rule_approvals');
  });

  test('two approvals stay required if the rule is relaxed later', () => {
    const requires = { needed: 2, ownCounts: true };
    const relaxed = judge(
      'wait',
      { cashout: { ...cashout, requires, approvals: [] } },
      { ...facts, rules: {} },
    );

    expect(relaxed).toMatchObject({ requires, isApproved: false });
  });

  test('the two approvals must be of two users, and not of the creator if the rule excludes own approvals', () => {
    const judged = {
      refusals: [],
      requires: { needed: 2, ownCounts: false },
      approvals: cashout.approvals,
      isApproved: false,
    };

    expect(whyNotBy('maker', 'maker', judged)).toBe('approval_of_own');
    expect(whyNotBy('gone', 'maker', judged)).toBe('approved_already');
    expect(whyNotBy('checker', 'maker', judged)).toBeUndefined();
  });
});
