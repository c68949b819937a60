// The folders of lib/, from bottom to top: a folder imports those before it (.dependency-cruiser.ts).

export const folders = [
  { name: 'base', about: 'money, times, tax ids, JSON, pages, errors and ids: what everything stands on' },
  { name: 'platform', about: 'configuration, secrets, log, metrics, DynamoDB and outbound HTTP' },
  { name: 'access', about: 'clients, tokens, one-time codes, signatures and the limit of requests' },
  {
    name: 'http',
    about: 'what every request passes, in the order of `api.ts`, and what every queue message passes',
  },
  { name: 'account', about: 'accounts, policies and PIX keys' },
  { name: 'ledger', about: 'entries, postings and the statement' },
  { name: 'freeze', about: 'who stops payouts of whom' },
  { name: 'network', about: 'the port to the PIX network (`port.ts`), BR Codes, and the adapters of a PSP' },
  { name: 'incident', about: 'what a person has to look at' },
  { name: 'qr-code', about: 'QR codes that accounts show' },
  { name: 'webhook', about: 'events, registrations and deliveries' },
  { name: 'cashout', about: 'a cashout from its creation to its end, its idempotency and its events' },
  { name: 'chargeback', about: 'refunds of paid QR codes' },
  { name: 'med-case', about: 'MED cases and their deadlines' },
  { name: 'incoming', about: 'payments received, returns, and notices of the network' },
  { name: 'reconciliation', about: 'our books against themselves and against the PSP’s' },
  { name: 'recovery', about: 'what is sent again: the stream of changes, and what is overdue' },
  { name: 'operating', about: 'companies, clients, freezes and the audit, as operators ask for them' },
  { name: 'sandbox', about: 'the network to rehearse with, and its calls' },
  {
    name: 'openapi',
    about:
      'the OpenAPI document: endpoints, answers, the meaning of each field, and what to do about each error',
  },
  { name: 'app', about: 'what a Lambda is made of: stores, queues and networks, chosen by the settings' },
] as const;
