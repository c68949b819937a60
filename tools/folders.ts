// Lists the folders of lib/ from bottom to top. A folder may import only folders before it (.dependency-cruiser.ts).

export const folders = [
  { name: 'base', about: 'money, times, tax ids, JSON, pages, errors and ids, which all other folders use' },
  { name: 'platform', about: 'configuration, secrets, log, metrics, DynamoDB and outbound HTTP' },
  {
    name: 'access',
    about: 'clients, tokens, one-time codes, signatures, rate limits, and how an endpoint is declared',
  },
  {
    name: 'http',
    about: 'the steps of every request, in the order of `api.ts`, and of every queue message',
  },
  { name: 'rules', about: 'what the cashouts of an account must keep besides the contract' },
  { name: 'account', about: 'accounts, policies and PIX keys' },
  {
    name: 'page',
    about: 'the parts, look, icons and brand of all pages, and how people read amounts and times',
  },
  { name: 'ledger', about: 'entries, postings and the statement' },
  { name: 'export', about: 'the statement as files: CSV, OFX and camt.053' },
  { name: 'sign-in', about: 'people who sign in to the console, and their sessions' },
  { name: 'synthetic', about: 'the payment that a stage sends itself over its public address' },
  { name: 'freeze', about: 'freezes, which stop the payouts of an account, a client or a company' },
  {
    name: 'network',
    about: 'the port to the PIX network (`port.ts`), BR Codes, and a folder for each PSP (`registry.ts`)',
  },
  { name: 'incident', about: 'incidents, which a person has to resolve' },
  { name: 'qr-code', about: 'QR codes of accounts' },
  { name: 'webhook', about: 'events, registrations and deliveries' },
  {
    name: 'cashout',
    about:
      'what a cashout is: its creation, its row and its moves, idempotency, its look-up, its events, and its judge',
  },
  { name: 'approval', about: 'approvals, rejections and expiries, one by one or many at once' },
  {
    name: 'payout',
    about: 'the work on an approved cashout: payee, hold, payment, end, and the start of scheduled ones',
  },
  { name: 'preflight', about: 'what would become of a cashout, before it is created or approved' },
  {
    name: 'batch',
    about: 'many payouts in one file: its reading, its judgement, its approval, and the pace of its lines',
  },
  { name: 'cashout-list', about: 'lists of cashouts, and the queue of whoever approves' },
  { name: 'timeline', about: 'what has happened to a cashout, in words' },
  { name: 'receipt', about: 'receipts of paid cashouts: what they say, their signature, their page' },
  { name: 'chargeback', about: 'refunds of paid QR codes' },
  { name: 'med-case', about: 'MED cases and their deadlines' },
  { name: 'funds-recovery', about: 'recoveries of payouts that were a fraud, asked of the PSP that paid' },
  { name: 'incoming', about: 'received payments, returns, and notices from the network' },
  { name: 'reconciliation', about: 'checks of our books against themselves and against the PSP’s books' },
  { name: 'recovery', about: 'the stream of changes, and overdue work that is sent again' },
  { name: 'operating', about: 'operators’ actions on companies, clients and freezes, and the audit' },
  { name: 'person', about: 'where the data of a person is, and how it is blanked' },
  { name: 'sandbox', about: 'the simulated network, and its endpoints' },
  { name: 'console', about: 'the pages of the console, and their words in two languages' },
  { name: 'desk', about: 'the pages of operators, and changes that take two of them' },
  {
    name: 'openapi',
    about: 'the OpenAPI document, made from what each noun declares, and advice for each error',
  },
  { name: 'app', about: 'the parts of each Lambda: stores, queues and networks, chosen by the settings' },
] as const;
