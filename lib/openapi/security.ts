// Describes in the document how calls are authenticated (spec: Authentication).

import type { Endpoint } from '../access/endpoint.ts';

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
        'HMAC-SHA256 of the raw body with the client’s HMAC secret, in hex. Without a body, sign an empty string.',
    },
    client: { type: 'http', scheme: 'basic', description: 'The client’s id and secret.' },
    networkHmac: {
      type: 'apiKey',
      in: 'header',
      name: 'hmac',
      description: 'HMAC-SHA256 of the raw body with the network’s secret, in hex.',
    },
    sandboxKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-sandbox-key',
      description: 'In the stage local the key is local.',
    },
  }) as const;

const required: Record<Endpoint['auth'], Record<string, string[]>[]> = {
  nothing: [],
  // The second choice is empty, because the credentials may be in the form.
  'client credentials': [{ client: [] }, {}],
  token: [{ token: [] }],
  'token and hmac': [{ token: [], hmac: [] }],
  signature: [{ networkHmac: [] }],
  'sandbox key': [{ sandboxKey: [] }],
};

export const securityOf = (auth: Endpoint['auth']) => required[auth];
