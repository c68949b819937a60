// Computes the bill of the same flow if the payment is a Lambda durable function with one execution per cashout. The
// function runs here (peers/durable-flow.ts); its rows are only computed. Of two variants, the cheaper is used: the
// execution starts at the approval and not at the creation, and it delivers the webhook itself, without an outbox row.

import type { Setting } from './bill.ts';
import type { Flow } from './cashout-flow.ts';
import { assumed } from './metered-world.ts';
import { billOnPaper, type Paper, rowsInWords } from './paper-bill.ts';
import { type Forms, type Metered, steps } from './peers/durable-flow.ts';
import { type Line, totalOf } from './prices.ts';

const transactions = [
  ['create', ['cashout', 'outbox']],
  ['approve', ['cashout', 'outbox']],
  ['reserve', ['cashout', 'balance']],
  ['settle', ['cashout', 'balance', 'entry']],
] as const;

/** The days for which Lambda keeps the history of an execution by default (its guide: DurableConfig, 1 to 90). */
const keptDays = 14;

export function durableBill(flow: Flow, setting: Setting, paper: Paper, forms: Forms): Line[] {
  return billOf(flow, setting, paper, forms.approved, 0);
}

/**
 * Computes the bill if the execution waits for the approval as a callback. The cashout's row stores the id of the
 * callback.
 */
function waitingBill(flow: Flow, setting: Setting, paper: Paper, forms: Forms): Line[] {
  return billOf(flow, setting, paper, forms.waiting, 1);
}

function billOf(
  flow: Flow,
  setting: Setting,
  paper: Paper,
  { operations, invocations, bytes }: Metered,
  rowWrites: number,
): Line[] {
  // Lambda writes one checkpoint per operation except the start, and one before the payment.
  const checkpoints = operations * assumed.call;
  return billOnPaper(flow, setting, paper, {
    transactions,
    rowWrites,
    invocations,
    waited: checkpoints + 2 * assumed.transaction + assumed.psp + assumed.receiver,
    own: [
      { item: 'Durable functions, operations', price: 'durableOperation', count: operations },
      { item: 'Durable functions, written', price: 'durableWritten', count: bytes },
      {
        item: `Durable functions, kept ${keptDays} days`,
        price: 'durableKept',
        count: (bytes * keptDays) / 30,
      },
    ],
  });
}

/** Describes this way to build the service: the code that it saves, the code that remains, and its limits. */
export function durableText(flow: Flow, setting: Setting, paper: Paper, forms: Forms): string {
  const { approved, waiting } = forms;
  const more =
    totalOf(waitingBill(flow, setting, paper, forms)) - totalOf(durableBill(flow, setting, paper, forms));
  return `Lambda durable functions, their rows on paper as well; the function itself runs here, in AWS's local runner. An execution is started for each
approved cashout and named after it: ${approved.operations} operations (the start, ${steps.join(', ')}), ${approved.invocations} invocation, ${approved.bytes} bytes in checkpoints, each taken to
last as long as a call to DynamoDB. Its transactions: ${rowsInWords(transactions)}. Powertools' idempotency is on the call that creates here too:
a name is taken only as long as Lambda keeps its execution. Started by the create call, with the approval as a callback, it would have ${waiting.operations} operations and
${waiting.invocations} invocations, and cost ${more.toFixed(2)} more.

It spares the definition of a workflow, the record of how far a payment had come when its function died, and the price of waiting for a retry. To be
written all the same: sends that may be repeated (a step runs at least once, or at most once per attempt, and then nobody knows what became of
it), the question whether a lost answer was a payment, the ledger, the row that callers read, the start by name of what was approved (queues and
streams start executions without a name, a second one for a second delivery), the feed of events, and the record of deliveries. Executions of one account share
no transactions. Its limits: 300 executions started a second unless it is raised; 3,000 operations, 100 MB and a year for one of them, which a
cashout does not come near; a history that is kept for 1 to 90 days. (Lambda's guide: gettingstarted-limits, durable-execution-idempotency, DurableConfig.)`;
}
