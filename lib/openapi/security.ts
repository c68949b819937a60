// How calls are authenticated, in the document (spec: Authentication).

import type { Endpoint } from './endpoint.ts';

export const securitySchemes = (baseUrl: string) =>
  ({
    token: {
      type: 'oauth2',
      description: 'Bearer token in the header Authorization.',
      flows: { clientCredentials: { tokenUrl: `${baseUrl}/oauth2/token`, scopes: {} } },
    },
    hmac: {
      type: 'apiKey',
      in: 'header',
      name: 'hmac',
      description:
        'Hex HMAC-SHA256 of the raw bytes of the body under the client’s HMAC secret; over no bytes where there is no body.',
    },
    client: { type: 'http', scheme: 'basic', description: 'The client’s id and secret.' },
    networkHmac: {
      type: 'apiKey',
      in: 'header',
      name: 'hmac',
      description: 'The same, under the secret shared with the network.',
    },
    sandboxKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-sandbox-key',
      description: 'The word local, locally.',
    },
  }) as const;

const required: Record<Endpoint['auth'], Record<string, string[]>[]> = {
  nothing: [],
  // The form may carry them instead.
  'client credentials': [{ client: [] }, {}],
  token: [{ token: [] }],
  'token and hmac': [{ token: [], hmac: [] }],
  signature: [{ networkHmac: [] }],
  'sandbox key': [{ sandboxKey: [] }],
};

export const securityOf = (auth: Endpoint['auth']) => required[auth];
