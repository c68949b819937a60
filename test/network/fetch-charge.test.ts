import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFetchCharge } from '../../lib/network/fetch-charge.ts';
import { makeOutbound } from '../../lib/platform/outbound.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';

const now = () => new Date('2026-11-21T12:00:00Z');
const txid = 'fc9a4366ff3d4964b5dbc6c91a8722d3';
const charge = {
  revisao: 0,
  calendario: { criacao: '2026-11-21T11:00:00Z', apresentacao: '2026-11-21T12:00:00Z', expiracao: 3_601 },
  txid,
  status: 'ATIVA',
  valor: { original: '27.50', modalidadeAlteracao: 0 },
  chave: 'Fulano@Example.com',
  solicitacaoPagador: 'Pedido 42',
};
const due = { criacao: '2026-09-01T11:00:00Z', dataDeVencimento: '2026-11-01', validadeAposVencimento: 20 };

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let issuer: Receiver;
let keys: Keys;
let strangers: Keys;
/** The answers of the issuer, by path. */
const served = new Map<string, { status?: number; body: string }>();

beforeAll(async () => {
  issuer = await openReceiver('issuer.test', (response, { path }) => {
    const { status = 200, body } = served.get(path) ?? { status: 404, body: 'no' };
    response.writeHead(status).end(body);
  });
  [keys, strangers] = await Promise.all([generateKeyPair('PS256'), generateKeyPair('PS256')]);
  await publish(keys, 'key-1');
});
afterAll(() => issuer.close());

async function publish({ publicKey }: Keys, kid: string): Promise<void> {
  const key = { ...(await exportJWK(publicKey)), kid, alg: 'PS256', x5t: 'rZsFzn8c', key_ops: ['verify'] };
  served.set('/keys', { body: JSON.stringify({ keys: [key] }) });
}

async function sign(content: unknown, { by = keys, kid = 'key-1', jku = `${issuer.url}/keys` } = {}) {
  const header = { alg: 'PS256', typ: 'JOSE', kid, jku, x5t: 'rZsFzn8c' };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader(header)
    .sign(by.privateKey);
}

const fetcher = (issuers = [issuer.host], clock = now) =>
  makeFetchCharge({
    outbound: makeOutbound({ allowLoopback: true, resolve: async () => ['127.0.0.1'], ca: issuer.ca }),
    issuers,
    now: clock,
  });

/** Serves the answer at a separate address, and fetches it from there. */
async function fetched(body: string, { path = '/qr/v2/cob/1', status = 200 } = {}) {
  served.set(path, { status, body });
  return fetcher()(issuer.host + path);
}

describe('a charge of a known issuer', () => {
  test('the charge can be paid to its key, with its amount and reference', async () => {
    expect(await fetched(await sign(charge))).toEqual({
      kind: 'payable',
      pixKey: 'fulano@example.com',
      amountCents: 2_750,
      txid,
    });
    expect(issuer.heard.at(-2)).toMatchObject({ method: 'GET', headers: { accept: 'application/jose' } });
  });

  test('the charge may leave the amount to the payer', async () => {
    const open = { ...charge, valor: { original: '0.00', modalidadeAlteracao: 1 } };

    expect(await fetched(await sign(open))).toEqual({
      kind: 'payable',
      pixKey: 'fulano@example.com',
      txid,
    });
  });

  test('a charge with a due date is fetched for the day of payment, with the amount of that day', async () => {
    const body = await sign({
      ...charge,
      calendario: due,
      valor: { original: '27.50', multa: '1.00', final: '28.50' },
    });

    served.set('/qr/v2/cobv/1?DPP=2026-11-21', { body });

    expect(await fetcher()(`${issuer.host}/qr/v2/cobv/1`)).toMatchObject({ amountCents: 2_850 });
  });

  test('the charge is verified with the current keys after the issuer has changed its keys', async () => {
    const fetchCharge = fetcher();
    served.set('/cob/old', { body: await sign(charge) });
    expect(await fetchCharge(`${issuer.host}/cob/old`)).toMatchObject({ kind: 'payable' });
    await publish(strangers, 'key-2');
    served.set('/cob/new', { body: await sign(charge, { by: strangers, kid: 'key-2' }) });

    const found = await fetchCharge(`${issuer.host}/cob/new`);
    await publish(keys, 'key-1');

    expect(found).toMatchObject({ kind: 'payable' });
  });

  test('the issuer’s keys are fetched once to verify several charges', async () => {
    const fetchCharge = fetcher();
    served.set('/cob/1', { body: await sign(charge) });
    const before = issuer.heard.length;

    for (let time = 0; time < 3; time++) await fetchCharge(`${issuer.host}/cob/1`);

    expect(issuer.heard.slice(before).filter(({ path }) => path === '/keys')).toHaveLength(1);
  });

  test('a charge with an unknown key id does not cause repeated fetches of the issuer’s keys', async () => {
    let time = now().getTime();
    const fetchCharge = fetcher([issuer.host], () => new Date(time));
    served.set('/cob/unknown', { body: await sign(charge, { kid: 'key-9' }) });
    const asked = async () => {
      const before = issuer.heard.length;
      const kinds = [];
      for (let count = 0; count < 5; count++)
        kinds.push((await fetchCharge(`${issuer.host}/cob/unknown`)).kind);
      return [issuer.heard.slice(before).filter(({ path }) => path === '/keys').length, ...kinds];
    };

    const noWord = Array(4).fill('unknown');
    expect(await asked()).toEqual([2, 'not_payable', ...noWord]);
    expect(await asked()).toEqual([0, 'unknown', ...noWord]);
    time += 30_000;
    expect(await asked()).toEqual([1, 'not_payable', ...noWord]);
  });
});

describe('a charge', () => {
  test.each<[string, object]>([
    ['expired', { calendario: { ...charge.calendario, expiracao: 3_600 } }],
    ['removed by the receiver', { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }],
    ['removed by its institution', { status: 'REMOVIDA_PELO_PSP' }],
    ['already paid', { status: 'CONCLUIDA' }],
    ['past its due date and its grace', { calendario: { ...due, validadeAposVencimento: 19 } }],
    ['without an expiry of either kind', { calendario: { criacao: charge.calendario.criacao } }],
    ['of amount zero', { valor: { original: '0.00' } }],
    ['of an unreadable amount', { valor: { original: '1e3' } }],
    ['of three decimals', { valor: { original: '1.005' } }],
    ['for cash withdrawal', { valor: { original: '10.00', retirada: { saque: { valor: '10.00' } } } }],
    ['to an invalid key', { chave: 'fulano' }],
    ['without a reference', { txid: undefined }],
    ['in another format', { valor: 27.5 }],
  ])('a signed charge that is %s cannot be paid', async (_, change) => {
    expect(await fetched(await sign({ ...charge, ...change }))).toEqual({ kind: 'not_payable' });
  });

  test('a charge signed by a different party cannot be paid', async () => {
    expect(await fetched(await sign(charge, { by: strangers }))).toEqual({ kind: 'not_payable' });
  });

  test('a charge whose keys are not at the host of a known issuer cannot be paid', async () => {
    for (const jku of ['https://evil.test/keys', `http://${issuer.host}/keys`, 'nonsense', '']) {
      expect(await fetched(await sign(charge, { jku }))).toEqual({ kind: 'not_payable' });
    }
  });

  test.each([
    ['not signed', JSON.stringify(charge)],
    ['unsigned by declaration', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['empty', ''],
    ['garbage', '\u0000'.repeat(100)],
  ])('an answer of the issuer that is %s cannot be paid', async (_, body) => {
    expect(await fetched(body)).toEqual({ kind: 'not_payable' });
  });

  test.each([400, 404, 410])('a charge cannot be paid if the issuer answers %d', async (status) => {
    expect(await fetched('gone', { status })).toEqual({ kind: 'not_payable' });
  });

  test('a charge whose host belongs to no known issuer cannot be paid, and no request is sent', async () => {
    const before = issuer.heard.length;
    const urls = [
      'evil.test/cob/1',
      `evil.test@${issuer.host}/cob/1`,
      `${issuer.host}@evil.test/cob/1`,
      `${issuer.host}.evil.test/cob/1`,
      '169.254.169.254/latest',
      'issuer.test/cob/1',
      '',
      ' ',
    ];

    for (const url of urls) expect(await fetcher()(url)).toEqual({ kind: 'not_payable' });
    expect(await fetcher([])(`${issuer.host}/qr/v2/cob/1`)).toEqual({ kind: 'not_payable' });
    expect(issuer.heard).toHaveLength(before);
  });
});

describe('a charge that the issuer does not return', () => {
  test.each([[500], [503], [302], [204], [408], [429]])(
    'the charge is unknown for now if the issuer answers %d',
    async (status) => {
      expect(await fetched('', { status })).toEqual({ kind: 'unknown' });
    },
  );

  test('the charge is unknown for now if the issuer’s port is closed', async () => {
    expect(await fetcher(['issuer.test:1'])('issuer.test:1/cob/1')).toEqual({ kind: 'unknown' });
  });

  test('the charge is unknown for now if the issuer’s keys cannot be fetched', async () => {
    served.set('/no-keys', { status: 503, body: '' });
    served.set('/bad-keys', { body: '{"keys":{}}' });
    for (const path of ['/no-keys', '/bad-keys']) {
      const jws = await sign(charge, { jku: issuer.url + path });
      expect(await fetched(jws)).toEqual({ kind: 'unknown' });
    }
  });
});
