// Every field that an answer may have, as a path. A field that is not listed here must not be shown to anybody.

const within = (name: string, fields: readonly string[]) => fields.map((field) => `${name}.${field}`);
const words = (text: string) => text.trim().split(/\s+/);

const cashout = words(`
  worked id transaction_id code_transaction status amount fee key tag from_accout recipient_instution
  recipient_instution_name recipient_account_id recipient_branch_id recipient_legal_id recipient_name
  recipient_account_type operationUuid idempotency_key erro_descriptor new_erro_descriptor txid`);
const chargeback = words('worked id end_to_end_id amount status fee');
const entry = words(`
  credit_or_debit transaction_type amount date_time date_time_utc identification code_transaction code qr_code_id
  transaction_id tag_id balance counterparty counterparty.name counterparty.legal_id counterparty.ispb
  counterparty.institution`);
const exported = words(`
  id source_account_branch_identifier source_account_number status month format locale start end whole_month created_at
  expires_at made_at entries bytes sha256 opening_balance closing_balance failure`);
const medCase = words(`
  id status reason next_duty deadline infraction_report_id infraction_report_status infraction_report_creation_datetime
  infraction_report_last_modified_datetime infraction_report_situation_type infraction_report_details
  infraction_report_amount transaction_depth funds_recovery_id analysis_result analysis_details fraud_type
  analysis_deadline analysis_datetime reporter_participant refund_id refund_status refund_creation_datetime refund_amount
  refund_effective_amount refund_rejection_reason refund_end_to_end_id refunded_amount returns returns.end_to_end_id
  returns.amount returns.nature returns.datetime returns.contest_deadline
  end_to_end_id transaction_id transaction_amount transaction_datetime qr_code_id payer_name payer_legal_id
  account_branch_identifier account_number created_at updated_at`);
const webhook = words('id url type_webhook authorization_token x_functions_key created_at updated_at');
const health = words('status paused_reason paused_at failing_since');
const delivery = words(`
  id event_id event_type status attempts last_status last_attempt_at next_attempt_at created_at log log.at log.result
  log.status log.milliseconds`);
const payment = words(`
  transaction_id code_transaction end_to_end_id amount account_branch_identifier account_number qr_code_id payer_name
  payer_legal_id payer_instution`);
const event = [
  ...words('sequence id type types created_at data movement'),
  ...within('movement', words('code credit_or_debit transaction_type amount')),
  // The last is a webhook's own, of a test or a pause.
  ...within('data', [...new Set([...cashout, ...chargeback, ...medCase, ...payment, 'webhook_id'])]),
];

const account = words('source_account_branch_identifier source_account_number status holder_name');
const limits = words('per_transfer per_day per_night new_payee');
const listed = words(
  'content_digest source_account_branch_identifier created_at created_by approved_at approved_by',
);

const preflight = words(`
  worked amount payee payee_takes_part participants_listed_on allowed reasons approvals_needed own_approval_counts possible_duplicate_of available limits`);
const payee = words(`
  recipient_instution recipient_instution_name recipient_account_id recipient_branch_id recipient_legal_id recipient_name
  recipient_account_type`);

export const answers = {
  cashout,
  preflight: [
    ...preflight,
    ...within('payee', payee),
    ...within('limits', [...limits, ...limits.flatMap((limit) => within(limit, ['amount', 'left']))]),
  ],
  cashouts: [
    ...cashout,
    ...words('next previous results'),
    ...within('results', [...cashout.filter((field) => field !== 'worked'), ...listed]),
  ],
  timeline: [
    ...words('worked id status entries deliveries deliveries_truncated'),
    ...within('entries', words('at what by text code')),
    ...within('deliveries', ['webhook_id', ...delivery.filter((field) => !field.startsWith('log'))]),
  ],
  receipt: [
    ...words(`worked genuine code address test status method currency amount returned returns end_to_end_id
      code_transaction txid approved_at paid_at refunded_at payer payee jws`),
    ...within('returns', ['at', 'amount']),
    ...within('payer', words('name legal_id ispb institution')),
    ...within('payee', words('name legal_id ispb institution named_by')),
  ],
  accounts: [...words('worked next results'), ...within('results', [...account, 'permissions'])],
  balance: ['worked', ...account, ...words('available held_for_cashouts held_for_refunds posted sequence')],
  rules: [
    ...words(
      'worked expire_new_after_hours own_approval_up_to approvals limits payees duplicates low_balance',
    ),
    ...within('limits', [...limits, ...limits.flatMap((limit) => within(limit, ['amount', 'next']))]),
  ],
  chargeback,
  statement: [...words('worked next previous results'), ...within('results', entry)],
  askedExport: ['worked', ...exported],
  linkedExport: ['worked', ...exported, ...words('link link_expires_at')],
  exports: [...words('worked results'), ...within('results', exported)],
  medCase: ['worked', ...medCase],
  medCases: [...words('worked next previous results'), ...within('results', medCase)],
  webhooks: webhook,
  newWebhook: ['worked', ...webhook, 'secret'],
  changedWebhook: ['worked', ...webhook, ...health, 'secret'],
  delivery: ['worked', ...delivery],
  deliveries: [
    ...words('worked webhook next results webhook.id'),
    ...within('webhook', health),
    ...within('results', delivery),
  ],
  events: [...words('worked next cursor results'), ...within('results', event)],
} as const;

/** The paths of all fields in a body; those of a list's items are the list's own. */
export function fieldsOf(body: unknown, path = ''): string[] {
  if (Array.isArray(body)) return [...new Set(body.flatMap((item) => fieldsOf(item, path)))];
  if (body === null || typeof body !== 'object') return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const own = path ? `${path}.${name}` : name;
    return [own, ...fieldsOf(value, own)];
  });
}
