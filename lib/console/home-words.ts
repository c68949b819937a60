// Contains the texts of the home.

const pt = {
  home: 'Início',
  greeting: (name: string) => `Olá, ${name}`,
  balances: 'Saldo disponível',
  heldNow: (amount: string) => `Reservado: ${amount}`,
  moreAccounts: 'Ver todas as contas',
  waitingShort: 'Aguardando',
  reviewAll: (count: string, sum: string) => `Revisar ${count}, ${sum}`,
  flows: (days: number) =>
    days === 1 ? 'Entradas e saídas de hoje' : `Entradas e saídas dos últimos ${days} dias`,
  cameIn: 'Entradas',
  wentOut: 'Saídas',
  result: 'Resultado',
  nextDays: 'Próximos dias',
  scheduledCount: (count: number) => `${count} ${count === 1 ? 'agendado' : 'agendados'}`,
  noneScheduled: 'Nada agendado.',
  latest: 'Últimos pagamentos',
  seeAll: 'Ver todos',
  noneYet: 'Nenhum pagamento ainda.',
  upToDate: 'Tudo em dia. Nada aguarda a sua aprovação.',
};

const en: typeof pt = {
  home: 'Home',
  greeting: (name) => `Hello, ${name}`,
  balances: 'Available balance',
  heldNow: (amount) => `Held: ${amount}`,
  moreAccounts: 'See all accounts',
  waitingShort: 'Waiting',
  reviewAll: (count, sum) => `Review ${count}, ${sum}`,
  flows: (days) => (days === 1 ? 'Money in and out today' : `Money in and out over ${days} days`),
  cameIn: 'In',
  wentOut: 'Out',
  result: 'Net',
  nextDays: 'Next days',
  scheduledCount: (count) => `${count} scheduled`,
  noneScheduled: 'Nothing scheduled.',
  latest: 'Latest payments',
  seeAll: 'See all',
  noneYet: 'No payments yet.',
  upToDate: 'All up to date. Nothing awaits your approval.',
};

export const homeWords = { pt, en };
