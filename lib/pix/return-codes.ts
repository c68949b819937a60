// Reasons of the network's payment return message (pacs.004), the only four that it admits.

const texts: Record<string, string> = {
  MD06: 'Devolução solicitada pelo recebedor',
  BE08: 'Falha operacional do participante',
  FR01: 'Fundada suspeita de fraude',
  SL02: 'Estorno de Pix Saque ou Troco',
};

export const returnCodes = ['MD06', 'BE08', 'FR01', 'SL02'] as const;

/** "MD06 - Devolução solicitada pelo recebedor", as a caller reads it in erro_descriptor. */
export function describeReturn(code: string): string {
  return Object.hasOwn(texts, code) ? `${code} - ${texts[code]}` : code;
}
