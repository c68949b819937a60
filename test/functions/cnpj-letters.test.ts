import { describe, expect, test } from 'vitest';
import { bankDetails } from '../support/bank-details.ts';
import { useStack } from '../support/use-stack.ts';

const withLetters = useStack({ settings: { CNPJ_LETTERS: 'true' } });
const digitsOnly = useStack({});

/** The example of the Receita Federal, and the same number with a wrong check digit. */
const [cnpj, wrong] = ['12ABC34501DE35', '12ABC34501DE36'];
const bankOf = (legalId: string) => ({ ...bankDetails, recipient_legal_id: legalId });

describe('a CNPJ with letters', () => {
  test('a CNPJ with letters is accepted as a key and as a legal id in a stage that allows letters', async () => {
    const caller = await withLetters.newCaller();
    const send = (path: string, more: object) =>
      caller.post(`/create-cashout${path}`, { ...caller.source, amount: 1, ...more });

    expect(await send('', { key: cnpj })).toMatchObject({ status: 200, body: { key: cnpj } });
    expect(await send('', { key: wrong })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Pix Key' },
    });
    expect(await send('-manual', bankOf(cnpj))).toMatchObject({
      status: 200,
      body: { recipient_legal_id: cnpj },
    });
    expect(await send('-manual', bankOf(wrong))).toMatchObject({
      status: 422,
      body: {
        errors: [{ field: 'recipient_legal_id', message: 'must be a CPF or CNPJ, without punctuation' }],
      },
    });
    expect((await send('-manual', bankOf(cnpj.toLowerCase()))).status).toBe(422);
  });

  test('a payee whose CNPJ has letters is paid, and the CNPJ is shown unmasked because it is public', async () => {
    const caller = await withLetters.newCaller();
    const body = { ...caller.source, amount: 1, key: cnpj };

    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;

    const message = { messageId: '1', body: JSON.stringify({ version: 1, ids: [id] }) };
    await withLetters.stack.invoke('completeTransfer', { Records: [message] });

    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'SUCCESS',
      recipient_legal_id: cnpj,
    });
  });

  test('a CNPJ with letters is refused in a stage that does not allow letters', async () => {
    const caller = await digitsOnly.newCaller();
    const send = (path: string, more: object) =>
      caller.post(`/create-cashout${path}`, { ...caller.source, amount: 1, ...more });

    expect(await send('', { key: cnpj })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Pix Key' },
    });
    expect(await send('-manual', bankOf(cnpj))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'recipient_legal_id', message: 'must be a CPF or CNPJ, digits only' }] },
    });
  });
});
