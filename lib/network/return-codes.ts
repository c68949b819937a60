// Lists the reasons of a return: those of the network's payment return message (pacs.004), and that of a return by MED
// of Pix Automático, which the network makes as a payment (pacs.008).

const texts = {
  MD06: 'Devolução solicitada pelo recebedor',
  BE08: 'Falha operacional do participante',
  FR01: 'Fundada suspeita de fraude',
  SL02: 'Estorno de Pix Saque ou Troco',
  REFU: 'Devolução pelo MED do Pix Automático',
} as const;

export type ReturnCode = keyof typeof texts;
export const returnCodes = ['MD06', 'BE08', 'FR01', 'SL02', 'REFU'] as const satisfies ReturnCode[];

/** Converts the Pix API's reasons for a return (`natureza`) to reasons of a return. */
const natures: Record<string, (typeof returnCodes)[number]> = {
  ORIGINAL: 'MD06',
  RETIRADA: 'SL02',
  MED_OPERACIONAL: 'BE08',
  MED_FRAUDE: 'FR01',
  MED_PIX_AUTOMATICO: 'REFU',
};

/**
 * Returns the reason of a return. It is MD06 (requested by the receiver) if a PSP sends no `natureza` or an unpublished
 * one.
 */
export function returnCodeOf(nature: string | undefined): (typeof returnCodes)[number] {
  return (nature !== undefined && Object.hasOwn(natures, nature) && natures[nature]) || 'MD06';
}

/** Returns the text that a caller reads in erro_descriptor: "MD06 - Devolução solicitada pelo recebedor". */
export function describeReturn(code: string): string {
  return Object.hasOwn(texts, code) ? `${code} - ${texts[code as ReturnCode]}` : code;
}
