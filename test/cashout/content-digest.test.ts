import { expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import type { Cashout, CashoutRequest } from '../../lib/cashout/cashout.ts';
import { contentDigest } from '../../lib/cashout/content-digest.ts';

const digestOf = (request: Partial<CashoutRequest>) =>
  contentDigest({
    id: 42,
    account: { branch: '0001', number: '123' },
    request: { endpoint: 'create-cashout', amountCents: cents(1_050), tag: 'rent', ...request },
  } as Cashout);

const recipient = {
  branch: '0002',
  branchDigit: '',
  accountNumber: '4567',
  accountDigit: '8',
  accountType: 'PAYMENT_ACCOUNT',
  name: 'Fulano de Tal',
  legalId: '52998224725',
  ispb: '60701190',
} as const;
const byKey = { pixKey: 'fulano@example.com' };

// An approver may have seen a digest of an earlier release, so these values must never change.
test.each<[string, Partial<CashoutRequest>, string]>([
  ['by key', byKey, 'fdd5a7219eb987750877cab413a300e4584f351c9db6d7fc4dbd367f065a7887'],
  [
    'by key of an owner',
    { ...byKey, ownerLegalId: '52998224725' },
    'b1f63f25982ff71e7522ffa00893e6c8e6bac3885f6f36115f7ead8554139b5d',
  ],
  ['by bank details', { recipient }, 'b92d8b54fa615df6345653e3f91c4bd0c3f79082242e0ba6bf899505bea7b722'],
  [
    'by code',
    { ...byKey, copyAndPaste: '000201', txid: 'abc' },
    '4b447136548e09c2e07859c96edf880ab4e7a3a310a3c70cf1d538183dd1eb78',
  ],
  [
    'scheduled',
    { ...byKey, scheduledFor: '2027-03-01' },
    '22972dda614925717179d1e613d56f6dc03ee276532d956ba28a835fbedd3517',
  ],
  [
    'with a message',
    { ...byKey, messageToPayee: 'thanks' },
    'b78e2897075c49b8322b8ef8bdb8795e3567818c5daa43caf28bd1caa00a52db',
  ],
  [
    'scheduled, with a message',
    { recipient, scheduledFor: '2027-03-01', messageToPayee: 'thanks' },
    '89db147db60b7322b48e50583df74f4708ddec8c977bc5fb9257078221244c78',
  ],
])('the digest of a cashout %s equals that of the release that stored it', (_, request, digest) => {
  expect(digestOf(request)).toBe(digest);
});

test('the content digest excludes fields that do not change the payment', () => {
  expect(digestOf({ ...byKey, tag: 'other', endpoint: 'create-cashout-self-approve' })).toBe(digestOf(byKey));
});
