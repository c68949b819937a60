// The reference page: Swagger UI over /openapi.json. On a stage with a sandbox, calls are sent for real: the page
// fetches the token and signs each body with the client's HMAC secret, as any client would.

import { finding, openSearch } from './find.js';

const form = document.getElementById('try');
const state = document.getElementById('state');
const spec = await (await fetch('/openapi.json')).json();
const hasSandbox = spec.tags.some(({ name }) => name === 'Sandbox');

let ui;
const find = openSearch(spec, () => ui);
let client;
let token = { text: '', until: 0 };

function show(account) {
  ui = window.SwaggerUIBundle({
    dom_id: '#reference',
    spec: withExamplesOf(account),
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    supportedSubmitMethods: hasSandbox ? ['get', 'post', 'put', 'delete'] : [],
    requestInterceptor: authenticate,
    plugins: [finding],
  });
  find(ui);
}

/** The examples with the visitor's own account in them, and a key that nobody has used. */
function withExamplesOf(account) {
  const operations = Object.values(spec.paths).flatMap((path) => Object.values(path));
  const known = { start: '2020-01-01', end: '2099-12-31', ...account };
  known.branch = account?.source_account_branch_identifier;
  known.number = account?.source_account_number;
  for (const { parameters = [], requestBody } of operations) {
    for (const one of parameters) {
      // What many calls share stands among the components.
      const parameter = one.$ref ? spec.components.parameters[one.$ref.split('/').at(-1)] : one;
      const { name } = parameter;
      const own = name === 'idempotency-key' ? crypto.randomUUID() : known[name];
      if (own !== undefined) parameter.example = own;
    }
    const example = requestBody?.content['application/json']?.example ?? {};
    for (const name of Object.keys(example)) {
      if (name.startsWith('source_account_')) example[name] = known[name] ?? example[name];
    }
  }
  return spec;
}

async function authenticate(request) {
  const { pathname } = new URL(request.url, location.href);
  const isCall = pathname !== '/openapi.json' && pathname !== '/oauth2/token';
  if (!isCall) return request;
  if (pathname.startsWith('/sandbox/')) {
    request.headers['x-sandbox-key'] ??= 'local';
    return request;
  }
  if (!client) return request;
  request.headers.authorization ??= `Bearer ${await tokenOf(client)}`;
  // The doctor is asked about a signature of the visitor's.
  if (pathname !== '/v3/doctor/hmac')
    request.headers.hmac = await sign(client.hmac_secret, request.body ?? '');
  return request;
}

async function tokenOf({ client_id, client_secret }) {
  if (token.until > Date.now()) return token.text;
  const answer = await fetch('/oauth2/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (!answer.ok)
    throw new Error(`The token endpoint says ${answer.status}: is this client one of this stage?`);
  const { access_token: text, expires_in: seconds } = await answer.json();
  token = { text, until: Date.now() + (seconds - 60) * 1000 };
  return text;
}

/** Hex HMAC-SHA256 over the very bytes that are sent. */
async function sign(secret, body) {
  const bytes = (text) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const digest = await crypto.subtle.sign('HMAC', key, bytes(body));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function say(text, is) {
  state.textContent = text;
  state.dataset.is = is;
}

/** @param text JSON with the credentials of a client */
async function take(text) {
  const read = JSON.parse(text);
  const missing = ['client_id', 'client_secret', 'hmac_secret'].filter((name) => !read?.[name]);
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')} in it.`);
  token = { text: '', until: 0 };
  await tokenOf(read);
  client = read;
  const account = read.accounts?.[0];
  show(account);
  const own = account
    ? ` The examples pay from account ${account.source_account_branch_identifier} / ${account.source_account_number}.`
    : '';
  say(`Ready: this client has a token, and its calls will be signed.${own}`, 'ready');
}

async function tryTo(act) {
  try {
    await act();
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    say(isSyntax ? 'This is not JSON: paste the whole file, from { to }.' : error.message, 'wrong');
  }
}

const credentials = document.getElementById('credentials');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void tryTo(() => take(credentials.value));
});

// Only npm start answers at this address. The service itself knows no credentials of a demo.
const demo = document.getElementById('demo');
demo.hidden = !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
demo.addEventListener('click', () =>
  tryTo(async () => {
    const answer = await fetch('/docs/demo.json');
    if (!answer.ok) throw new Error('This stage does not tell the demo’s credentials. Paste demo.json.');
    credentials.value = await answer.text();
    await take(credentials.value);
  }),
);

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

form.hidden = !hasSandbox;
show();
