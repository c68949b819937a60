// Names of large PIX participants by ISPB, for recipients given by bank details. Not a register: a participant
// that is missing here has no name in the answer and is paid all the same.

const names: Record<string, string> = {
  '00000000': 'Banco do Brasil',
  '00000208': 'BRB',
  '00360305': 'Caixa Econômica Federal',
  '00416968': 'Banco Inter',
  '01181521': 'Sicredi',
  '02038232': 'Sicoob',
  '08561701': 'PagSeguro Internet IP',
  '09089356': 'Efí IP',
  '10573521': 'Mercado Pago IP',
  '13935893': 'Celcoin IP',
  '16501555': 'Stone IP',
  '18236120': 'Nu Pagamentos',
  '19540550': 'Asaas IP',
  '20018183': 'Stark Bank IP',
  '22896431': 'PicPay IP',
  '30306294': 'BTG Pactual',
  '31872495': 'Banco C6',
  '32402502': 'QI SCD',
  '54811417': 'Woovi IP',
  '58160789': 'Safra',
  '60701190': 'Itaú Unibanco',
  '60746948': 'Bradesco',
  '90400888': 'Santander Brasil',
  '92702067': 'Banrisul',
};

export function institutionName(ispb: string): string | undefined {
  return Object.hasOwn(names, ispb) ? names[ispb] : undefined;
}
