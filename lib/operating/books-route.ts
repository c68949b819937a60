// Defines operators' calls about the comparison with the PSPs' books. Each company with a line in the answer sees the
// call.

import * as z from 'zod';
import { words } from '../base/field-schemas.ts';
import { booksAsked } from '../reconciliation/books-call.ts';
import type { WithBooks } from '../reconciliation/deps.ts';
import { presentDay } from '../reconciliation/present-books.ts';
import type { AdminRoute, Call } from './admin-handler.ts';
import type { Subject } from './audit.ts';
import type { AuditingDeps } from './audit-action.ts';

/** Maximum number of differences that are shown. */
const booksMost = 200;

type Line = { account: string; id: string };

/** Returns the account of each line. A line without one is a payment that may be known by its end-to-end id. */
const subjectsOf = (lines: readonly Line[]): Subject[] =>
  lines.map(({ account, id }) => (account ? { kind: 'account', id: account } : { kind: 'payment', id }));

const subjects = async (): Promise<Subject[]> => [{ kind: 'service', id: 'books' }];

/** Shows a stored day, as it was compared with each PSP. */
export const booksRoute: AdminRoute<
  Call & { action: 'books show'; day: string },
  AuditingDeps & Pick<WithBooks, 'books'>
> = {
  subjects,
  details: ({ day }) => ({ day }),
  calls: {
    async 'books show'({ books }, { day }) {
      const rows = await books.listDay(day);
      const days = await Promise.all(
        rows.map(async (row) =>
          presentDay(row, await books.listDifferences(row, '', booksMost + 1), booksMost),
        ),
      );
      return { answer: { days }, shows: subjectsOf(days.flatMap(({ lines }) => lines)) };
    },
  },
};

/** A comparison that an operator starts (npm run admin -- reconcile psp). */
export const compareCall = booksAsked.extend({ action: z.literal('books compare'), by: words(100) });

type Compared = object & { days?: readonly { lines: readonly Line[] }[] };

/** @param compare compares the books, and returns the answer */
export const compareRoute = (
  compare: (asked: z.output<typeof booksAsked>) => Promise<Compared>,
): AdminRoute<z.output<typeof compareCall>, AuditingDeps> => ({
  subjects,
  details: ({ day, after }) => ({ ...(day ? { day } : {}), ...(after ? { after } : {}) }),
  calls: {
    async 'books compare'(_, { day, after }) {
      const answer = await compare({ day, after });
      return { answer: { ...answer }, shows: subjectsOf(answer.days?.flatMap(({ lines }) => lines) ?? []) };
    },
  },
});
