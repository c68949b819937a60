// Contains the texts about batches on the page of waiting payments.

const pt = {
  batchesToo: 'Ver os lotes que aguardam aprovação',
  batchesWaiting: (count: number, isWhole: boolean) =>
    count === 0
      ? 'Nenhum lote aguarda sua aprovação'
      : `${isWhole ? '' : 'Pelo menos '}${count} ${count === 1 ? 'lote aguarda' : 'lotes aguardam'} sua aprovação`,
};

const en: typeof pt = {
  batchesToo: 'See the batches that await approval',
  batchesWaiting: (count, isWhole) =>
    count === 0
      ? 'No batch awaits your approval'
      : `${isWhole ? '' : 'At least '}${count} ${count === 1 ? 'batch awaits' : 'batches await'} your approval`,
};

export const waitingWords = { pt, en };
