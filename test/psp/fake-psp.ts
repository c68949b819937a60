// A PSP for tests that follows the published documents: Efí's payouts and the Central Bank's refunds over HTTP. A network
// of rules behind it decides the outcome of each payment, so the sandbox's reserved recipients also work over HTTP.

import { cents, parseAmount, toDecimalText } from '../../lib/base/money.ts';
import { parseBrCode } from '../../lib/network/br-code.ts';
import { formatEndToEndId } from '../../lib/network/end-to-end-id.ts';
import type { PaymentLookup, PaymentOrder, Rails, Recipient, RefundLookup } from '../../lib/network/port.ts';
import { answerOf } from '../../tools/psp-documents.ts';
import type { FakeBooks } from './fake-books.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of a PSP
type Json = any;
export type PspRequest = { method: string; path: string; body?: Json };
export type PspReply = { status: number; body: Json; retryAfter?: number };

/** How the PSP changes amounts, in reais as text. Without an entry, an amount is unchanged. */
export type PspAmounts = {
  /** The amount of a charge in its look-up before the payment. */
  detailed?: (valor: string) => string;
  /** The amount of a charge that is changed between the look-up and the payment. */
  revised?: (valor: string, reference: string) => string;
  /** The wrong amount with which it makes a payment or refund. */
  taken?: (valor: string, reference: string) => string;
  /** The amount that it reports for a payment or refund, whatever it has debited. */
  named?: (valor: string, reference: string) => string;
};

/**
 * Our account at the PSP: the key that belongs to it, and its faults. `refuses`: answers a request in place of the PSP,
 * if it returns an answer.
 */
export type OwnAccount = {
  key?: string;
  isBlocked?: boolean;
  isShort?: boolean;
  removed?: Set<string>;
  refuses?: (request: PspRequest) => PspReply | undefined;
  /** Runs before each answer. */
  before?: () => Promise<void>;
};

type Options = {
  rules: Rails;
  now: () => Date;
  /** The payer of a received payment, to whom the PSP sends a refund. */
  payerOf: (endToEndId: string) => Promise<string | undefined>;
  /** The lists of received payments and of reports about them, and the returns of sent payments by reference. */
  lists?: { pix: Json[]; infracoes: Json[]; sentReturns?: Record<string, Json[]> };
  /** The books of sent payments: lists and statements. */
  books?: FakeBooks;
  /** The callback addresses, by PIX key. */
  webhooks?: Record<string, string>;
  /** A test may change this while the PSP serves. */
  amounts?: PspAmounts;
  /** Our account there. A test may change it while the PSP serves. */
  own?: OwnAccount;
  /** Called for each look-up of a failed payment, to send the callback with the reason. */
  tell?: (reference: string, why: { code: string; text: string }) => void;
};

const efi = (call: string, word: string): PspReply => answerOf('efi', call, word);
const problem = (status: number, type: string, detail = type): PspReply => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail },
});
const stateWords = {
  settled: 'REALIZADO',
  failed: 'NAO_REALIZADO',
  refused: 'NAO_REALIZADO',
  unknown: 'EM_PROCESSAMENTO',
} as const;
const accountTypes = { cacc: 'CURRENT_ACCOUNT', svgs: 'SAVING_ACCOUNT' } as const;
const institution = '09089356';

export function makeFakePsp({
  rules,
  now,
  payerOf,
  lists = { pix: [], infracoes: [] },
  books,
  webhooks = {},
  amounts = {},
  own = {},
  tell,
}: Options) {
  const orders = new Map<string, PaymentOrder>();
  const time = () => now().toISOString();
  let minted = 0;
  const named = (valor: string, reference: string) => amounts.named?.(valor, reference) ?? valor;

  async function pay(
    reference: string,
    wanted: { valor: string; pagador: Json; favorecido: Json },
  ): Promise<PspReply> {
    if (!/^[a-zA-Z0-9]{1,35}$/.test(reference) || !wanted.pagador?.chave)
      return problem(400, 'RequisicaoInvalida');
    if (own.isBlocked) return efi('send', 'documento_bloqueado');
    if (own.key !== undefined && wanted.pagador.chave !== own.key) return efi('send', 'chave_invalida');
    const known = orders.get(reference);
    const valor = known
      ? toDecimalText(known.amountCents)
      : (amounts.taken?.(wanted.valor, reference) ?? wanted.valor);
    const amountCents = /^\d{1,10}\.\d{2}$/.test(valor) ? parseAmount(valor) : undefined;
    if (!amountCents) return efi('send', 'valor_invalido');
    if (known) {
      const said = await rules.findPayment({ reference, amountCents });
      if (said.kind !== 'not_found') return efi('send', 'id_envio_duplicado');
    }
    const recipient = known?.recipient ?? (await recipientOf(wanted.favorecido));
    if (recipient === 'unknown') return problem(503, 'ServicoIndisponivel');
    if (recipient === 'nobody') return efi('send', 'chave_favorecido_nao_encontrada');
    const { cpf, cnpj } = wanted.favorecido;
    if ((cpf ?? cnpj ?? recipient.legalId) !== recipient.legalId)
      return efi('send', 'chave_nao_pertence_ao_documento');
    minted += 1;
    // Another request under this reference may have arrived in the meantime. One reference makes one payment.
    const endToEndId =
      orders.get(reference)?.endToEndId ??
      formatEndToEndId(institution, now(), String(minted).padStart(11, '0'));
    const payer = { branch: '0001', number: '1' };
    const order = { reference, endToEndId, amountCents, payer, recipient };
    orders.set(reference, order);
    if (!known) books?.note(reference, time());
    await rules.sendPayment(order);
    const horario = { solicitacao: time() };
    return {
      status: 201,
      body: {
        idEnvio: reference,
        e2eId: endToEndId,
        valor: named(valor, reference),
        horario,
        status: 'EM_PROCESSAMENTO',
      },
    };
  }

  async function recipientOf({ chave, contaBanco }: Json): Promise<Recipient | 'nobody' | 'unknown'> {
    if (chave !== undefined) {
      const found = await rules.resolveKey(chave);
      if (found.kind === 'unknown') return 'unknown';
      return found.kind === 'found' ? found.recipient : 'nobody';
    }
    const { nome, cpf, cnpj, codigoBanco, agencia, conta, tipoConta } = contaBanco;
    const accountType = accountTypes[tipoConta as keyof typeof accountTypes];
    return {
      name: nome,
      legalId: cpf ?? cnpj,
      ispb: codigoBanco,
      branch: agencia,
      accountNumber: conta,
      accountType,
    };
  }

  async function tellPayment(reference: string): Promise<PspReply> {
    const order = own.removed?.has(reference) ? undefined : orders.get(reference);
    const said: PaymentLookup = order ? await rules.findPayment(order) : { kind: 'not_found' };
    if (said.kind === 'not_found' || !order) return efi('find', 'PixEnviadoNaoEncontrado');
    const { endToEndId, amountCents, recipient } = order;
    const document =
      recipient.legalId?.length === 14 ? { cnpj: recipient.legalId } : { cpf: recipient.legalId };
    const account = {
      codigoBanco: recipient.ispb,
      agencia: recipient.branch,
      conta: recipient.accountNumber,
    };
    const tipoConta = recipient.accountType === 'SAVING_ACCOUNT' ? 'svgs' : 'cacc';
    // Only the callback has the reason of a failed payment.
    if (said.kind === 'failed' || said.kind === 'refused') tell?.(reference, said);
    const body = {
      endToEndId,
      idEnvio: reference,
      valor: named(toDecimalText(amountCents), reference),
      status: stateWords[said.kind],
      horario: { solicitacao: time() },
      favorecido: {
        identificacao: { nome: recipient.name, ...document },
        contaBanco: { ...account, tipoConta },
      },
      ...(lists.sentReturns?.[reference] ? { devolucoes: lists.sentReturns[reference] } : {}),
    };
    return { status: 200, body };
  }

  async function payCode(reference: string, { pagador, pixCopiaECola }: Json): Promise<PspReply> {
    const charge = await chargeOf(pixCopiaECola);
    if (charge === 'unknown') return problem(503, 'ServicoIndisponivel');
    if (own.isShort) return efi('pay code', 'qrcode.pagador');
    if (!charge) return efi('read code', 'qrcode.pixCopiaECola');
    const valor = amounts.revised?.(charge.valor.final, reference) ?? charge.valor.final;
    return pay(reference, { valor, pagador, favorecido: { chave: charge.chave } });
  }

  async function chargeOf(text: string) {
    const code = parseBrCode(text);
    if (code?.kind !== 'dynamic') return undefined;
    const charge = await rules.resolveBrCode({ url: code.url, text });
    if (charge.kind === 'unknown') return 'unknown';
    if (charge.kind !== 'payable' || !charge.amountCents) return undefined;
    return {
      status: 'ATIVA',
      chave: charge.pixKey,
      txid: charge.txid,
      valor: { final: toDecimalText(charge.amountCents) },
    };
  }

  const refundBody = (
    said: Exclude<RefundLookup, { kind: 'not_found' | 'unknown' | 'refused' }>,
    id: string,
    valor: string,
  ) => ({
    id,
    rtrId: said.returnId,
    valor: named(valor, id),
    horario: { solicitacao: time(), ...(said.kind === 'settled' ? { liquidacao: time() } : {}) },
    status: { accepted: 'EM_PROCESSAMENTO', settled: 'DEVOLVIDO', rejected: 'NAO_REALIZADO' }[said.kind],
    ...(said.kind === 'rejected' ? { motivo: said.text } : {}),
  });
  const refunded = new Map<string, string>();

  async function giveBack(
    endToEndId: string,
    reference: string,
    { valor: wanted, descricao = '' }: Json,
  ): Promise<PspReply> {
    const key = `${endToEndId} ${reference}`;
    const valor = refunded.get(key) ?? amounts.taken?.(wanted, reference) ?? wanted;
    const amountCents = /^\d{1,10}\.\d{2}$/.test(valor ?? '') ? parseAmount(valor) : undefined;
    if (!amountCents || descricao.length > 140) return problem(400, 'PixDevolucaoInvalida');
    const known = refunded.has(key)
      ? await rules.findRefund({ endToEndId, reference, amountCents })
      : undefined;
    // By the Central Bank's document an id is used once. It says so with the word for any invalid request.
    if (known && 'returnId' in known) return problem(400, 'PixDevolucaoInvalida', 'id já utilizado');
    const payerName = await payerOf(endToEndId);
    const order = {
      reference,
      endToEndId,
      amountCents,
      information: descricao,
      ...(payerName ? { payerName } : {}),
    };
    // The payment is known from the time of its request, even if the answer is lost.
    refunded.set(key, valor);
    const said = await rules.requestRefund(order);
    if (said.kind === 'refused') {
      refunded.delete(key);
      return problem(400, 'PixDevolucaoInvalida', said.text);
    }
    if (said.kind === 'unknown') return problem(504, 'IndisponibilidadePorTempoEsgotado');
    return { status: 201, body: refundBody(said, reference, valor) };
  }

  async function tellRefund(endToEndId: string, reference: string): Promise<PspReply> {
    const valor = refunded.get(`${endToEndId} ${reference}`);
    const amountCents = parseAmount(valor ?? '') ?? cents(0);
    const said = await rules.findRefund({ endToEndId, reference, amountCents });
    if (said.kind === 'not_found' || said.kind === 'refused' || valor === undefined)
      return problem(404, 'PixDevolucaoNaoEncontrada');
    if (said.kind === 'unknown') return problem(503, 'ServicoIndisponivel');
    return { status: 200, body: refundBody(said, reference, valor) };
  }

  const routes: [method: string, path: RegExp, answer: (parts: string[], body: Json) => Promise<PspReply>][] =
    [
      ['PUT', /^\/v3\/gn\/pix\/([^/]+)$/, ([id = ''], body) => pay(id, body)],
      ['PUT', /^\/v2\/gn\/pix\/([^/]+)\/qrcode$/, ([id = ''], body) => payCode(id, body)],
      ['GET', /^\/v2\/gn\/pix\/enviados\/id-envio\/([^/]+)$/, ([id = '']) => tellPayment(id)],
      [
        'POST',
        /^\/v2\/gn\/qrcodes\/detalhar$/,
        async (_, { pixCopiaECola }) => {
          const charge = await chargeOf(pixCopiaECola);
          if (charge === 'unknown') return problem(503, 'ServicoIndisponivel');
          if (!charge) return efi('read code', 'qrcode.pixCopiaECola');
          const final = amounts.detailed?.(charge.valor.final) ?? charge.valor.final;
          return { status: 200, body: { ...charge, valor: { final } } };
        },
      ],
      [
        'GET',
        /^\/v2\/webhook\/([^/]+)$/,
        async ([name = '']) => {
          const chave = decodeURIComponent(name);
          const webhookUrl = webhooks[chave];
          if (!webhookUrl) return problem(404, 'WebhookNaoEncontrado');
          return { status: 200, body: { webhookUrl, chave, criacao: time() } };
        },
      ],
      [
        'PUT',
        /^\/v2\/pix\/([^/]+)\/devolucao\/([^/]+)$/,
        ([e2e = '', id = ''], body) => giveBack(e2e, id, body),
      ],
      [
        'POST',
        /^\/v2\/gn\/infracoes\/([^/]+)\/defesa$/,
        ([id = ''], body) => defend(decodeURIComponent(id), body),
      ],
      ['GET', /^\/v2\/pix\/([^/]+)\/devolucao\/([^/]+)$/, ([e2e = '', id = '']) => tellRefund(e2e, id)],
    ];

  function list(query: URLSearchParams): PspReply {
    const [size, index] = ['itensPorPagina', 'paginaAtual'].map((name) =>
      Number(query.get(`paginacao.${name}`)),
    );
    const [from = '', to = ''] = [query.get('inicio') ?? '', query.get('fim') ?? ''];
    const listed = books?.spoil.received(lists.pix) ?? lists.pix;
    const wanted = query.get('devolucaoPresente');
    const inRange = listed.filter(
      ({ horario, devolucoes = [] }) =>
        horario >= from && horario <= to && (wanted === null || String(devolucoes.length > 0) === wanted),
    );
    const paginacao = {
      paginaAtual: index,
      itensPorPagina: size,
      quantidadeDePaginas: Math.max(1, Math.ceil(inRange.length / (size ?? 1))),
      quantidadeTotalDeItens: inRange.length,
    };
    const pix = inRange.slice((index ?? 0) * (size ?? 0), ((index ?? 0) + 1) * (size ?? 0));
    return { status: 200, body: { parametros: { inicio: from, fim: to, paginacao }, pix } };
  }

  /** A page has ten items by default, as in the example of Efí's documentation. */
  function listReports(query: URLSearchParams): PspReply {
    const [size, index] = [
      Number(query.get('paginacao.itensPorPagina') ?? 10),
      Number(query.get('paginacao.paginaAtual') ?? 0),
    ];
    const paginacao = {
      paginaAtual: index,
      itensPorPagina: size,
      quantidadeDePaginas: Math.ceil(lists.infracoes.length / size),
      quantidadeTotalDeItens: lists.infracoes.length,
    };
    const infracoes = lists.infracoes.slice(index * size, (index + 1) * size);
    const [inicio, fim] = [query.get('inicio'), query.get('fim')];
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, infracoes } };
  }

  /** Refuses what Efí's document refuses, in the order of its statuses, and takes one defence about a report. */
  async function defend(id: string, body: Json): Promise<PspReply> {
    const { analise, justificativa } = body ?? {};
    if (!['aceito', 'rejeitado'].includes(analise) || typeof justificativa !== 'string')
      return efi('defend', 'InfracoesConsultaInvalida');
    const report = lists.infracoes.find(({ idInfracao }) => idInfracao === id);
    if (!report) return efi('defend', 'InfracaoNaoEncontrada');
    if (report.defesa !== undefined) return efi('defend', 'já foi criada');
    const { dadosAnalise: times = {} } = report;
    if (times.prazoFinalizacao < time()) return efi('defend', 'O prazo para defesa foi excedido');
    report.dadosAnalise = { ...times, recebimentoDefesa: time() };
    report.defesa = justificativa;
    return { status: 201, body: 'Defesa de infração MED criada' };
  }

  return async function answer({ method, path, body }: PspRequest): Promise<PspReply> {
    await own.before?.();
    const refusal = own.refuses?.({ method, path, body });
    if (refusal) return refusal;
    const { pathname, searchParams } = new URL(path, 'https://psp');
    const booked = books?.answer({ method, path, body });
    if (booked) return booked;
    if (method === 'GET' && pathname === '/v2/pix') return list(searchParams);
    const [, receipt] = /^\/v2\/pix\/([^/]+)$/.exec(pathname) ?? [];
    if (method === 'GET' && receipt) {
      const found = lists.pix.find(({ endToEndId }) => endToEndId === receipt);
      return found ? { status: 200, body: found } : problem(404, 'PixNaoEncontrado');
    }
    if (method === 'GET' && pathname === '/v2/gn/infracoes') return listReports(searchParams);
    for (const [verb, pattern, make] of routes) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match) return make(match.slice(1), body);
    }
    return problem(404, 'NaoEncontrado');
  };
}
