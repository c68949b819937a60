import { describe, expect, test } from 'vitest';
import type { CashoutStatus } from '../../lib/cashout/cashout.ts';
import { afterEvents, moveNew, moveTo, standingIn } from '../../lib/cashout/move-to.ts';

const row = { id: 5, account: { branch: '0001', number: '123' } };
const list = (name: string) => expect.stringMatching(new RegExp(`\\b${name}$`));

describe('a status change of a cashout', () => {
  test.each<[CashoutStatus, string | undefined]>([
    ['NEW', 'NEW'],
    ['PROCESSING', undefined],
    ['SUCCESS', undefined],
    ['ERROR', 'ERROR'],
    ['CANCELLED', 'CANCELLED'],
    ['REFUNDED', 'REFUNDED'],
  ])('a change to %s puts the cashout in the list %s', (status, name) => {
    expect(standingIn(status)).toBe(name);
  });

  test('a change to a final status sets the status and the list, and removes the cashout from the index of open work', () => {
    const { set, remove } = moveTo({ ...row, status: 'PROCESSING' }, 'ERROR', 'left');

    expect(set).toEqual({ status: 'ERROR', standing: list('ERROR') });
    expect(remove.toSorted()).toEqual(['dueAt', 'openAccount']);
  });

  test('a change to SUCCESS removes the cashout from every list', () => {
    const { set, remove } = moveTo({ ...row, status: 'PROCESSING' }, 'SUCCESS', 'left');

    expect(set).toEqual({ status: 'SUCCESS' });
    expect(remove.toSorted()).toEqual(['dueAt', 'openAccount']);
  });

  test('a change from NEW to PROCESSING removes the cashout from its list, and adds it to the open work with no resends', () => {
    const { set, remove } = moveTo({ ...row, status: 'NEW' }, 'PROCESSING', 'work');

    expect(set).toEqual({ status: 'PROCESSING', openAccount: expect.any(String), resumes: 0 });
    expect(remove).toEqual(['standing']);
  });

  test('a waiting cashout is in the list of scheduled cashouts if it is approved, and in the list of new cashouts otherwise', () => {
    const approved = { ...row, approvedAt: '2026-11-21T15:04:05.123Z' };

    expect(moveNew(approved, 'waits').set.standing).toEqual(list('SCHEDULED'));
    expect(moveNew(row, 'waits').set.standing).toEqual(list('NEW'));
  });

  test('a cashout is removed from the index of open work with its last event only if its status is final', () => {
    const removed = (status: CashoutStatus) => afterEvents(status).remove.length > 0;

    expect((['NEW', 'PROCESSING'] as const).map(removed)).toEqual([false, false]);
    expect((['SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED'] as const).map(removed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
