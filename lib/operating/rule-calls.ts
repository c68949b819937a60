// Declares operators' calls about the rules of an account: its own conditions for cashouts, which apply in addition to
// the contract.

import * as z from 'zod';
import { accountOf } from '../base/account-ref.ts';
import { type ChangeOf, changes, limitChange } from '../rules/changes.ts';
import { duplicateActions } from '../rules/duplicates.ts';
import { limitNames } from '../rules/limits.ts';
import { ruleFields } from '../rules/schemas.ts';
import type { Administering } from './administering.ts';
import { declare } from './call.ts';
import { setRules, showRules } from './set-rules.ts';
import { account } from './subject-schema.ts';
import { bandList, wholeNumber } from './typed-texts.ts';

const of = { is: account, flag: '<account>' } as const;

type About = { account: string };
/** Makes a call that sets one rule of an account. */
const set =
  <Call extends About>(changeOf: (call: Call) => ChangeOf) =>
  async (deps: Administering, call: Call) => ({
    answer: await setRules(deps, accountOf(call.account), changeOf(call)),
  });

const replaces = async ({ accounts }: Administering, call: About) =>
  (await accounts.get(accountOf(call.account)))?.rules;
const change = (pt: string, en: string) => ({ on: 'account', pt, en, replaces }) as const;

export const ruleCalls = [
  declare('rule show', {
    what: 'Shows the rules of an account.',
    example: '0001/123456789',
    fields: { account: of },
    run: async (deps, call) => ({ answer: await showRules(deps, accountOf(call.account)) }),
  }),
  declare('rule expiry', {
    what: 'Cancels NEW cashouts that nobody has approved in time. The rule applies to cashouts created from now on.',
    example: '0001/123456789 --hours 48',
    fields: {
      account: of,
      hours: {
        is: ruleFields.expire_new_after_hours,
        flag: '--hours <hours>',
        means: 'hours after the creation of a cashout, 1 to 8760',
        read: wholeNumber,
        none: ['--never', 'ends the rule: cashouts wait without a limit'],
      },
    },
    change: change('Prazo para aprovar', 'Time to approve'),
    run: set(({ hours }) => changes.expire_new_after_hours(hours)),
  }),
  declare('rule own-approval', {
    what: 'Sets the amount up to which the creator of a cashout may approve it. Above this amount, another user must approve.',
    example: '0001/123456789 --up-to 500.00',
    fields: {
      account: of,
      up_to: {
        is: ruleFields.own_approval_up_to,
        flag: '--up-to <amount>',
        means: 'amount in reais; with 0, the creator may never approve',
        none: ['--always', 'ends the rule'],
      },
    },
    change: change('Aprovação por quem cria', 'Approval by the creator'),
    run: set(({ up_to }) => changes.own_approval_up_to(up_to)),
  }),
  declare('rule approvals', {
    what: 'Sets the amounts from which two or more users must approve a cashout. Earlier settings of this rule are replaced.',
    example: '0001/123456789 --from 10000.00=2 --from 100000.00=3',
    fields: {
      account: of,
      bands: {
        is: ruleFields.approvals,
        flag: '--from <amount=users>',
        means: 'amount, and the number of users who must approve from this amount on; may be repeated',
        read: bandList,
        none: ['--none', 'ends the rule: one approval is enough'],
      },
    },
    change: change('Número de aprovações', 'Number of approvals'),
    run: set(({ bands }) => changes.approvals(bands)),
  }),
  declare('rule limit', {
    what: 'Limits what the account pays: per_transfer, per_day, per_night (20:00 to 06:00) or new_payee (to a payee in the first day after the first transfer to it). A lower limit takes effect at once, a higher limit after 24 hours.',
    example: '0001/123456789 per_day --at-most 20000.00',
    fields: {
      account: of,
      limit: {
        is: z.enum(limitNames, { error: `must be one of ${limitNames.join(', ')}` }),
        flag: '<limit>',
        choices: limitNames,
      },
      amount: {
        is: ruleFields.limit,
        flag: '--at-most <amount>',
        means: 'amount in reais',
        none: ['--none', 'ends the limit, after 24 hours'],
      },
    },
    change: change('Limite', 'Limit'),
    run: set(({ limit, amount }) => limitChange(limit, amount ?? undefined)),
  }),
  declare('rule payees', {
    what: 'Sets who may be paid: listed (only payees of the list, see payee --help) or any.',
    example: '0001/123456789 listed',
    fields: {
      account: of,
      payees: { is: ruleFields.payees, flag: '<payees>', choices: ruleFields.payees.options },
    },
    change: change('Favorecidos permitidos', 'Allowed payees'),
    run: set(({ payees }) => changes.payees(payees)),
  }),
  declare('rule reported-money', {
    what: 'Sets what a MED report does to the money that it names: blocked (until the decision, up to the balance) or free.',
    example: '0001/123456789 blocked',
    fields: {
      account: of,
      reported: {
        is: ruleFields.reported_money,
        flag: '<reported>',
        choices: ruleFields.reported_money.options,
      },
    },
    change: change('Valores com notificação de fraude', 'Reported money'),
    run: set(({ reported }) => changes.reported_money(reported)),
  }),
  declare('rule duplicates', {
    what: 'Looks for an earlier cashout with the same payee and amount, unless it ended unpaid.',
    example: '0001/123456789 --within-hours 24 --action hold',
    fields: {
      account: of,
      rule: {
        is: ruleFields.duplicates,
        parts: {
          within_hours: {
            flag: '--within-hours <hours>',
            means: 'maximum age of the earlier cashout in hours, 1 to 720',
            read: wholeNumber,
            input: 'rule',
          },
          action: {
            flag: '--action <action>',
            means: 'tell, hold (the cashout waits for an approval) or refuse',
            preset: 'tell',
            choices: duplicateActions,
            input: 'rule_action',
          },
        },
        none: ['--none', 'ends the rule'],
      },
    },
    change: change('Duplicidade', 'Duplicates'),
    run: set(({ rule }) => changes.duplicates(rule)),
  }),
  declare('rule low-balance', {
    what: 'Sends the company an event when less than this amount is available after a payout. The next event is sent only after the amount was available again.',
    example: '0001/123456789 --below 50000.00',
    fields: {
      account: of,
      below: {
        is: ruleFields.low_balance,
        flag: '--below <amount>',
        means: 'amount in reais',
        none: ['--never', 'ends the rule'],
      },
    },
    change: change('Aviso de saldo baixo', 'Low balance alert'),
    run: set(({ below }) => changes.low_balance(below)),
  }),
] as const;
