// Contains the texts of charts.

const pt = {
  charts: 'Gráficos',
  chartsOf: 'Gráficos da conta',
  numbers: 'Ver números',
  monthTitle: 'Saldo no fim de cada dia',
  monthSaid: (month: string, said: string) => `${month}: saldo contábil no fim de cada dia. ${said}`,
  lowest: 'Menor:',
  highest: 'Maior:',
  lastOne: 'Último:',
  monthBefore: 'Mês anterior',
  monthAfter: 'Mês seguinte',
  balanceAtEnd: 'Saldo no fim do dia',
  atFirst: 'Saldo inicial',
  latestOf: (count: number, hasOlder: boolean) =>
    count === 1
      ? 'Só há um pagamento nesta conta.'
      : `Os ${hasOlder ? `últimos ${count}` : count} pagamentos criados nesta conta${hasOlder ? '. Os mais antigos ficam de fora' : ''}.`,
  noPayments: 'Esta conta ainda não tem pagamentos.',
  timesTitle: 'Tempo da aprovação ao fim',
  timesSaid: (ended: number, median: string, open: number) =>
    `${ended === 1 ? '1 pagamento terminou' : `${ended} pagamentos terminaram`}, metade em até ${median}. Em processamento: ${open}. Pagamentos agendados contam a partir da data agendada.`,
  noTimes: 'Nenhum destes pagamentos terminou após a aprovação.',
  upTo: (end: string) => `Até ${end}`,
  between: (start: string, end: string) => `De ${start} a ${end}`,
  over: (start: string) => `Mais de ${start}`,
  duration: 'Tempo',
  count: 'Pagamentos',
  reasonsTitle: 'Motivos das falhas',
  reasonsSaid: (failed: number, all: number) => `${failed} de ${all} pagamentos terminaram sem ser pagos.`,
  noReasons: 'Nenhum destes pagamentos falhou ou foi cancelado.',
  rejectedByPerson: 'Rejeitado por uma pessoa',
  noReason: 'Sem motivo informado',
  otherReasons: 'Outros motivos',
};

const en: typeof pt = {
  charts: 'Charts',
  chartsOf: 'Charts of account',
  numbers: 'Show numbers',
  monthTitle: 'Balance at the end of each day',
  monthSaid: (month, said) => `${month}: posted balance at the end of each day. ${said}`,
  lowest: 'Lowest:',
  highest: 'Highest:',
  lastOne: 'Last:',
  monthBefore: 'Previous month',
  monthAfter: 'Next month',
  balanceAtEnd: 'Balance at the end of the day',
  atFirst: 'Opening balance',
  latestOf: (count, hasOlder) =>
    count === 1
      ? 'This account has only one payment.'
      : `The ${hasOlder ? `latest ${count}` : count} payments created in this account${hasOlder ? '. Older ones are left out' : ''}.`,
  noPayments: 'This account has no payments yet.',
  timesTitle: 'Time from approval to the end',
  timesSaid: (ended, median, open) =>
    `${ended === 1 ? '1 payment has' : `${ended} payments have`} ended, half of them within ${median}. Processing: ${open}. Scheduled payments count from their scheduled date.`,
  noTimes: 'None of these payments has ended after approval.',
  upTo: (end) => `Up to ${end}`,
  between: (start, end) => `${start} to ${end}`,
  over: (start) => `More than ${start}`,
  duration: 'Time',
  count: 'Payments',
  reasonsTitle: 'Why payments failed',
  reasonsSaid: (failed, all) => `${failed} of ${all} payments have ended unpaid.`,
  noReasons: 'None of these payments has failed or was cancelled.',
  rejectedByPerson: 'Rejected by a person',
  noReason: 'No reason given',
  otherReasons: 'Other reasons',
};

export const chartWords = { pt, en };
