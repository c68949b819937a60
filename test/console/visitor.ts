// People with browsers. The pages are served in this process. The identity provider is another
// project's and is called over HTTP.

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { freePort } from '../../local/free-port.ts';
import { toGatewayEvent } from '../../local/gateway/call.ts';
import { openIdentities } from '../../local/identity-provider.ts';
import type { Caller } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { type Answered, type Asked, makeBrowser, overHttp } from './browser.ts';

const baseUrl = 'http://localhost:3000';

/** @param more settings of the stage */
export function useConsole(more: Record<string, string> = {}) {
  const clock = { now: new Date('2031-06-10T15:00:00.000Z') };
  const settings: Record<string, string> = { BASE_URL: baseUrl, ...more };
  let server: Server;
  beforeAll(async () => {
    const port = await freePort();
    const { answers, settings: ofProvider } = openIdentities(baseUrl, port);
    server = createServer((request, response) => void (answers(request, response) || response.end()));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    Object.assign(settings, ofProvider);
  });
  const used = useStack({ now: () => clock.now, settings });
  afterAll(() => void server.close());

  const its = {
    used,
    clock,
    /** Replaces the dependencies of the pages while it is set. */
    using: undefined as Deps | undefined,
    wait(minutes: number): void {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },

    /** Returns a new person, by the id at the provider. */
    newPerson: () => randomUUID(),

    /** Gives a person of the provider access to the console. */
    async openPerson(
      { tenant }: Caller,
      subject: string,
      permissions: string[] = ['APPROVE'],
      name = 'Bruno Reis',
    ): Promise<Record<string, unknown>> {
      const [account] = tenant.accounts;
      const opened = (await used.stack.invoke('administer', {
        action: 'client open',
        by: 'test',
        company: tenant.company_id,
        audience: 'console',
        subject,
        name,
        permissions,
        accounts: [`${account?.source_account_branch_identifier}/${account?.source_account_number}`],
      })) as Record<string, unknown>;
      return opened;
    },

    newVisitor: () =>
      makeBrowser(baseUrl, (url, asked) =>
        url.origin === baseUrl ? here(url, asked) : overHttp(url, asked),
      ),

    /** Opens a company with a person who has signed in. @param tenant what the company has */
    async openDesk(permissions?: string[], name?: string, tenant: object = {}) {
      const company = await its.newCompany(tenant);
      const signedIn = await its.openSignedIn(company, permissions, name);
      const [account] = company.tenant.accounts;
      const at = `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
      return { company, ...signedIn, at };
    },

    /** Gives a new person access to a company, and signs the person in. */
    async openSignedIn(company: Caller, permissions?: string[], name?: string) {
      const person = its.newPerson();
      const opened = await its.openPerson(company, person, permissions, name);
      const browser = its.newVisitor();
      expect((await browser.signIn(person)).status).toBe(200);
      return { person, opened, browser };
    },

    newCompany: (tenant: object = {}): Promise<Caller> => used.newCaller(tenant),
  };
  return its;

  async function here(url: URL, asked: Asked): Promise<Answered> {
    const { functionKey, event } = toGatewayEvent(used.stack.service, {
      path: url.pathname + url.search,
      ...asked,
    });
    const result = (await used.stack.invoke(
      functionKey,
      event,
      its.using,
    )) as APIGatewayProxyStructuredResultV2;
    return {
      status: result.statusCode ?? 0,
      headers: result.headers as Record<string, string>,
      cookies: result.cookies ?? [],
      text: result.body ?? '',
    };
  }
}
