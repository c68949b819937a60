// Operators who have signed in to the desk, and the forms that they send, propose and confirm.

import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { accountIdOf } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { useConsole } from './visitor.ts';

export function useOperators() {
  const its = useConsole();
  /** The company that operates the service. */
  let house: Caller | undefined;

  /** Signs an operator in. @param person the id at the provider. @param given the operator's company */
  async function openOperator(name: string, person = its.newPerson(), given?: Caller) {
    house ??= await its.newCompany({ accounts: 1 });
    const opened = (await its.used.stack.invoke('administer', {
      action: 'client open',
      by: 'test',
      company: (given ?? house).tenant.company_id,
      audience: 'desk',
      subject: person,
      name,
    })) as Record<string, string>;
    const browser = its.newVisitor();
    await browser.signIn(person);
    /** Returns a one-time code of a new time step, because each step's code is accepted once. */
    const code = () => {
      its.wait(0.5);
      const epoch = Math.floor(its.clock.now.getTime() / 1_000);
      return generateSync({ secret: String(opened.mfa_secret), epoch });
    };
    const send = (path: string, form: Record<string, string> = {}) =>
      browser.send(`/desk${path}`, Object.entries(form));
    return {
      name,
      opened,
      browser,
      code,
      send,
      visit: (path: string) => browser.visit(`/desk${path}`, {}, 0),
    };
  }
  type Operator = Awaited<ReturnType<typeof openOperator>>;

  /** Proposes a change. @returns the path of the proposal */
  async function propose(by: Operator, form: Record<string, string>): Promise<string> {
    const { status, headers } = await by.send('/propose', form);
    expect(status).toBe(303);
    return String(headers.location).replace('/desk', '');
  }
  /** Opens the confirmation page. @returns its form with a code; without a step if there is nothing to confirm */
  async function beginConfirm(by: Operator, path: string) {
    const page = await by.send(`${path}/confirm`);
    const [, step = ''] = /name="step" value="([0-9a-f]+)"/.exec(page.text) ?? [];
    return { step, code: by.code() };
  }
  const confirm = async (by: Operator, path: string) => by.send('/decide', await beginConfirm(by, path));

  /** Returns the form that proposes a daily limit of 500 reais for the company's account. */
  const limitForm = ({ tenant }: Caller) => ({
    action: 'rule limit',
    account: accountIdOf(tenant),
    limit: 'per_day',
    amount: '500.00',
  });
  const limitOf = async (company: Caller) =>
    (await company.get(`/v3/accounts/${accountIdOf(company.tenant)}/rules`)).body.limits.per_day.amount;

  return { its, openOperator, propose, beginConfirm, confirm, limitForm, limitOf };
}
