// Adds the commands that end a payment or a refund on the evidence of two operators.

import { Argument, type Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

type Evidence = Shared & { document: string; reason: string };

/** `noun`: the subject of the commands. `read`: reads its name. */
type Ends = {
  noun: 'cashout' | 'chargeback';
  read: (name: string) => string | number;
  /** The id at the network that a settled one has: the option, its field, and an example. */
  id: readonly [option: 'end-to-end-id' | 'return-id', field: 'end_to_end_id' | 'return_id', example: string];
};

const two = 'Nothing happens until another operator repeats the same command within three days.';
const letter = '--document "Ticket 4711 of the PSP" --reason "INC-44: no answer for 12 hours"';

export function addEnds(program: Command, { noun, read, id: [option, field, example] }: Ends): void {
  const evident = (verb: string, what: string, more: string) =>
    operation(program, verb, `${what} ${two}`, `${noun} ${verb} 1234567890123456${more} ${letter}`)
      .addArgument(new Argument(`<${noun}>`).argParser(read))
      .requiredOption(
        '--document <text>',
        'where the PSP says so: a ticket, a line of its statement, a letter',
      )
      .requiredOption('--reason <text>', 'why people decide it, and the ticket; it must name no customer');

  evident(
    'settle',
    `Records that the PSP has made a ${wordOf[noun]} without an outcome. The money is debited.`,
    ` --${option} ${example}`,
  )
    .requiredOption(`--${option} <id>`, 'its id at the network, from the document')
    .action(
      (
        name: string | number,
        { document, reason, ...given }: Evidence & { endToEndId?: string; returnId?: string },
      ) => {
        const { endToEndId, returnId, ...shared } = given;
        const said = { [noun]: name, [field]: endToEndId ?? returnId, document, reason };
        return ask('administer', `${noun} settle`, said, shared);
      },
    );

  evident(
    'fail',
    `Records that the PSP will never make a ${wordOf[noun]} without an outcome. The money is available again.`,
    '',
  )
    .option('--cancelled-at-psp <text>', 'the PSP’s reference that it has cancelled it, if it is not too old')
    .action(
      (
        name: string | number,
        { document, reason, cancelledAtPsp, ...shared }: Evidence & { cancelledAtPsp?: string },
      ) => {
        const said = { [noun]: name, document, reason, cancelled_at_psp: cancelledAtPsp };
        return ask('administer', `${noun} fail`, said, shared);
      },
    );
}

const wordOf = { cashout: 'payment', chargeback: 'refund' } as const;
