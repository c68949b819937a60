import { expect, test } from 'vitest';
import { useConsole } from '../console/visitor.ts';
import { until } from '../support/api.ts';

const its = useConsole();

async function openDesk() {
  const desk = await its.openDesk([]);
  return { ...desk, at: `/console/files/${desk.at}` };
}

test('a person requests the statement of a month, and downloads the file once it is made', async () => {
  its.used.stack.startTriggers({ streams: false });
  const { browser, at } = await openDesk();
  const asked = await browser.send(at, [
    ['month', '2031-05'],
    ['format', 'csv'],
  ]);
  expect(asked).toMatchObject({ status: 303, headers: { location: at } });
  const made = await until(
    () => browser.visit(at),
    ({ text }) => text.includes(' kB</td>'),
  );
  const [, file = ''] = new RegExp(`"(${at}/[0-9a-f]{32})"`).exec(made.text) ?? [];
  const { status, headers } = await browser.ask(file);
  expect(status).toBe(303);
  expect(headers.location).toMatch(/statement-\d{4}-\d+-2031-05\.csv/);
});

test('a month that has not begun, or an unknown format, is refused with a message in the form', async () => {
  const { browser, at } = await openDesk();
  for (const [month, format] of [
    ['2031-07', 'csv'],
    ['2031-05', 'pdf'],
    ['', ''],
  ] as const) {
    const answer = await browser.send(at, [
      ['month', month],
      ['format', format],
    ]);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Choose a format and a month that has begun');
  }
});

test('the files of another company give a 404, and a form from another site is refused', async () => {
  const [desk, other] = [await openDesk(), await openDesk()];
  const form = [
    ['month', '2031-05'],
    ['format', 'ofx'],
  ] as const;
  expect((await desk.browser.visit(other.at)).status).toBe(404);
  expect((await desk.browser.send(other.at, form)).status).toBe(404);
  expect((await desk.browser.visit(`${desk.at}/${'0'.repeat(32)}`)).status).toBe(404);
  const foreign = { origin: 'https://evil.example' };
  expect((await desk.browser.send(desk.at, form, foreign)).status).toBe(403);
  expect((await desk.browser.visit(desk.at)).text).not.toContain('<tbody');
});
