// Serves the identity provider (OpenID Connect) of a local stage. It is at 127.0.0.1 and the console at localhost, so
// they are different sites, as in production. A user signs in by choosing one of the demo's people. The provider is
// loaded at the first request to it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, Provider } from 'oidc-provider';

/** A person of the demo. `id`: the id of the person at the provider. */
export type Person = { id: string; name: string; does: string; isOperator?: true };

export const people: readonly Person[] = [
  { id: 'ana', name: 'Ana Lima', does: 'creates payments' },
  { id: 'bruno', name: 'Bruno Reis', does: 'approves payments' },
  { id: 'carla', name: 'Carla Nunes', does: 'only looks' },
  { id: 'dora', name: 'Dora Alves', does: 'operates the service', isOperator: true },
  {
    id: 'elisa',
    name: 'Elisa Prado',
    does: 'operates it, too, and confirms what Dora proposes',
    isOperator: true,
  },
];

/** The id of the console at the provider. */
const clientId = 'console';
const path = '/identity';
const interaction = /^\/interaction\/[\w-]+$/;

/** Answers a request for the provider. Returns false, and does nothing, for any other request. */
type Answers = (request: IncomingMessage, response: ServerResponse) => boolean;

export type Identities = ReturnType<typeof openIdentities>;

/**
 * @param baseUrl address of the stage, without a trailing slash
 * @param port the port of the provider
 * @returns the provider, and the settings of a stage that uses it
 */
export function openIdentities(baseUrl: string, port: number) {
  const consoleUrl = `${baseUrl}/console`;
  const issuer = `http://127.0.0.1:${port}${path}`;
  const seeds = new Map<string, string>();
  const hooks: Hooks = { seeds, prepare: async () => {} };
  return {
    answers: makeProvider(issuer, consoleUrl, hooks),
    /** Sets what is awaited before a person is signed in. It begins with the first request of a sign-in. */
    beforeSignIn: (prepare: Hooks['prepare']): void => {
      hooks.prepare = prepare;
    },
    /** Stores the seeds of one-time codes. The page shows the codes, because the people have no phones. */
    learn: (known: Readonly<Record<string, string>>): void => {
      for (const [id, seed] of Object.entries(known)) seeds.set(id, seed);
    },
    settings: { CONSOLE_URL: consoleUrl, CONSOLE_ISSUER: issuer, CONSOLE_CLIENT_ID: clientId },
  };
}

type Seeds = ReadonlyMap<string, string>;
type Hooks = { seeds: Seeds; prepare: () => Promise<void> };

function makeProvider(issuer: string, consoleUrl: string, hooks: Hooks): Answers {
  let opened: Promise<Provider> | undefined;
  return (request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(`${path}/`)) return false;
    // The provider builds its addresses from `originalUrl`, which must contain the whole path.
    Object.assign(request, { originalUrl: url, url: url.slice(path.length) });
    void hooks.prepare();
    opened ??= open(issuer, consoleUrl);
    void opened
      .then((provider) => answer(provider, hooks, request, response))
      .catch((error) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    return true;
  };
}

async function open(issuer: string, consoleUrl: string): Promise<Provider> {
  const { Provider } = await import('oidc-provider');
  const { exportJWK, generateKeyPair } = await import('jose');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
        redirect_uris: [`${consoleUrl}/signed-in`],
        post_logout_redirect_uris: [consoleUrl],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'local' }] },
    cookies: { keys: [crypto.randomUUID()] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `${path}/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // The scope is granted without a question, because a developer's console needs no consent. Tabs that sign in at the
    // same time share the grant, because a new one would end the other's code.
    loadExistingGrant: async ({ oidc }) => {
      const known = oidc.session?.grantIdFor(clientId);
      const shared = known === undefined ? undefined : await oidc.provider.Grant.find(known);
      if (shared) return shared;
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    // A session lasts one second, so that each sign-in asks who the person is.
    ttl: { Session: 1, Interaction: 600, Grant: 600, AuthorizationCode: 60, AccessToken: 60, IdToken: 60 },
  };
  return new Provider(issuer, configuration);
}

async function answer(
  provider: Provider,
  { seeds, prepare }: Hooks,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/codes') return showPage(response, await codesPage(seeds));
  if (!interaction.test(pathname)) return void provider.callback()(request, response);
  const accountId = searchParams.get('as');
  if (accountId) {
    await prepare();
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  showPage(response, choice());
}

function showPage(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Identity provider</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<body style="font:16px/1.6 system-ui;margin:10vh auto;max-width:440px;padding:0 20px">${body}</body></html>`);
}

/** Returns the page with the one-time codes that the people's phones would show. */
async function codesPage(seeds: Seeds): Promise<string> {
  const { generateSync } = await import('otplib');
  const codes = people.flatMap(({ id, name }) => {
    const secret = seeds.get(id);
    return secret ? [`<li>${name}: <code>${generateSync({ secret })}</code></li>`] : [];
  });
  return `<h1 style="font-size:22px">One-time codes</h1>
<p>Each counts once, and for half a minute. In production they are on people’s phones. <a href="codes">The next ones</a></p><ul>${codes.join('')}</ul>`;
}

const choice = () => `<h1 style="font-size:22px">Who are you?</h1>
<p>The identity provider of this local stage. A real one would ask for a password.</p>
<ul>${people.map(({ id, name, does }) => `<li><a href="?as=${id}">${name}</a>, who ${does}</li>`).join('')}</ul>
<p>To approve you need a one-time code: <a href="${path}/codes" target="_blank">the codes of these people</a>.</p>`;
