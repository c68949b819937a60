// Lambda's runtime as far as a cold start goes: loads a bundle, calls its handler once, prints the answer and ends.
// Without an event it ends when the bundle is loaded.

import { createRequire } from 'node:module';

const { BUNDLE, EVENT } = process.env;
const { handler } = createRequire(import.meta.url)(BUNDLE);
const context = { awsRequestId: 'cold', functionName: 'cold', getRemainingTimeInMillis: () => 10_000 };
const answer = EVENT ? await handler(JSON.parse(EVENT), context) : { statusCode: 0 };
process.stdout.write(`\n${JSON.stringify(answer)}\n`, () => process.exit(0));
