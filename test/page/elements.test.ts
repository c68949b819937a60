import { expect, test } from 'vitest';
import { h, joined } from '../../lib/page/elements.ts';

const evil = `"><script>alert('1')</script>&`;
const safe = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;';

test('texts and values of attributes are escaped, and elements inside elements are not', () => {
  expect(String(h.p({ class: evil }, evil, h.b(evil)))).toBe(`<p class="${safe}">${safe}<b>${safe}</b></p>`);
  expect(String(joined(evil, [h.br(), 7]))).toBe(`${safe}<br>7`);
});

test('empty contents and attributes are not drawn, and a true attribute has only its name', () => {
  expect(String(h.p(undefined, null, false, '', []))).toBe('<p></p>');
  expect(String(h.input({ name: undefined, value: '', required: true, hidden: false }))).toBe(
    '<input value="" required>',
  );
});

test('a zero is drawn', () => {
  expect(String(h.td({ class: 'sum', colspan: 0 }, 0))).toBe('<td class="sum" colspan="0">0</td>');
});
