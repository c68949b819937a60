// Lists the reason codes of the network's payment status message (pacs.002), and how a cashout ends after each code:
// `failed` is a processing error (ERROR), `refused` is a business rule or restriction (CANCELLED). For each code there
// is advice in lib/openapi/advice.ts.

/**
 * A reason code. `isAboutPayee`: the code reveals that the payee's account does not exist, is closed or blocked, or has
 * another owner than the named one.
 */
type RejectCode = { ends: 'failed' | 'refused'; text: string; isAboutPayee?: true };

export const rejectCodes = {
  AB03: { ends: 'failed', text: 'Tempo limite de liquidação excedido no SPI' },
  AB09: { ends: 'failed', text: 'Erro no participante recebedor' },
  AB11: { ends: 'failed', text: 'Tempo limite do participante pagador' },
  AC03: { ends: 'failed', text: 'Agência ou conta do recebedor inválida', isAboutPayee: true },
  AC06: { ends: 'refused', text: 'Conta do recebedor bloqueada', isAboutPayee: true },
  AC07: { ends: 'failed', text: 'Conta do recebedor encerrada', isAboutPayee: true },
  AC14: { ends: 'failed', text: 'Tipo de conta do recebedor incorreto', isAboutPayee: true },
  AG03: { ends: 'failed', text: 'Tipo de transação não aceito pela conta' },
  AG12: { ends: 'failed', text: 'Transferência interna não passa pelo SPI' },
  AG13: { ends: 'failed', text: 'Devolução de devolução não permitida' },
  AM01: { ends: 'failed', text: 'Valor zero' },
  AM02: { ends: 'refused', text: 'Valor acima do limite da conta recebedora' },
  AM04: { ends: 'failed', text: 'Saldo insuficiente' },
  AM09: { ends: 'failed', text: 'Devolução maior que o pagamento original' },
  AM23: { ends: 'refused', text: 'Limite de liquidação excedido' },
  BE01: { ends: 'failed', text: 'Documento não corresponde ao titular da conta', isAboutPayee: true },
  BE17: { ends: 'failed', text: 'QR Code rejeitado pelo recebedor' },
  CH11: { ends: 'failed', text: 'CPF/CNPJ do recebedor incorreto', isAboutPayee: true },
  CH16: { ends: 'failed', text: 'Conteúdo da ordem inválido' },
  DS04: { ends: 'refused', text: 'Ordem rejeitada pelo participante recebedor' },
  DS27: { ends: 'failed', text: 'Participante não ativo no SPI' },
  DT05: { ends: 'failed', text: 'Prazo de devolução expirado' },
  DUPL: { ends: 'failed', text: 'Pagamento em duplicidade' },
  ED05: { ends: 'failed', text: 'Falha na liquidação' },
  FF08: { ends: 'failed', text: 'Identificador fim a fim inválido' },
  FRAD: { ends: 'refused', text: 'Suspeita de fraude' },
  RC09: { ends: 'failed', text: 'ISPB do pagador inválido' },
  RC10: { ends: 'failed', text: 'ISPB do recebedor inválido' },
  RR04: { ends: 'refused', text: 'Restrição regulatória' },
  SL02: { ends: 'failed', text: 'Serviço incompatível com a devolução' },
} as const satisfies Record<string, RejectCode>;

export type RejectName = keyof typeof rejectCodes;

/** Returns a reason code, or undefined if it is not in the table. */
export function rejectCode(code: string): RejectCode | undefined {
  return Object.hasOwn(rejectCodes, code) ? rejectCodes[code as RejectName] : undefined;
}

export const isAboutPayee = (code: string): boolean => rejectCode(code)?.isAboutPayee === true;

/** Returns the text that a caller reads in erro_descriptor: "AM04 - Saldo insuficiente". */
export function describeReject(code: string): string {
  const known = rejectCode(code);
  return known ? `${code} - ${known.text}` : code;
}
