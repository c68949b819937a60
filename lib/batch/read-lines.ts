// Reads the lines of a batch. Each line is checked by the rules of a single create call, and ids and keys must be
// unique in the batch. The directory is not asked.

import { parsePixKey } from '../account/pix-key.ts';
import { JsonNumber } from '../base/json.ts';
import { askedByKey, askedInAll, recipientOf } from '../cashout/asked.ts';
import type { CashoutRequest } from '../cashout/cashout.ts';
import { addIssues, type Faults, lineIdIn, type Place } from './faults.ts';
import { hintFor } from './hints.ts';
import { lineSchemas } from './schemas.ts';

/** The payee and the amount of a line, with the fields of a create call. */
type LineRequest = Omit<CashoutRequest, 'endpoint' | 'copyAndPaste' | 'txid' | 'scheduledFor'>;
export type BatchLine = { lineId: string; idempotencyKey?: string; request: LineRequest };

/** A line as it was received. `fields`: without empty cells. */
export type Given = Place & { fields: unknown };

/**
 * Reads the lines.
 * @param known the only allowed line ids; if absent, all ids are allowed
 * @returns the lines without a fault; the faults of the other lines are added to `faults`
 */
export function readLines(
  given: readonly Given[],
  faults: Faults,
  cnpjLetters: boolean,
  known?: ReadonlySet<string>,
): BatchLine[] {
  const schemas = lineSchemas(cnpjLetters);
  const [ids, keys] = [new Set<string>(), new Set<string>()];
  return given.flatMap(({ fields, ...at }) => {
    const raw = fields instanceof JsonNumber || !isObject(fields) ? undefined : fields;
    const lineId = lineIdIn(raw?.line_id);
    const before = faults.count();
    const line = readLine(raw, schemas, (issues) =>
      addIssues(faults, at, lineId, issues, (field) => hintFor(field, raw?.[field])),
    );
    const add = (field: string, message: string) => faults.add(at, lineId, field, message);
    if (raw) checkKey(raw, cnpjLetters, add);
    if (lineId !== undefined && !isFirst(ids, lineId)) add('line_id', 'must be there once');
    if (lineId !== undefined && known?.has(lineId) === false)
      add('line_id', 'is not the id of an unpaid line');
    const key = line?.idempotencyKey?.toLowerCase();
    if (key !== undefined && !isFirst(keys, key)) add('idempotency_key', 'must be there once');
    return line && faults.count() === before ? [line] : [];
  });
}

function isFirst(seen: Set<string>, value: string): boolean {
  const isNew = !seen.has(value);
  seen.add(value);
  return isNew;
}

type Raw = Readonly<Record<string, unknown>>;
type Issues = Parameters<typeof addIssues>[3];
const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readLine(
  raw: Raw | undefined,
  { byKey, byBankDetails }: ReturnType<typeof lineSchemas>,
  tell: (issues: Issues) => void,
): BatchLine | undefined {
  // A line with neither a key nor bank details is checked as a line by key, so the fault names the key.
  const isByKey =
    raw?.key != null || !Object.keys(raw ?? {}).some((name) => /^recipient_(account|inst)/.test(name));
  if (isByKey) {
    const { data, error } = byKey.safeParse(raw);
    if (!data) return void tell(error.issues);
    return lineOf(data, { ...askedInAll(data), ...askedByKey(data), amountCents: data.amount });
  }
  const { data, error } = byBankDetails.safeParse(raw);
  if (!data) return void tell(error.issues);
  return lineOf(data, { ...askedInAll(data), recipient: recipientOf(data), amountCents: data.amount });
}

const lineOf = (
  { line_id: lineId, idempotency_key: key }: { line_id: string; idempotency_key?: string | null | undefined },
  request: LineRequest,
): BatchLine => ({ lineId, ...(key ? { idempotencyKey: key } : {}), request });

/**
 * Checks the PIX key. The schema does not check it, because a single create call refuses a wrong key with the
 * contract's 400.
 */
function checkKey(raw: Raw, cnpjLetters: boolean, add: (field: string, message: string) => void): void {
  const { key, key_type: type } = raw;
  if (typeof key !== 'string') return;
  const parsed = parsePixKey(key, cnpjLetters);
  if (!parsed) add('key', hintFor('key', key) ?? 'is not a Pix key');
  else if (typeof type === 'string' && parsed.type !== type)
    add(
      'key',
      type === 'PHONE'
        ? 'is no phone: a phone begins with +55'
        : 'is a key of another type than key_type says',
    );
}
