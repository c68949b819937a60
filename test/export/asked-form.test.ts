import { expect, test } from 'vitest';
import { askedForm } from '../../lib/export/asked-form.ts';

test.each([
  ['text/csv', 'csv'],
  ['TEXT/CSV; header=present', 'csv'],
  ['application/x-ofx', 'ofx'],
  ['application/xml', 'camt.053'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['application/json;q=0.5, text/csv', 'csv'],
])('the accept header %s selects the file format %s', (accept, form) => {
  expect(askedForm(accept)).toBe(form);
});

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  // HTTP clients of Java and .NET send these by default.
  'application/xml, application/json',
  'application/json, application/xml;q=0.9',
  'application/pdf',
  'text/csv;q=0',
  'text/csv;q=2',
  'text/csv;q=x',
  'constructor',
  ';,;q=1,',
])('the accept header %s selects JSON', (accept) => {
  expect(askedForm(accept)).toBeUndefined();
});
