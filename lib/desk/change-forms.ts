// Defines the changes that the desk offers: the operators' call and the form fields of each change.

import type { AdministerCall } from '../operating/schemas.ts';
import { bandsIn, listIn, numberIn } from '../operating/typed-texts.ts';
import { duplicateActions } from '../rules/duplicates.ts';
import { limitNames } from '../rules/limits.ts';
import type { ProposedCall } from './proposal.ts';

/**
 * Defines how a field is read. `none`: an empty field means that there is no such rule. `list`: comma-separated texts.
 * `lines`: a long text. `bands`: one `amount=users` in each line. `duplicates`: hours and action.
 */
type Kind =
  | 'text'
  | 'optional'
  | 'none'
  | 'number'
  | 'list'
  | 'lines'
  | 'bands'
  | 'duplicates'
  | readonly string[];
export type Field = readonly [name: string, kind: Kind];

const account: Field = ['account', 'text'];
const rights: readonly Field[] = [
  ['permissions', 'list'],
  ['without', 'list'],
];

/** The people's evidence about a payment without an outcome. */
const evidence: readonly Field[] = [
  ['document', 'text'],
  ['reason', 'text'],
];

export const changeForms = {
  'rule limit': [account, ['limit', limitNames], ['amount', 'none']],
  'rule own-approval': [account, ['up_to', 'none']],
  'rule approvals': [account, ['bands', 'bands']],
  'rule payees': [account, ['payees', ['listed', 'any']]],
  'rule reported-money': [account, ['reported', ['blocked', 'free']]],
  'rule duplicates': [account, ['rule', 'duplicates']],
  'rule expiry': [account, ['hours', 'number']],
  'rule low-balance': [account, ['below', 'none']],
  'payee add': [account, ['key', 'optional'], ['legal_id', 'optional']],
  'payee remove': [account, ['key', 'optional'], ['legal_id', 'optional']],
  'policy set': [['client', 'text'], account, ...rights],
  'policy end': [['client', 'text'], account],
  'client open': [
    ['company', 'text'],
    ['audience', ['api', 'web', 'console']],
    ['name', 'optional'],
    ['email', 'optional'],
    ['subject', 'optional'],
    ['accounts', 'list'],
    ...rights,
  ],
  'client rotate': [['client', 'text']],
  'client retire': [['client', 'text']],
  'client close': [['client', 'text']],
  'payment assign': [['payment', 'text'], account],
  'cashout settle': [['cashout', 'text'], ['end_to_end_id', 'text'], ...evidence],
  'cashout fail': [['cashout', 'text'], ...evidence, ['cancelled_at_psp', 'optional']],
  'chargeback settle': [['chargeback', 'number'], ['return_id', 'text'], ...evidence],
  'chargeback fail': [['chargeback', 'number'], ...evidence, ['cancelled_at_psp', 'optional']],
  'med defend': [
    ['med', 'text'],
    ['position', ['contest', 'accept']],
    ['text', 'lines'],
    ['reason', 'text'],
  ],
  'webhook resume': [
    ['webhook', 'number'],
    ['reason', 'text'],
  ],
  thaw: [
    ['kind', ['account', 'client', 'company']],
    ['id', 'text'],
    ['reason', 'text'],
  ],
} as const satisfies Partial<Record<AdministerCall['action'] | 'thaw', readonly Field[]>>;

export type Change = keyof typeof changeForms;
export const isChange = (name: string | undefined): name is Change =>
  name !== undefined && Object.hasOwn(changeForms, name);

/** Makes the operators' call from a form. @param typed the fields of the form */
export function callOf(action: Change, typed: URLSearchParams): ProposedCall {
  const fields: readonly Field[] = changeForms[action];
  const given = fields.map(([name, kind]) => [name, readValue(kind, (typed.get(name) ?? '').trim(), typed)]);
  const { kind, id, ...call } = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return action === 'thaw' ? { action, target: { kind, id }, ...call } : { action, ...call };
}

function readValue(kind: Kind, text: string, typed: URLSearchParams): unknown {
  if (kind === 'optional') return text || undefined;
  if (kind === 'none') return text || null;
  // The schema refuses a text that cannot be read.
  if (kind === 'number') return text === '' ? null : (numberIn(text) ?? text);
  if (kind === 'list') return listIn(text);
  if (kind === 'bands') return bandsIn(text) ?? text;
  if (kind === 'duplicates')
    return text === ''
      ? null
      : { within_hours: numberIn(text) ?? text, action: typed.get('rule_action') ?? '' };
  // Only values that the form offers are accepted. The call accepts more, but the desk does not open clients for
  // operators.
  if (Array.isArray(kind)) return kind.includes(text) ? text : '';
  return text;
}

/** The possible actions for a duplicate. */
export const duplicateChoices: readonly string[] = duplicateActions;
