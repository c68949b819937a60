// People with browsers: each has its own cookies. The pages are served in this process. The provider of identities is another
// project's, and is asked over HTTP.

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../local/free-port.ts';
import { toGatewayEvent } from '../../local/gateway/call.ts';
import { openIdentities } from '../../local/identity-provider.ts';
import type { Caller } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const baseUrl = 'http://localhost:3000';
const hopsMost = 10;

export type Shown = { status: number; path: string; text: string; headers: Record<string, string> };

export function useConsole() {
  const clock = { now: new Date('2031-06-10T15:00:00.000Z') };
  const settings: Record<string, string> = { BASE_URL: baseUrl };
  let server: Server;
  beforeAll(async () => {
    const port = await freePort();
    const { answers, settings: more } = openIdentities(baseUrl, port);
    server = createServer((request, response) => void (answers(request, response) || response.end()));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    Object.assign(settings, more);
  });
  const used = useStack({ now: () => clock.now, settings });
  afterAll(() => void server.close());

  return {
    used,
    clock,
    wait(minutes: number): void {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },

    /** A person whom no other test knows, as the provider names it. */
    newPerson: () => randomUUID(),

    /** Opens the console to a person of the provider. */
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

    newVisitor() {
      const jars = new Map<string, Map<string, string>>();
      const jarOf = (host: string) => {
        const jar = jars.get(host) ?? new Map<string, string>();
        jars.set(host, jar);
        return jar;
      };

      /** One request, without following where it leads. */
      async function ask(
        address: string,
        more: Record<string, string> = {},
      ): Promise<Shown & { to?: string }> {
        const url = new URL(address, baseUrl);
        const jar = jarOf(url.hostname);
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const headers = { 'accept-language': 'en', ...(cookie ? { cookie } : {}), ...more };
        const answer = url.origin === baseUrl ? await here(url, headers) : await there(url, headers);
        for (const one of answer.cookies) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
          if (/max-age=0(;|$)/i.test(one)) jar.delete(name);
          else jar.set(name, value);
        }
        const { location } = answer.headers;
        const to = location === undefined ? {} : { to: new URL(location, url).href };
        return { ...answer, path: url.href.replace(baseUrl, ''), ...to };
      }

      /** @param how many redirections it follows */
      async function visit(
        address: string,
        more: Record<string, string> = {},
        hops = hopsMost,
      ): Promise<Shown> {
        const shown = await ask(address, more);
        return shown.to && hops > 0 ? visit(shown.to, more, hops - 1) : shown;
      }

      return {
        jarOf,
        ask,
        /** Sends a form of one of our pages, as a browser does. @param more header fields to change */
        send(path: string, form: readonly (readonly [string, string])[], more: Record<string, string> = {}) {
          const cookie = [...jarOf('localhost')].map(([name, value]) => `${name}=${value}`).join('; ');
          const headers = {
            'accept-language': 'en',
            origin: baseUrl,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/x-www-form-urlencoded',
            cookie,
            ...more,
          };
          const body = String(
            new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])),
          );
          return here(new URL(path, baseUrl), headers, { method: 'POST', body });
        },
        visit,
        /** Chooses a person at the provider. @returns the last page */
        async signIn(person: string, to = '/console'): Promise<Shown> {
          const choice = await visit(`/console/sign-in/begin?to=${encodeURIComponent(to)}`);
          return visit(`${choice.path}?as=${person}`);
        },
        /** Stops before the browser brings the provider's answer. @returns the address of the answer */
        async answerFor(person: string): Promise<string> {
          const choice = await visit('/console/sign-in/begin');
          const chosen = await ask(`${choice.path}?as=${person}`);
          return (await ask(chosen.to ?? '')).to ?? '';
        },
      };
    },

    newCompany: (tenant: object = {}): Promise<Caller> => used.newCaller(tenant),
  };

  async function here(
    url: URL,
    headers: Record<string, string>,
    more: { method: string; body?: string } = { method: 'GET' },
  ) {
    const call = { path: url.pathname + url.search, headers, ...more };
    const { functionKey, event } = toGatewayEvent(used.stack.service, call);
    const result = (await used.stack.invoke(functionKey, event)) as APIGatewayProxyStructuredResultV2;
    return {
      status: result.statusCode ?? 0,
      headers: result.headers as Record<string, string>,
      cookies: result.cookies ?? [],
      text: result.body ?? '',
    };
  }
}

async function there(url: URL, headers: Record<string, string>) {
  const answer = await fetch(url, { redirect: 'manual', headers });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    cookies: answer.headers.getSetCookie(),
    text: await answer.text(),
  };
}
