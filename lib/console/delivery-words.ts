// Contains the texts of the page of one delivery, and of the pages that send many deliveries again.

const deliveries = (count: number, isCounted = true) =>
  `${isCounted ? '' : 'mais de '}${count} ${count === 1 ? 'entrega' : 'entregas'}`;

const pt = {
  delivery: 'Entrega',
  deliveryBody: 'O que é enviado',
  deliveryBodyNote: 'Cada tentativa envia exatamente este texto, assinado.',
  noDeliveryBody: 'O evento não pôde ser lido agora. Tente de novo em um minuto.',
  answers: 'Respostas de quem recebe',
  answersNote: 'De cada resposta fica o código HTTP. O texto dela não é guardado.',
  noAttempts: 'Nenhuma tentativa ainda.',
  toDelivery: 'Ver a entrega',
  sendManyAgain: 'Enviar de novo desde uma data',
  since: 'Desde (data e hora de Brasília)',
  lookAtMany: 'Conferir quais',
  fromThisOn: 'Enviar de novo esta e todas as mais novas',
  sinceUnread: 'Escreva a data e a hora, como 10/06/2031 12:00.',
  againTitle: 'Enviar entregas de novo',
  againPlan: (count: number) => `Serão enviadas de novo agora: ${deliveries(count)}, as mais novas primeiro.`,
  againDone: (count: number) => `Enviadas de novo: ${deliveries(count)}.`,
  againLeft: (count: number, isCounted: boolean) =>
    `Ainda mais antigas desde então: ${deliveries(count, isCounted)}.`,
  againNone: 'Nada a enviar de novo aqui: já estão a entregar, ou não há entregas desde então.',
  againNote: 'No máximo 100 por vez, cada uma uma vez. As que já estão a entregar ficam de fora.',
  againButton: (count: number) => `Enviar de novo ${deliveries(count)}`,
  againNext: 'Conferir as próximas',
};

const many = (count: number, isCounted = true) =>
  `${isCounted ? '' : 'more than '}${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

const en: typeof pt = {
  delivery: 'Delivery',
  deliveryBody: 'What is sent',
  deliveryBodyNote: 'Each attempt sends exactly this text, signed.',
  noDeliveryBody: 'The event could not be read now. Try again in a minute.',
  answers: 'Answers of the receiver',
  answersNote: 'Of each answer the HTTP status is kept. Its text is not.',
  noAttempts: 'No attempt yet.',
  toDelivery: 'See the delivery',
  sendManyAgain: 'Send again since a date',
  since: 'Since (date and time of Brasília)',
  lookAtMany: 'Check which',
  fromThisOn: 'Send this one and all newer ones again',
  sinceUnread: 'Write the date and the time, such as 2031-06-10T12:00.',
  againTitle: 'Send deliveries again',
  againPlan: (count) => `To be sent again now: ${many(count)}, the newest first.`,
  againDone: (count) => `Sent again: ${many(count)}.`,
  againLeft: (count, isCounted) => `Still older ones since then: ${many(count, isCounted)}.`,
  againNone: 'Nothing to send again here: they are to be delivered already, or there are none since then.',
  againNote: 'At most 100 at a time, each once. Those that are to be delivered already are left out.',
  againButton: (count) => `Send ${many(count)} again`,
  againNext: 'Check the next ones',
};

export const deliveryWords = { pt, en };
