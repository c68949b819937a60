// Woovi for tests, after its published document: payments over HTTP, with a fixed token. A network of rules decides the outcome of
// each payment, as in the other fake PSP. check-woovi.ts checks it against the document.

import { cents } from '../../lib/base/money.ts';
import { parseBrCode } from '../../lib/network/br-code.ts';
import { formatEndToEndId } from '../../lib/network/end-to-end-id.ts';
import type { PaymentOrder, Rails, Recipient } from '../../lib/network/port.ts';
import { answerOf } from '../../tools/psp-documents.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';
import { listAccounts, listReturns, tellReturn, type WooviReturn } from './fake-woovi-lists.ts';
import { type KnownPayment, makeFakeRecoveries, type WooviRecovery } from './fake-woovi-recoveries.ts';
import { makeFakeTokens } from './fake-woovi-tokens.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of a PSP
type Json = any;
type Kept = { order: PaymentOrder; body: Json; isApproved: boolean };

const words = { settled: 'CONFIRMED', failed: 'FAILED', refused: 'FAILED', unknown: 'APPROVED' } as const;
/** An error with a text that no document has. */
const wrong = (status: number, error: string): PspReply => ({ status, body: { error } });
const told = (call: string, word: string): PspReply => answerOf('woovi', call, word);
const institution = '54811417';

type Options = {
  rules: Rails;
  now: () => Date;
  /** The cents that can be approved. A test may change them while Woovi serves. */
  purse?: { cents: number };
  /** The returns of payments. A test may add some. */
  returns?: WooviReturn[];
  /** The funds recoveries. A test may move them on. */
  recoveries?: WooviRecovery[];
  /** The public keys of the callbacks. A test may change them. */
  keys?: WooviKey[];
  /** The tokens for look-ups of keys. A test may read them while Woovi serves. */
  tokens?: ReturnType<typeof makeFakeTokens>;
  /** Id of the default account of the company. */
  accountId?: string;
  /** A test may set answers that replace Woovi's. */
  say?: { instead?: (request: PspRequest) => PspReply | undefined };
};
export type WooviKey = { key_identifier: string; key: string; is_current: boolean };

export function makeFakeWoovi({
  rules,
  now,
  purse = { cents: Number.MAX_SAFE_INTEGER },
  returns = [],
  recoveries = [],
  keys = [],
  accountId = '6290ccfd42831958a405debc',
  tokens = makeFakeTokens(
    { max: Number.MAX_SAFE_INTEGER, perMinute: 1, left: Number.MAX_SAFE_INTEGER, at: 0 },
    now,
  ),
  say = {},
}: Options) {
  const payments = new Map<string, Kept>();
  let minted = 0;

  async function create(body: Json): Promise<PspReply> {
    const { correlationID, value, type = 'PIX_KEY', autoApprove } = body;
    if (typeof correlationID !== 'string' || correlationID === '')
      return wrong(400, 'correlationID é obrigatório');
    if (payments.has(correlationID)) return told('send', 'Já existe um pagamento');
    const refusal = type === 'MANUAL' ? undefined : tokens.refusal();
    if (refusal) return refusal;
    const recipient = await recipientOf(type, body);
    if (typeof recipient === 'string') return wrong(400, recipient);
    if (!Number.isSafeInteger(value) || value <= 0) return wrong(400, 'Valor inválido');
    minted += 1;
    const order = {
      reference: correlationID,
      endToEndId: formatEndToEndId(institution, now(), String(minted).padStart(11, '0')),
      amountCents: cents(value),
      payer: { branch: '0001', number: '1' },
      recipient,
    };
    const { autoApprove: _, ...kept } = body;
    // Another request under this reference may have arrived in the meantime.
    if (payments.has(correlationID)) return told('send', 'Já existe um pagamento');
    payments.set(correlationID, { order, body: { ...kept, type }, isApproved: false });
    return autoApprove ? approve(correlationID) : tell(correlationID);
  }

  async function recipientOf(type: string, body: Json): Promise<Recipient | string> {
    if (type === 'MANUAL') {
      const { holder, account, psp } = body;
      if (!holder?.taxID || !account || !psp?.id) return 'Dados bancários inválidos';
      const accountType = account.accountType === 'SVGS' ? 'SAVING_ACCOUNT' : 'CURRENT_ACCOUNT';
      return {
        name: holder.name,
        legalId: holder.taxID.taxID,
        ispb: psp.id,
        branch: account.branch,
        accountNumber: account.account,
        accountType,
      };
    }
    const key = type === 'QR_CODE' ? await keyOf(body.qrCode) : body.destinationAlias;
    if (key === undefined) return 'QR Code inválido';
    const found = await rules.resolveKey(key);
    if (type === 'PIX_KEY' && !body.pixKeyEndToEndId) tokens.note(key, found.kind === 'found');
    if (found.kind === 'found') return found.recipient;
    return found.kind === 'not_found' ? 'Chave pix não encontrada' : 'Error verifying pix key';
  }

  async function keyOf(text: string): Promise<string | undefined> {
    const code = parseBrCode(text);
    if (code?.kind !== 'dynamic') return undefined;
    const charge = await rules.resolveBrCode({ url: code.url, text });
    return charge.kind === 'payable' ? charge.pixKey : undefined;
  }

  async function approve(id: string): Promise<PspReply> {
    const kept = payments.get(id);
    if (!kept) return wrong(400, 'Pagamento não encontrado');
    if (kept.isApproved) return told('approve', 'Payment already confirmed');
    if (purse.cents < kept.order.amountCents) return told('send', 'You do not have enough balance');
    purse.cents -= kept.order.amountCents;
    if (kept.body.type === 'PIX_KEY') tokens.notePaid();
    kept.isApproved = true;
    await rules.sendPayment(kept.order);
    const { autoApprove: _, ...payment } = kept.body;
    return { status: 200, body: { payment: { ...payment, status: 'APPROVED' } } };
  }

  async function tell(id: string): Promise<PspReply> {
    const kept = payments.get(id);
    if (!kept) return wrong(400, 'Pagamento não encontrado');
    const { order, body, isApproved } = kept;
    const said = isApproved ? await rules.findPayment(order) : undefined;
    if (said === undefined || said.kind === 'not_found')
      return { status: 200, body: { payment: { ...body, status: isApproved ? 'APPROVED' : 'CREATED' } } };
    const { recipient, amountCents: value, endToEndId } = order;
    const isOver = said.kind === 'failed' || said.kind === 'refused';
    const creditParty = {
      account: {
        branch: recipient.branch ?? '',
        account: recipient.accountNumber ?? '',
        accountType: 'TRAN',
      },
      psp: { id: recipient.ispb ?? '', name: recipient.institutionName ?? '' },
      holder: { name: recipient.name ?? '', taxID: { taxID: recipient.legalId ?? '', type: 'BR:CPF' } },
    };
    const transaction = {
      value,
      endToEndId,
      time: now().toISOString(),
      creditParty,
      ...(isOver ? { providerRejectedReason: said.text } : {}),
    };
    return { status: 200, body: { payment: { ...body, status: words[said.kind] }, transaction } };
  }

  async function check(pixKey: string): Promise<PspReply> {
    const refusal = tokens.refusal();
    if (refusal) return refusal;
    const found = await rules.resolveKey(pixKey);
    tokens.note(pixKey, found.kind === 'found');
    if (found.kind === 'not_found') return told('find key', 'PIX_KEY_INFO_NOT_FOUND');
    if (found.kind !== 'found') return told('find key', 'Error verifying pix key');
    const { name, legalId = '', ispb } = found.recipient;
    minted += 1;
    const taxID = legalId.length === 11 ? `${legalId.slice(0, 3)}.***.***-${legalId.slice(-2)}` : legalId;
    return {
      status: 200,
      body: {
        pixKeyEndToEndId: formatEndToEndId(institution, now(), String(minted).padStart(11, '0')),
        pixKey,
        type: 'EMAIL',
        owner: { name, taxID, psp: ispb, branch: '****', account: '********' },
      },
    };
  }

  /** Returns what became of the payment with an end-to-end id. */
  async function knows(endToEndId: string): Promise<KnownPayment> {
    const kept = [...payments.values()].find(({ order }) => order.endToEndId === endToEndId);
    const said = kept?.isApproved ? await rules.findPayment(kept.order) : undefined;
    if (said?.kind === 'failed' || said?.kind === 'refused') return 'rejected';
    return said?.kind === 'settled' ? 'sent' : undefined;
  }
  const answerRecovery = makeFakeRecoveries(recoveries, knows, now);

  return async function answer({ method, path, body }: PspRequest): Promise<PspReply> {
    const other = say.instead?.({ method, path, body });
    if (other) return other;
    const recovery = await answerRecovery({ method, path, body });
    if (recovery) return recovery;
    const [place = '', query] = path.split('?');
    if (method === 'GET' && place === '/api/v1/webhook/public-keys')
      return { status: 200, body: { public_keys: keys } };
    if (method === 'GET' && place === '/api/v1/transaction')
      return listReturns(returns, new URLSearchParams(query));
    const [, returnId] = /^\/api\/v1\/transaction\/(\w+)$/.exec(place) ?? [];
    if (method === 'GET' && returnId) return tellReturn(returns, returnId);
    if (method === 'POST' && path === '/api/v1/payment') return create(body);
    if (method === 'POST' && path === '/api/v1/payment/approve') return approve(body?.correlationID);
    if (method === 'GET' && path === '/api/v1/pix-keys/tokens') return tokens.tell();
    const [, key] = /^\/api\/v1\/pix-keys\/([^/]+)\/check$/.exec(path) ?? [];
    if (method === 'GET' && key) return check(decodeURIComponent(key));
    if (method === 'GET' && place === '/api/v1/account/')
      return listAccounts(purse.cents, accountId, new URLSearchParams(query));
    const [, id] = /^\/api\/v1\/payment\/([^/?]+)$/.exec(path) ?? [];
    return method === 'GET' && id ? tell(id) : wrong(404, 'Not found');
  };
}
