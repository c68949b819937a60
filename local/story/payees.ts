// Lists whom the demo's bakery pays, and who pays it. All names, keys and documents are made up.

import type { ManualRecipient } from '../../lib/cashout/cashout.ts';

/** A payee by PIX key, or by bank details. */
export type Payee = { name: string; key: string; bank?: never } | { name: string; bank: ManualRecipient };

const byKey = (name: string, key: string): Payee => ({ name, key });

export const landlord = byKey('Imobiliária Casa Verde', 'aluguel@casaverde.example');
export const mill = byKey('Moinho Santa Clara Ltda', '47112033000197');
export const dairy = byKey('Laticínios Boa Vista', '30552114000105');
export const yeast = byKey('Fermentos do Sul', 'vendas@fermentosdosul.example');
export const fruit = byKey('Hortifruti Dois Irmãos', '+5511987650123');
export const packaging = byKey('Papel e Cia Embalagens', '61883027000164');
export const energy = byKey('Luz do Vale Energia', '52990441000181');
export const water = byKey('Águas da Serra Saneamento', '73001685000164');
export const internet = byKey('Rede Ponto Net', 'cobranca@pontonet.example');
export const accountant = byKey('Contabilidade Ribeiro', 'financeiro@ribeirocontabil.example');
export const repairs = byKey('Fornos Aurora Manutenção', '28441776000166');
export const coffee = byKey('Torrefação Alto da Mata', '81229053000180');
export const butter = byKey('Manteigaria Serra Azul', 'pedidos@serraazul.example');
export const freight: Payee = {
  name: 'Transportes Lopes ME',
  bank: bankOf('Transportes Lopes ME', '39667018000187', '00000000', '40211'),
};
export const cleaning: Payee = {
  name: 'Limpeza Brilho Novo',
  bank: bankOf('Limpeza Brilho Novo', '90041236000169', '60701190', '77120'),
};

function bankOf(name: string, legalId: string, ispb: string, accountNumber: string): ManualRecipient {
  const place = { branch: '0123', branchDigit: '', accountNumber, accountDigit: '9' };
  return { ...place, accountType: 'CURRENT_ACCOUNT', name, legalId, ispb };
}

/** The people of the payroll, with their monthly pay in reais. */
export const staff: readonly { name: string; key: string; pay: string }[] = [
  { name: 'Aline Barbosa', key: '31844290751', pay: '2480.00' },
  { name: 'Caio Mendonça', key: '27401958341', pay: '2310.50' },
  { name: 'Débora Pires', key: '40291837603', pay: '1985.00' },
  { name: 'Edson Queiroz', key: '35902771498', pay: '2105.75' },
  { name: 'Fernanda Luz', key: '28661390540', pay: '1760.00' },
  { name: 'Gilson Araújo', key: '33190742294', pay: '1912.30' },
  { name: 'Helena Castro', key: '29448103670', pay: '2640.00' },
  { name: 'Ivo Sampaio', key: '41227095805', pay: '1705.00' },
];
/** People whose bank refuses the payment, so that their lines of a batch stay unpaid. */
const refusedStaff = [
  { name: 'Jonas Freitas', key: '37710529470', pay: '1450.00', fate: 'ac07' },
  { name: 'Lúcia Moraes', key: '30551846704', pay: '1380.00', fate: 'ds04' },
] as const;
export const allStaff: typeof staff = [...staff, ...refusedStaff];

const suppliers = [
  ...[landlord, mill, dairy, yeast, fruit, packaging, energy, water, internet, accountant, repairs, coffee],
  butter,
];
const names = new Map(
  [...suppliers, ...allStaff].flatMap((one) => ('key' in one ? [[one.key, one.name] as const] : [])),
);
const fates = new Map<string, string>(refusedStaff.map(({ key, fate }) => [key, fate]));

export const nameOfKey = (key: string): string | undefined => names.get(key);

/** Returns what the network answers to every payment to a key, if that is not the usual settlement. */
export const fateOfKey = (key: string | undefined): string | undefined => fates.get(key ?? '');

export const payers: readonly { name: string; legalId: string }[] = [
  { name: 'Hotel Jardim das Flores', legalId: '18553047000148' },
  { name: 'Cafeteria Ponto Certo', legalId: '26441809000142' },
  { name: 'Escola Pequeno Mundo', legalId: '33720158000195' },
  { name: 'Restaurante Sabor da Serra', legalId: '42669013000106' },
  { name: 'Marina Tavares', legalId: '38155024709' },
  { name: 'Mercadinho São João', legalId: '51008274000168' },
  { name: 'Paulo Sérgio Dantas', legalId: '29604371878' },
  { name: 'Buffet Festa Boa', legalId: '59337412000164' },
];
