import { expect, test } from 'vitest';
import { callerRoutes } from '../support/routes.ts';

// This table is written by hand from the contract. The other tests use the declarations in the code, so they would not
// notice a wrong one.
const signed = 'token and hmac';
const contract: Record<string, [auth: string, audience: string, needs: string]> = {
  'POST /create-cashout': [signed, 'api', 'CREATE'],
  'POST /create-cashout-self-approve': [signed, 'api', 'CREATE, APPROVE'],
  'POST /create-cashout-manual': [signed, 'api', 'CREATE'],
  'POST /create-cashoutmanual-self-approve': [signed, 'api', 'CREATE, APPROVE'],
  'POST /create-copy-and-paste-transfer': [signed, 'api', 'CREATE, APPROVE'],
  'POST /create-manual-transfer': ['token', 'web', 'CREATE, APPROVE'],
  'POST /approve-cashout': [signed, 'both', 'APPROVE'],
  'POST /approve-cashout-manual': [signed, 'both', 'APPROVE'],
  'GET /v3/account-statements/{branch}/{number}': ['token', 'both', ''],
  'POST /v2/finance/chargebacks-pix-copy-and-paste': ['token', 'both', 'REFUND'],
  'GET /v2/finance/chargebacks-pix-copy-and-paste/status': ['token', 'both', ''],
  'GET /v3/meds': ['token', 'both', ''],
  'GET /v3/meds/{id}': ['token', 'both', ''],
  'GET /api/webhooks': [signed, 'both', ''],
  'DELETE /api/webhooks/{webhook_id}': [signed, 'both', 'WEBHOOK'],
};

test.each(Object.entries(contract))(
  '%s requires the credentials, audience and rights of the contract',
  (key, row) => {
    const { auth, audience = 'both', needs = [] } = callerRoutes[key] ?? {};

    expect([auth, audience, needs.join(', ')]).toEqual(row);
  },
);
