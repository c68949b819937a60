// The client that @hey-api/openapi-ts generates, with fetch.

import { carry } from './carry.ts';
import { approveCashout, createCashout, getCashout, listEvents } from './pix';
import { createClient, createConfig } from './pix/client';

await carry((baseUrl, fetch) => {
  const client = createClient(createConfig({ baseUrl, fetch }));
  return {
    create: async (body) => (await createCashout({ client, body })).data,
    get: async (id) => (await getCashout({ client, path: { id } })).data,
    list: async (query) => (await listEvents({ client, query })).data,
    approve: async (body) => (await approveCashout({ client, body })).data,
  };
});
