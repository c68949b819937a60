// An event's body without personal data: blanks the counterparty's fields.

import { blankWord } from '../base/blank-word.ts';
import { personalNames } from '../cashout/request-fields.ts';

/** Fields of the counterparty in every kind of event. */
const personal = new Set([
  ...personalNames,
  'recipient_account_id',
  'recipient_branch_id',
  'payer_name',
  'payer_legal_id',
  'infraction_report_details',
  'analysis_details',
]);

/** The same body if it has no personal data or is already blanked. */
export function blankBody(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> };
  const data = Object.entries(event.data).map(([name, value]) => [
    name,
    personal.has(name) && typeof value === 'string' && value !== '' ? blankWord : value,
  ]);
  return JSON.stringify({ ...event, data: Object.fromEntries(data) });
}
