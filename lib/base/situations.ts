// Lists what a payer says has happened when a payment was a fraud, in the words of the network's directory, as Woovi's
// document lists them.

export const situations = [
  'SCAM',
  'ACCOUNT_TAKEOVER',
  'COERCION',
  'FRAUDULENT_ACCESS',
  'OTHER',
  'UNKNOWN',
] as const;
export type Situation = (typeof situations)[number];
