// Opens companies with all that they need: accounts, a client of the API, a client of the web, and a clerk.

import { type Body, type Callers, good, type Party } from './callers.ts';
import type { World } from './world.ts';

/** Opens a company while faults are off. */
export async function openCompany(
  { dice }: World,
  callers: Callers,
  name: string,
  accounts: number,
  balance: string,
): Promise<Party> {
  const secrets: string[] = [];
  const opened = good(
    await callers.sandbox('POST', '/sandbox/tenants', { name: `${name} Ltda`, accounts, balance }),
  );
  const web = good(
    await callers.sandbox('POST', '/sandbox/clients', { company_id: opened.company_id, audience: 'web' }),
  );
  const clerk = good(
    await callers.sandbox('POST', '/sandbox/clients', {
      company_id: opened.company_id,
      permissions: ['CREATE'],
    }),
  );
  const colleagues = [];
  for (let number = 0; number < 2; number++) {
    const wanted = { company_id: opened.company_id, permissions: ['CREATE', 'APPROVE'] };
    const { client_secret, hmac_secret, mfa_secret, ...client } = good(
      await callers.sandbox('POST', '/sandbox/clients', wanted),
    );
    const { access_token } = good(await callers.token({ ...client, client_secret }));
    colleagues.push({
      token: access_token as string,
      hmacSecret: hmac_secret as string,
      clientId: client.client_id as string,
      userId: client.user_id as string,
    });
    secrets.push(client_secret, hmac_secret, mfa_secret, access_token);
  }
  const token = good(await callers.token(opened)).access_token;
  const webToken = good(await callers.token(web)).access_token;
  const clerkToken = good(await callers.token(clerk)).access_token;
  const places = opened.accounts.map((account: Body) => ({
    branch: account.source_account_branch_identifier,
    number: account.source_account_number,
    pixKey: account.pix_key,
    openingCents: Math.round(account.balance * 100),
    legalId: opened.legal_id,
  }));
  return {
    name,
    taint: `taint-${name}-${dice.hex(8)}`,
    companyId: opened.company_id,
    token,
    webToken,
    hmacSecret: opened.hmac_secret,
    mfaSecret: web.mfa_secret,
    colleagues,
    clerk: { token: clerkToken, hmacSecret: clerk.hmac_secret },
    accounts: places,
    secrets: [
      ...secrets,
      opened.client_secret,
      opened.hmac_secret,
      opened.mfa_secret,
      web.client_secret,
      web.hmac_secret,
      web.mfa_secret,
      token,
      webToken,
      clerk.client_secret,
      clerk.hmac_secret,
      clerkToken,
    ],
  };
}
