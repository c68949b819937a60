// Draws parts with words that several pages share: approvals, and the fields for a one-time code and a reason.

import { type Html, h, joined } from '../page/elements.ts';
import { timeIn } from '../page/formats.ts';
import { field } from '../page/parts.ts';
import type { View } from './shell.ts';

/** Returns the first characters of a digest, which people compare. */
export const shortDigest = (digest: string): string => digest.slice(0, 16);

/**
 * Draws the approvals.
 * @param given who has approved, and when (ISO, UTC)
 */
export const drawApprovals = (
  { words, language }: View,
  given: readonly { name: string | null; at: string }[],
): Html =>
  given.length === 0
    ? h.p({ class: 'soft' }, words.noApprovals)
    : h.ul(
        given.map(({ name, at }) =>
          h.li(h.bdi(words.approvedBy(name ?? words.unnamed, timeIn(language, at)))),
        ),
      );

/**
 * Draws the field for a one-time code.
 * @param id of the field, unique in the page
 * @param isWrong whether the last code was wrong
 */
export const drawCode = ({ words }: View, id: string, isWrong = false): Html =>
  field({
    id,
    name: 'code',
    label: words.code,
    ...(isWrong ? { wrong: words.wrongCode } : {}),
    more: { inputmode: 'numeric', autocomplete: 'one-time-code', pattern: '[0-9]{6}', maxlength: 6 },
  });

/** Returns the code in the field of `drawCode`, without blanks. */
export const codeIn = (form: URLSearchParams): string => (form.get('code') ?? '').replaceAll(' ', '');

/** Draws the field for the reason of a rejection. */
export const drawReason = ({ words }: View, { text = '', isWrong = false } = {}): Html =>
  field({
    name: 'reason',
    label: words.reason,
    value: text,
    more: { maxlength: 200 },
    ...(isWrong ? { wrong: words.reasonNote } : {}),
  });

/** Draws an id with a button that copies it. The script shows the button. */
export const copied = ({ words }: View, id: string): Html =>
  joined(
    h.span({ class: 'id' }, id),
    h.button(
      { class: 'copy', type: 'button', 'data-copy': id, 'data-copied': words.copied, hidden: true },
      words.copy,
    ),
  );
