// Declares operators' calls about accounts: their payees, their PIX keys and the synthetic payment.

import * as z from 'zod';
import { addPixKey } from '../account/add-pix-key.ts';
import { endPixKey, showPixKey } from '../account/end-pix-key.ts';
import { showAccount } from '../account/show-account.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import { text, words } from '../base/field-schemas.ts';
import { isCnpj, isCpf } from '../base/tax-id.ts';
import { payeeFields, pixKey } from '../rules/schemas.ts';
import { declare } from './call.ts';
import { closeAccount } from './close-account.ts';
import { addPayee, listPayees, removePayee } from './list-payees.ts';
import { openAccount } from './open-account.ts';
import { payeeNamed } from './payee-named.ts';
import { startSynthetic } from './start-synthetic.ts';
import { account, id } from './subject-schema.ts';

const of = { is: account, flag: '<account>' } as const;

const payee = {
  account: of,
  key: { is: payeeFields.key, flag: '--key <key>', means: 'PIX key of the payee' },
  legal_id: {
    is: payeeFields.legal_id,
    flag: '--legal-id <id>',
    means: 'CPF or CNPJ of the payee, without punctuation',
  },
} as const;

type Named = { key?: string | undefined; legal_id?: string | undefined };
/** A payee has one name, because a second name would have no effect. */
const hasOneName = ({ key, legal_id }: Named) => (key === undefined) !== (legal_id === undefined);
const notOneName = { path: ['key'], message: 'must be given, or legal_id, and not both' };

const key = { is: pixKey, flag: '<key>' } as const;

export const accountCalls = [
  declare('account open', {
    what: 'Opens an empty account. If the company is frozen, the account is frozen too.',
    example: '--company 7f1c… --holder "Padaria Tres Irmaos Ltda" --legal-id 11222333000181',
    fields: {
      company: { is: id, flag: '--company <id>', means: 'id of the company that owns the account' },
      holder: { is: words(150), flag: '--holder <name>', means: 'name of the holder, which payees see' },
      legal_id: {
        is: text.refine((given) => isCpf(given) || isCnpj(given), 'must be a CPF or CNPJ, digits only'),
        flag: '--legal-id <id>',
        means: 'CPF or CNPJ of the holder, digits only',
      },
      key: { is: pixKey.optional(), flag: '--key <key>', means: 'a PIX key of the account' },
    },
    async run(deps, { company: companyId, holder: holderName, legal_id: holderLegalId, key: pixKey }) {
      const opened = accountIdOf(await openAccount(deps, { companyId, holderName, holderLegalId, pixKey }));
      return {
        answer: { account: opened, company_id: companyId },
        made: [{ kind: 'account', id: opened }],
      };
    },
  }),
  declare('account show', {
    what: 'Shows the balance, holds, freezes and PIX keys of an account.',
    example: '0001/123456789',
    fields: { account: of },
    run: async (deps, call) => ({ answer: await showAccount(deps, accountOf(call.account)) }),
  }),
  declare('account close', {
    what: 'Closes an account permanently. It must have no holds for transfers.',
    example: '0001/123456789',
    fields: { account: of },
    run: async (deps, call) => ({
      answer: { account: call.account, ...(await closeAccount(deps, accountOf(call.account))) },
    }),
  }),
  declare('payee add', {
    what: 'Puts a payee on the list. The list counts only with: rule payees <account> listed.',
    example: '0001/123456789 --key fulano@example.com',
    fields: payee,
    one: ['key', 'legal_id'],
    refined: (schema) => schema.refine(hasOneName, notOneName),
    change: { on: 'account', pt: 'Incluir favorecido', en: 'Add a payee', replaces: 'nothing' },
    run: async (deps, call) => ({
      answer: await addPayee(deps, accountOf(call.account), payeeNamed(call), call.by),
    }),
  }),
  declare('payee remove', {
    what: 'Takes a payee off the list. Transfers whose money is already held are still paid.',
    example: '0001/123456789 --key fulano@example.com',
    fields: payee,
    one: ['key', 'legal_id'],
    refined: (schema) => schema.refine(hasOneName, notOneName),
    change: { on: 'account', pt: 'Excluir favorecido', en: 'Remove a payee', replaces: 'nothing' },
    run: async (deps, call) => ({
      answer: await removePayee(deps, accountOf(call.account), payeeNamed(call), call.by),
    }),
  }),
  declare('payee list', {
    what: 'Lists the payees.',
    example: '0001/123456789',
    fields: { account: of },
    run: async (deps, call) => ({ answer: await listPayees(deps, accountOf(call.account)) }),
  }),
  declare('key add', {
    what: 'Assigns a PIX key to an account. This does not register the key in the PIX directory.',
    example: 'caixa@padaria.example --account 0001/123456789',
    fields: { key, account: { is: account, flag: '--account <account>', means: 'BRANCH/NUMBER' } },
    run: async (deps, call) => ({ answer: await addPixKey(deps, accountOf(call.account), call.key) }),
  }),
  declare('key show', {
    what: 'Shows the account of a PIX key.',
    example: 'caixa@padaria.example',
    fields: { key },
    run: async (deps, call) => ({ answer: await showPixKey(deps, call.key) }),
  }),
  declare('key end', {
    what: 'Removes a PIX key from its account. You can add the key again.',
    example: 'caixa@padaria.example',
    fields: { key },
    run: async (deps, call) => ({ answer: await endPixKey(deps, call.key) }),
  }),
  declare('synthetic start', {
    what: 'Opens a client for it at an account of the institution’s own. Nobody sees its secrets. A client that it had before is closed.',
    example: '--account 0001/123456789 --key caixa@padaria.example',
    fields: {
      account: { is: account, flag: '--account <account>', means: 'BRANCH/NUMBER of the account that pays' },
      key: {
        is: pixKey,
        flag: '--key <key>',
        means: 'the PIX key to ask about, best at another institution',
      },
      pays: {
        is: z.boolean().default(false),
        flag: '--pays',
        means: 'pay 0.01 to the key at each run (86 reais a month), instead of a preflight',
        tellsDefault: true,
      },
    },
    async run(deps, { account: paying, ...call }) {
      const answer = await startSynthetic(deps, { account: accountOf(paying), ...call });
      return { answer, made: [{ kind: 'client', id: answer.client_id }] };
    },
  }),
] as const;
