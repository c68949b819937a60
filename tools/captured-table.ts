// Makes the table of what a captured request can do (docs/security.md). A signature covers only the body, so the body of
// one call may be valid for another. The table asks the schemas themselves.

import { parseJson } from '../lib/base/json.ts';
import { unknownNames } from '../lib/base/unknown-names.ts';
import { readJsonBatch } from '../lib/batch/read-batch.ts';
import { endpoints } from '../lib/openapi/document.ts';
import { preflightBody } from '../lib/preflight/schemas.ts';
import { markdownTable } from './markdown-table.ts';

type One = (typeof endpoints)[number];

const create = 'another `idempotency-key` makes another cashout, the same key only shows the first one';
const approval = 'approves this cashout only; once it is decided, nothing';
const batch = 'once the batch has gone on, nothing';

/** What the same request does if it is sent again to the same path, by the names of the endpoints. */
const again: Readonly<Record<string, string>> = {
  createCashout: create,
  createCashoutSelfApprove: create,
  createCashoutManual: create,
  createCashoutManualSelfApprove: create,
  createCopyAndPasteTransfer: create,
  approveCashout: approval,
  approveCashoutManual: approval,
  rejectCashout: 'rejects this cashout only; once it is decided, nothing',
  approveMany: 'approves these cashouts only, with the content that was seen; once they are decided, nothing',
  rejectMany: 'rejects these cashouts only; once they are decided, nothing',
  preflightCashout: 'shows the payee again, and costs a look-up',
  createBatch: 'another `idempotency-key` makes another batch, which waits for its approvals',
  approveBatch: 'approves this batch only, with the content that was seen; once it is approved, nothing',
  resumeBatch: `goes on with this batch while it is PAUSED; ${batch}`,
  retryBatch: 'another retry of this batch, if the last one has paid nothing; it waits for its approvals',
  stopBatch: `stops this batch only; ${batch}`,
  defendMedCase: 'gives the same defence in any case that has none: the id of the case is not signed',
  requestRecovery: 'shows the recovery of this cashout; a payment has one ever',
  cancelRecovery: 'cancels the recovery of this cashout only; once it has ended, nothing',
  createWebhook: 'another webhook with the same address, up to their maximum',
  updateWebhook: 'the same change of any webhook that the client may change: its id is not signed',
};

const signed = endpoints.filter(({ auth }) => auth === 'token and hmac');
const hasBody = ({ body, file }: One) => body !== undefined || file !== undefined;
const nameOf = ({ route }: One) => `\`${route}\``;

/** Returns whether a call accepts this body, whatever its path. */
function takes({ name, body, file, lenient, foreign = {} }: One, given: object): boolean {
  const bytes = Buffer.from(JSON.stringify(given));
  if (file) return !('faults' in readJsonBatch(bytes, false));
  // The schema of a preflight in the document is not the one that checks it.
  const schema = name === 'preflightCashout' ? preflightBody(false) : body;
  if (!schema?.safeParse(parseJson(bytes)?.value).success) return false;
  const known = Object.keys((body as { shape?: object }).shape ?? {});
  if (Object.keys(foreign).some((name) => name in given)) return false;
  return lenient !== undefined || unknownNames('field', Object.keys(given), known).length === 0;
}

export function capturedTable(): string {
  const rows = signed.filter(hasBody).map((one) => {
    const said = again[one.name];
    if (!said || !one.example) throw new Error(`say what a captured ${one.name} can do, and give an example`);
    const { example } = one;
    const others = signed.filter((other) => other !== one && hasBody(other) && takes(other, example));
    return { what: nameOf(one), others: others.map(nameOf).join(', ') || 'none', said };
  });
  const alike = [...Map.groupBy(rows, ({ others, said }) => `${others}${said}`).values()];
  return markdownTable(
    ['captured call', 'other calls that accept its signed body', 'sent again to the same path'],
    alike.map((same) => [
      same.map(({ what }) => what).join(', '),
      same[0]?.others ?? '',
      same[0]?.said ?? '',
    ]),
  );
}
