import { expect, test } from 'vitest';
import { counted, growing } from '../../../bench/soak/engine-files.ts';
import { readService } from '../../../local/read-service.ts';

type Table = { TableName: string; GlobalSecondaryIndexes?: { IndexName: string }[] };

test('every table and index that the soak test counts exists in the service', () => {
  const tables = Object.values(readService().resources.Resources).filter(
    ({ Type }) => Type === 'AWS::DynamoDB::Table',
  );
  const names = tables.flatMap(({ Properties }) => {
    const { TableName, GlobalSecondaryIndexes = [] } = Properties as Table;
    const table = TableName.replace('pix-cashout-local-', '');
    return [table, ...GlobalSecondaryIndexes.map(({ IndexName }) => `${table}::gsi::${IndexName}`)];
  });

  expect([...counted, ...growing].filter((name) => !names.includes(name))).toEqual([]);
});
