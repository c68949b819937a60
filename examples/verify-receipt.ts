// Verifies the signature of a receipt offline, and prints the receipt's content:
//
//   node examples/verify-receipt.ts jwks.json receipt.jws https://api.example.com
//
// The last argument is the address of the institution that should have made the payment. Needs the package jose.

import { readFileSync } from 'node:fs';
import { createLocalJWKSet, jwtVerify } from 'jose';

const [keys = '', receipt = '', issuer = ''] = process.argv.slice(2);

try {
  const { payload } = await jwtVerify(
    readFileSync(receipt, 'utf8').trim(),
    createLocalJWKSet(JSON.parse(readFileSync(keys, 'utf8'))),
    // Without these checks, an access token of the same institution would be accepted as a receipt.
    {
      algorithms: ['ES256'],
      typ: 'receipt+jwt',
      audience: 'pix-receipt',
      issuer,
      requiredClaims: ['iat', 'receipt'],
    },
  );
  const asOf = new Date(Number(payload.iat) * 1000).toISOString();
  console.log(JSON.stringify({ as_of: asOf, ...(payload.receipt as object) }));
} catch (error) {
  console.log(`not genuine: ${error instanceof Error ? error.message : 'unreadable'}`);
  process.exitCode = 1;
}
