// A client of the API as an integrator would write it. The client keeps a token until shortly before the token
// expires, and computes the HMAC over exactly the bytes that it sends.

import { createHmac } from 'node:crypto';

export type Credentials = { base_url: string; client_id: string; client_secret: string; hmac_secret: string };
export type Answer<Body> = { status: number; body: Body; headers: Headers };

export type Client = ReturnType<typeof makeClient>;

/** @param request makes the HTTP call; measurements replace it and call the handlers directly */
export function makeClient(
  { base_url, client_id, client_secret, hmac_secret }: Credentials,
  request: (address: string | URL, call: RequestInit) => Promise<Response> = (address, call) =>
    fetch(address, call),
) {
  let token: { value: string; until: number } | undefined;

  async function bearer(): Promise<string> {
    if (token && token.until > Date.now() + 30_000) return token.value;
    const answer = await request(`${base_url}/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
    const { access_token, expires_in } = (await answer.json()) as {
      access_token: string;
      expires_in: number;
    };
    token = { value: access_token, until: Date.now() + expires_in * 1000 };
    return access_token;
  }

  const sign = (body: string) => createHmac('sha256', hmac_secret).update(body).digest('hex');

  return {
    bearer,

    async post<Body>(path: string, content: object, idempotencyKey?: string): Promise<Answer<Body>> {
      const body = JSON.stringify(content);
      const headers = {
        authorization: `Bearer ${await bearer()}`,
        'content-type': 'application/json',
        hmac: sign(body),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      };
      const answer = await request(base_url + path, { method: 'POST', headers, body });
      return { status: answer.status, body: (await answer.json()) as Body, headers: answer.headers };
    },

    /** @param address a path, or an absolute URL from a page */
    async get<Body>(address: string): Promise<Answer<Body>> {
      const headers = { authorization: `Bearer ${await bearer()}` };
      const answer = await request(new URL(address, base_url), { headers });
      return { status: answer.status, body: (await answer.json()) as Body, headers: answer.headers };
    },
  };
}
