// Removes personal data from an event's body: blanks the counterparty's fields.

import { blankWord } from '../base/blank-word.ts';
import { personalNames } from '../cashout/request-fields.ts';

/** Names of the counterparty's fields in every kind of event. */
const personal = new Set([
  ...personalNames,
  'recipient_account_id',
  'recipient_branch_id',
  'payer_name',
  'payer_legal_id',
  'infraction_report_details',
  'analysis_details',
]);

/** Returns the body without personal data. If the body contains none or is already blanked, returns the same body. */
export function blankBody(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> };
  const data = Object.entries(event.data).map(([name, value]) => [name, blanked(name, value)]);
  return JSON.stringify({ ...event, data: Object.fromEntries(data) });
}

/** Blanks a field of an event, and the text of the defence in a MED case. */
function blanked(name: string, value: unknown): unknown {
  if (name === 'defence' && typeof value === 'object' && value !== null)
    return { ...value, ...('text' in value && value.text ? { text: blankWord } : {}) };
  return personal.has(name) && typeof value === 'string' && value !== '' ? blankWord : value;
}
