// openapi-fetch with the types that openapi-typescript generates.

import createClient from 'openapi-fetch';
import { carry } from './carry.ts';
import type { paths } from './pix.ts';

await carry((baseUrl, fetch) => {
  const client = createClient<paths>({ baseUrl, fetch });
  return {
    create: async (body) => (await client.POST('/create-cashout', { body })).data,
    get: async (id) => (await client.GET('/v3/cashouts/{id}', { params: { path: { id } } })).data,
    list: async (query) => (await client.GET('/v3/events', { params: { query } })).data,
    approve: async (body) => (await client.POST('/approve-cashout', { body })).data,
  };
});
