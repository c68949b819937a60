// The complete answers to refused requests.

export type Refusal = { status: number; body: object };

const refusal = (status: number, message: string, more: object = {}): Refusal => ({
  status,
  body: { worked: false, detail: message, message, data: null, ...more },
});

export const of = (status: number, message: string) => refusal(status, message);
/** A 400 with the contract's message. */
export const refused = (message: string) => refusal(400, message);
export const notFound = (message = 'Not found') => refusal(404, message);
/** A 401. Its field `detail` says what is missing or wrong. */
const unauthorized = (detail: string) => refusal(401, 'Unauthorized', { detail });
export const noToken = unauthorized('The header authorization has no bearer token');
export const wrongToken = unauthorized('The token is not valid');
export const expiredToken = unauthorized('The token has expired');
export const notForWeb = unauthorized('The token has the audience api, but this call needs web');
export const noHmac = unauthorized('The header hmac is missing');
export const noCode = unauthorized(
  'The one-time code (mfa_code) is missing, wrong or already used, or there were too many wrong codes',
);
export const notPermitted = (...missing: string[]) =>
  unauthorized(`The policy on the account does not permit ${missing.join(', ')}`);
export const noKey = unauthorized('The header x-sandbox-key is missing');
export const wrongKey = unauthorized('The header x-sandbox-key is wrong');
/** A callback that does not come from the network gets no reason. */
export const notTheNetwork = refusal(401, 'Unauthorized');
export const hmacInvalid = refused('HMAC invalid');

/** A 422 that names all invalid fields, in this order. */
export const invalid = (...faults: [field: string, message: string][]) =>
  refusal(422, 'Validation error', { errors: faults.map(([field, message]) => ({ field, message })) });

/** The 409 to an approval of a cashout whose content is not what the approver saw. */
export const otherContent = refusal(409, 'Transaction is not the one that was shown');

/** A 409 that names the fields that differ. */
export const conflict = (...fields: string[]) =>
  refusal(409, 'Idempotency key already used with a different request', {
    detail: `Idempotency key already used with a different request (differs in ${fields.join(', ')})`,
  });

/** A refusal of the token endpoint, with the error fields of RFC 6749 besides ours. */
export const oauth = (status: number, message: string, error: string, detail?: string) =>
  refusal(status, message, { error, ...(detail ? { detail, error_description: detail } : {}) });

export const required = (field: string) => invalid([field, 'is required']);
export const notUtf8 = invalid(['body', 'must be in UTF-8, but has bytes that are not']);
export const notJson = invalid(['body', 'must be JSON in UTF-8 without duplicate fields']);
export const notObject = invalid(['body', 'must be an object']);
export const tooLong = invalid(['body', 'must be at most 64 KB']);
