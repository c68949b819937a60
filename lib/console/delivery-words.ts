// Contains the texts of the page of one delivery, and of the pages that send many deliveries again.

const deliveries = (count: number, isCounted = true) =>
  `${isCounted ? '' : 'mais de '}${count} ${count === 1 ? 'entrega' : 'entregas'}`;

const pt = {
  delivery: 'Entrega',
  deliveryBody: 'Conteúdo enviado',
  deliveryBodyNote: 'Cada tentativa envia exatamente este texto, assinado.',
  noDeliveryBody: 'Não foi possível ler o evento agora. Tente de novo em um minuto.',
  answers: 'Respostas recebidas',
  answersNote: 'Só o código HTTP de cada resposta é guardado.',
  noAttempts: 'Nenhuma tentativa ainda.',
  sendManyAgain: 'Reenviar a partir de uma data',
  since: 'A partir de (horário de Brasília)',
  lookAtMany: 'Conferir entregas',
  fromThisOn: 'Reenviar esta e as mais recentes',
  sinceUnread: 'Informe a data e a hora, como 10/06/2031 12:00.',
  againTitle: 'Reenviar entregas',
  againPlan: (count: number) => `A reenviar agora: ${deliveries(count)}, a partir da mais recente.`,
  againDone: (count: number) => `${deliveries(count)} ${count === 1 ? 'reenviada' : 'reenviadas'}.`,
  againLeft: (count: number, isCounted: boolean) => `Restam no período: ${deliveries(count, isCounted)}.`,
  againNone: 'Nada a reenviar: as entregas já estão na fila ou não há nenhuma no período.',
  againNote: 'No máximo 100 por vez. As que já estão na fila ficam de fora.',
  againButton: (count: number) => `Reenviar ${deliveries(count)}`,
  againNext: 'Conferir as próximas',
};

const many = (count: number, isCounted = true) =>
  `${isCounted ? '' : 'more than '}${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

const en: typeof pt = {
  delivery: 'Delivery',
  deliveryBody: 'Content sent',
  deliveryBodyNote: 'Each attempt sends exactly this text, signed.',
  noDeliveryBody: 'The event could not be read now. Try again in a minute.',
  answers: 'Responses received',
  answersNote: 'Only the HTTP status of each response is kept.',
  noAttempts: 'No attempt yet.',
  sendManyAgain: 'Send again from a date',
  since: 'From (Brasília time)',
  lookAtMany: 'Review deliveries',
  fromThisOn: 'Send this and newer ones again',
  sinceUnread: 'Enter the date and time, such as 2031-06-10T12:00.',
  againTitle: 'Send deliveries again',
  againPlan: (count) => `To send again now: ${many(count)}, newest first.`,
  againDone: (count) => `${many(count)} sent again.`,
  againLeft: (count, isCounted) => `Left in the period: ${many(count, isCounted)}.`,
  againNone: 'Nothing to send again: the deliveries are already queued, or there are none in the period.',
  againNote: 'At most 100 at a time. Those already queued are left out.',
  againButton: (count) => `Send ${many(count)} again`,
  againNext: 'Review the next ones',
};

export const deliveryWords = { pt, en };
