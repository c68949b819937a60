// Lists the refusals that only operators can get, with their status and text.

type Row = readonly [status: number, text: string];

/** Refusals that only operators can get (functions/administer.ts and freeze.ts). Callers of the API never get them. */
export const operatorErrors = {
  client_not_found: [404, 'Client not found'],
  user_not_found: [404, 'User not found'],
  person_has_client: [409, 'Person has a client of this company already: close it first'],
  user_has_too_many_clients: [409, 'User has too many clients already'],
  client_not_active: [400, 'Client is closed or frozen'],
  too_many_old_secrets: [400, 'Client has too many old secrets that are still valid: retire them first'],
  client_changed: [400, 'Client was changed by another operator: check it, then try again'],
  account_of_another_company: [400, 'Account belongs to another company'],
  policy_not_found: [404, 'Policy not found'],
  pix_key_not_found: [404, 'Pix Key not found'],
  pix_key_taken: [400, 'Pix Key belongs to another account'],
  payee_not_listed: [404, 'Payee is not on the list'],
  incident_not_found: [404, 'Incident not found'],
  incident_closed: [400, 'Incident is closed already: "incident show" tells who closed it, and why'],
  payment_not_waiting: [400, 'Payment is not waiting for an account'],
  setter_without_right: [
    400,
    'The client that set the address has no right to the account: give it the right, or have another client resume the webhook',
  ],
  nothing_to_end: [400, 'Nothing is left to decide: it is not in progress, or no money is held'],
  payment_within: [400, 'Payment is between our own accounts: no PSP decides it'],
  payment_being_sent: [400, 'Payment may be on its way to the PSP now: try again in a minute'],
  payment_may_be_sent: [400, 'The PSP does not know the payment, and the service may still send it: wait'],
  psp_may_still_pay: [400, 'The PSP may still pay: wait, or give the reference of its cancellation'],
  psp_says_paid: [400, 'The PSP says that the payment is settled'],
  psp_says_not_paid: [400, 'The PSP says that the payment was not made'],
  network_id_of_another: [400, 'The id at the network is not the one of this payment'],
  values_changed: [400, 'It was changed in the meantime: check it, then try again'],
  freeze_overtaken: [400, 'Another operator froze or thawed it at the same time: try again'],
} as const satisfies Record<string, Row>;
