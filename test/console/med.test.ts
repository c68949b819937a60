// The pages with fraud reports (MED cases) about received payments.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import type { Caller } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { reported } from '../support/med-cases.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();

const openDesk = () => its.openDesk([]);

/** @param at the time of the report (ISO, UTC). @returns the id of the case */
async function report(company: Caller, at: string, details = 'The goods never came'): Promise<string> {
  const { end_to_end_id } = await payQrCode(its.used.stack, company, { amount: 1 });
  const times = { createdAt: at, modifiedAt: at };
  const about = { id: randomUUID(), ...times, amountCents: 100, details };
  await applyNetworkEvent(its.used.stack.deps, reported(end_to_end_id, about));
  const { results } = (await company.get('/v3/meds/')).body;
  return results.find((one: { end_to_end_id: string }) => one.end_to_end_id === end_to_end_id).id;
}

const casesIn = (text: string) => [...text.matchAll(/href="\/console\/med\/([\w-]+)"/g)].map(([, id]) => id);

test('fraud reports are listed by deadline, with the next step, and an overdue report is marked', async () => {
  const { company, browser } = await openDesk();
  expect((await browser.visit('/console/med')).text).toContain('No reports');
  const newer = await report(company, '2031-06-09T12:00:00.000Z');
  const late = await report(company, '2031-06-01T12:00:00.000Z');

  const { text } = await browser.visit('/console/med');
  expect(casesIn(text)).toEqual([late, newer]);
  expect(text).toContain('Send defence');
  expect(text.match(/The deadline has passed/g)).toHaveLength(1);
});

test('the page of a fraud report shows the report with its markup escaped', async () => {
  const { company, browser } = await openDesk();
  const id = await report(company, '2031-06-09T12:00:00.000Z', '<script>alert(1)</script>');
  const { text } = await browser.visit(`/console/med/${id}`);
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).toContain('16 Jun 2031');
});

test('a fraud report of another company answers 404', async () => {
  const { browser } = await openDesk();
  const id = await report(await its.newCompany(), '2031-06-09T12:00:00.000Z');
  expect((await browser.visit(`/console/med/${id}`)).status).toBe(404);
  expect((await browser.visit('/console/med')).text).not.toContain(id);
});

test('a note about a fraud report is shown with its markup escaped, and is kept in the audit', async () => {
  const { company, browser } = await its.openDesk(['CREATE']);
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  const sent = await browser.send(`/console/med/${id}/note`, [['note', ' Folder 12 <b>of May</b> ']]);
  expect([sent.status, sent.headers.location]).toEqual([303, `/console/med/${id}#notes`]);
  const { text } = await browser.visit(`/console/med/${id}`);
  expect(text).toContain('Folder 12 &lt;b&gt;of May&lt;/b&gt;');
  const [entry] = await its.used.stack.deps.audit.list(`med:${id}`, 10);
  expect(entry).toMatchObject({
    action: 'med note',
    state: 'done',
    details: { note: 'Folder 12 <b>of May</b>' },
  });
});

test('a note that is blank, too long or about a report of another company is refused and not kept', async () => {
  const { company, browser } = await its.openDesk(['APPROVE']);
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  const other = await report(await its.newCompany(), '2031-06-09T12:00:00.000Z');
  for (const note of ['', '  ', 'x'.repeat(201), 'two\nlines'])
    expect((await browser.send(`/console/med/${id}/note`, [['note', note]])).text).toContain(
      'Nothing has changed',
    );
  expect((await browser.send(`/console/med/${other}/note`, [['note', 'mine']])).status).toBe(404);
  const noted = await Promise.all([id, other].map((one) => its.used.stack.deps.audit.list(`med:${one}`, 10)));
  expect(noted).toEqual([[], []]);
});

test('a person who may only look cannot note anything about a fraud report', async () => {
  const { company, browser } = await openDesk();
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  expect((await browser.visit(`/console/med/${id}`)).text).not.toContain('/note"');
  const sent = await browser.send(`/console/med/${id}/note`, [['note', 'mine']]);
  expect(sent.text).toContain('may create, approve or refund');
  expect(await its.used.stack.deps.audit.list(`med:${id}`, 10)).toEqual([]);
});

test('the notes about a fraud report have further pages, so that many notes do not hide an earlier one', async () => {
  const { company, browser } = await its.openDesk(['CREATE']);
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  for (let index = 0; index < 51; index++) {
    its.wait(0.001);
    await browser.send(`/console/med/${id}/note`, [
      ['note', index === 0 ? 'Evidence in folder 12' : 'noise'],
    ]);
  }
  const { text } = await browser.visit(`/console/med/${id}`);
  expect(text).not.toContain('folder 12');
  const [, older = ''] = /href="(\/console\/med\/[^"]+until=[^"#]+)#notes"/.exec(text) ?? [];
  expect((await browser.visit(older)).text).toContain('Evidence in folder 12');
});

test('the command line reads the notes about a fraud report, and its company sees that', async () => {
  const { company, browser } = await its.openDesk(['CREATE']);
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  await browser.send(`/console/med/${id}/note`, [['note', 'Evidence in folder 12']]);
  const subject = { kind: 'med', id };
  const asked = { action: 'audit show', by: 'Dora', subject };
  const answer = await its.used.stack.invoke('administer', asked);
  expect(answer).toMatchObject({
    entries: [{ action: 'med note', details: { note: 'Evidence in folder 12' } }],
  });
  expect((await browser.visit('/console/operators')).text).toContain('the audit log');
});

const contest = (text = 'Entregue <b>em 20/11</b>\r\nRecibo 7'): [string, string][] => [
  ['position', 'contest'],
  ['text', text],
  ['sure', 'yes'],
];

test('a person who may refund gives the defence of a fraud report once, and the page shows it with its markup escaped', async () => {
  const { company, browser } = await its.openDesk(['REFUND']);
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  expect((await browser.visit(`/console/med/${id}`)).text).toContain('maxlength="2000"');

  const sent = await browser.send(`/console/med/${id}/defence`, contest());

  expect([sent.status, sent.headers.location]).toEqual([303, `/console/med/${id}#defence`]);
  const { text } = await browser.visit(`/console/med/${id}`);
  expect(text).toContain('Entregue &lt;b&gt;em 20/11&lt;/b&gt;');
  expect(text).toContain('The operations team will deliver it');
  expect(text).not.toContain('/defence"');
  const other = await browser.send(`/console/med/${id}/defence`, contest('Outra'));
  expect(other.text).toContain('already has another defence');
  expect((await company.get(`/v3/meds/${id}`)).body.defence).toMatchObject({
    position: 'contest',
    text: 'Entregue <b>em 20/11</b>\nRecibo 7',
  });
});

test('a defence without a position, a text or a tick, or by somebody who may not refund, is not sent', async () => {
  const { company, browser } = await its.openDesk(['REFUND']);
  const id = await report(company, '2031-06-09T12:00:00.000Z');
  for (const left of ['position', 'text', 'sure'])
    expect(
      (
        await browser.send(
          `/console/med/${id}/defence`,
          contest().filter(([name]) => name !== left),
        )
      ).text,
    ).toContain('Nothing was sent');
  const other = await report(await its.newCompany(), '2031-06-09T12:00:00.000Z');
  expect((await browser.send(`/console/med/${other}/defence`, contest())).status).toBe(404);

  const creator = await its.openDesk(['CREATE']);
  const own = await report(creator.company, '2031-06-09T12:00:00.000Z');
  expect((await creator.browser.visit(`/console/med/${own}`)).text).not.toContain('/defence"');
  const sent = await creator.browser.send(`/console/med/${own}/defence`, contest());
  expect(sent.text).toContain('Only people who may refund');
  expect((await creator.company.get(`/v3/meds/${own}`)).body.defence).toBeNull();
  expect((await company.get(`/v3/meds/${id}`)).body.defence).toBeNull();
});
