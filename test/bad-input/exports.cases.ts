// Bad input to the exports of statements.

import type { Change, Table } from './ask.ts';
import { invalid, notFound, notObject, refused, required } from './refusals.ts';
import type { Scene } from './scene.ts';

const noAccount = refused('Account not found');
const noExport = notFound('Export not found');
const badId = invalid(['id', 'must be the id of an export']);
const unknown = '0123456789abcdef0123456789abcdef';

const pathOf = ({ callers: { owner } }: Scene) => {
  const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
  return `/v3/account-statements/${branch}/${number}/exports`;
};
const field = (name: string, value: unknown): Change => ({ fields: { [name]: value } });
const badMonth = invalid(['month', 'must be a month as YYYY-MM']);
const badFormat = invalid(['format', 'must be csv, ofx or camt.053']);
const badLocale = invalid(['locale', 'must be en or pt-BR']);

export const createExport: Table = {
  route: 'POST /v3/account-statements/{branch}/{number}/exports',
  request: (scene) => ({ path: pathOf(scene), fields: { month: '2026-10', format: 'csv', locale: 'en' } }),
  rows: [
    ['B001', 'a list for a body', { body: '[]' }, notObject],
    ['B097', 'no month', field('month', undefined), required('month')],
    ['B097', 'a day for a month', field('month', '2026-10-01'), badMonth],
    ['B097', 'the month 13', field('month', '2026-13'), badMonth],
    ['B097', 'the month nought', field('month', '2026-00'), badMonth],
    ['B097', 'the year 1900', field('month', '1900-01'), badMonth],
    ['B097', 'a month that has not begun', field('month', '2999-01'), invalid(['month', 'must have begun'])],
    ['B097', 'no format', field('format', undefined), badFormat],
    ['B097', 'a format that is not there', field('format', 'pdf'), badFormat],
    ['B097', 'the name of a property for a format', field('format', 'constructor'), badFormat],
    ['B097', 'a locale that is not there', field('locale', 'pt'), badLocale],
    ['B097', 'null for a locale', field('locale', null), badLocale],
    ['B097', 'an unknown account', { path: '/v3/account-statements/0001/999999999/exports' }, noAccount],
  ],
};

export const getExport: Table = {
  route: 'GET /v3/account-statements/{branch}/{number}/exports/{id}',
  request: (scene) => ({ path: `${pathOf(scene)}/${scene.exported}` }),
  rows: [
    ['B097', 'an export that is not there', (scene) => ({ path: `${pathOf(scene)}/${unknown}` }), noExport],
    ['B097', 'a number for an id', (scene) => ({ path: `${pathOf(scene)}/12` }), badId],
    ['B097', 'an id in capitals', (scene) => ({ path: `${pathOf(scene)}/${unknown.toUpperCase()}` }), badId],
    ['B097', 'a sort key for an id', (scene) => ({ path: `${pathOf(scene)}/SEAT` }), badId],
  ],
};
