// Contains the texts about batches on the page of waiting payments.

const pt = {
  batchesToo: 'Lotes que aguardam aprovação ficam em outra página',
  batchesWaiting: (count: number, isWhole: boolean) =>
    count === 0
      ? 'Nenhum lote aguarda sua aprovação'
      : `${isWhole ? '' : 'Pelo menos '}${count} ${count === 1 ? 'lote aguarda' : 'lotes aguardam'} sua aprovação`,
};

const en: typeof pt = {
  batchesToo: 'Batches that wait are on a page of their own',
  batchesWaiting: (count, isWhole) =>
    count === 0
      ? 'No batch waits for your approval'
      : `${isWhole ? '' : 'At least '}${count} ${count === 1 ? 'batch waits' : 'batches wait'} for your approval`,
};

export const waitingWords = { pt, en };
