// npm run admin -- rule: manages an account's own conditions for cashouts, which apply in addition to the contract.

import { type Command, InvalidArgumentError } from 'commander';
import { bandsIn } from '../../lib/operating/typed-texts.ts';
import { ask, operation, requireOne, type Shared, wholeNumber } from './operation.ts';

type Expiry = Shared & { hours?: number; never?: boolean };
type OwnApproval = Shared & { upTo?: string; always?: boolean };
type Approvals = Shared & { from?: Bands; none?: boolean };
type Limit = Shared & { atMost?: string; none?: boolean };
type LowBalance = Shared & { below?: string; never?: boolean };
type Bands = NonNullable<ReturnType<typeof bandsIn>>;

export function addRule(program: Command): void {
  const noun = program
    .command('rule')
    .description(
      'rules of an account: show, expiry, own-approval, approvals, limit, payees, reported-money, duplicates, low-balance',
    );

  operation(noun, 'show <account>', 'Shows the rules of an account.', 'rule show 0001/123456789').action(
    (account: string, shared: Shared) => ask('administer', 'rule show', { account }, shared),
  );

  operation(
    noun,
    'expiry <account>',
    'Cancels NEW cashouts that nobody has approved in time. The rule applies to cashouts created from now on.',
    'rule expiry 0001/123456789 --hours 48',
  )
    .option('--hours <hours>', 'hours after the creation of a cashout, 1 to 8760', wholeNumber)
    .option('--never', 'ends the rule: cashouts wait without a limit')
    .action((account: string, { hours, never, ...shared }: Expiry) => {
      requireOne({ '--hours': hours, '--never': never });
      return ask('administer', 'rule expiry', { account, hours: hours ?? null }, shared);
    });

  operation(
    noun,
    'own-approval <account>',
    'Sets the amount up to which the creator of a cashout may approve it. Above this amount, another user must approve.',
    'rule own-approval 0001/123456789 --up-to 500.00',
  )
    .option('--up-to <amount>', 'amount in reais; with 0, the creator may never approve')
    .option('--always', 'ends the rule')
    .action((account: string, { upTo, always, ...shared }: OwnApproval) => {
      requireOne({ '--up-to': upTo, '--always': always });
      return ask('administer', 'rule own-approval', { account, up_to: upTo ?? null }, shared);
    });

  operation(
    noun,
    'approvals <account>',
    'Sets the amounts from which two or more users must approve a cashout. Earlier settings of this rule are replaced.',
    'rule approvals 0001/123456789 --from 10000.00=2 --from 100000.00=3',
  )
    .option(
      '--from <amount=users>',
      'amount, and the number of users who must approve from this amount on; may be repeated',
      addBands,
    )
    .option('--none', 'ends the rule: one approval is enough')
    .action((account: string, { from, none, ...shared }: Approvals) => {
      requireOne({ '--from': from, '--none': none });
      return ask('administer', 'rule approvals', { account, bands: from ?? [] }, shared);
    });

  operation(
    noun,
    'limit <account> <limit>',
    'Limits what the account pays: per_transfer, per_day, per_night (20:00 to 06:00) or new_payee (to a payee in the first ' +
      'day after the first transfer to it). A lower limit takes effect at once, a higher limit after 24 hours.',
    'rule limit 0001/123456789 per_day --at-most 20000.00',
  )
    .option('--at-most <amount>', 'amount in reais')
    .option('--none', 'ends the limit, after 24 hours')
    .action((account: string, limit: string, { atMost, none, ...shared }: Limit) => {
      requireOne({ '--at-most': atMost, '--none': none });
      return ask('administer', 'rule limit', { account, limit, amount: atMost ?? null }, shared);
    });

  operation(
    noun,
    'payees <account> <payees>',
    'Sets who may be paid: listed (only payees of the list, see payee --help) or any.',
    'rule payees 0001/123456789 listed',
  ).action((account: string, payees: string, shared: Shared) =>
    ask('administer', 'rule payees', { account, payees }, shared),
  );
  operation(
    noun,
    'reported-money <account> <reported>',
    'Sets what a MED report does to the money that it names: blocked (until the decision, up to the balance) or free.',
    'rule reported-money 0001/123456789 blocked',
  ).action((account: string, reported: string, shared: Shared) =>
    ask('administer', 'rule reported-money', { account, reported }, shared),
  );
  addDuplicates(noun);

  operation(
    noun,
    'low-balance <account>',
    'Sends the company an event when less than this amount is available after a payout. The next event is sent only after the amount was available again.',
    'rule low-balance 0001/123456789 --below 50000.00',
  )
    .option('--below <amount>', 'amount in reais')
    .option('--never', 'ends the rule')
    .action((account: string, { below, never, ...shared }: LowBalance) => {
      requireOne({ '--below': below, '--never': never });
      return ask('administer', 'rule low-balance', { account, below: below ?? null }, shared);
    });
}

type Duplicates = Shared & { withinHours?: number; action?: string; none?: boolean };

function addDuplicates(noun: Command): void {
  operation(
    noun,
    'duplicates <account>',
    'Looks for an earlier cashout with the same payee and amount, unless it ended unpaid.',
    'rule duplicates 0001/123456789 --within-hours 24 --action hold',
  )
    .option('--within-hours <hours>', 'maximum age of the earlier cashout in hours, 1 to 720', wholeNumber)
    .option('--action <action>', 'tell, hold (the cashout waits for an approval) or refuse', 'tell')
    .option('--none', 'ends the rule')
    .action((account: string, { withinHours, action, none, ...shared }: Duplicates) => {
      requireOne({ '--within-hours': withinHours, '--none': none });
      const rule = none ? null : { within_hours: withinHours, action };
      return ask('administer', 'rule duplicates', { account, rule }, shared);
    });
}

function addBands(text: string, before: Bands = []): Bands {
  const bands = bandsIn(text);
  if (!bands?.length) throw new InvalidArgumentError('It must be AMOUNT=USERS.');
  return [...before, ...bands];
}
