import { describe, expect, test } from 'vitest';
import { parsePsps } from '../../lib/platform/psp-list.ts';

describe('the list of PSPs', () => {
  test('a line is an account, in any number of lines', () => {
    expect(
      parsePsps(
        'main efi https://pix.example.com us@example.com\n\n  pay woovi https://api.example.com/x us\n',
      ),
    ).toEqual([
      { name: 'main', psp: 'efi', url: 'https://pix.example.com', key: 'us@example.com', pace: {} },
      { name: 'pay', psp: 'woovi', url: 'https://api.example.com/x', key: 'us', pace: {} },
    ]);
    expect(parsePsps('')).toEqual([]);
  });

  test('a line may limit the requests in a second and at once', () => {
    const line = 'main efi https://pix.example.com us';
    const paceOf = (words: string) => {
      const read = parsePsps(`${line} ${words}`);
      return typeof read === 'string' ? read : read[0]?.pace;
    };
    expect(paceOf('perSecond=10 atOnce=4')).toEqual({ perSecond: 10, atOnce: 4 });
    expect(paceOf('atOnce=1')).toEqual({ atOnce: 1 });
    for (const wrong of ['perSecond=0', 'perSecond=1.5', 'persecond=1', 'atOnce', '10', 'atOnce=1 atOnce=2'])
      expect(paceOf(wrong)).toBe(`after the key may be perSecond=N and atOnce=N: ${line} ${wrong}`);
  });

  test('a slash at the end, the case of the host, the usual port and the case of the key make no other account', () => {
    const [one] = parsePsps('main efi https://pix.example.com us@example.com');
    for (const line of [
      'main efi https://pix.example.com/ us@example.com',
      'main efi https://PIX.Example.com:443 US@example.com',
    ])
      expect(parsePsps(line)).toEqual([one]);
  });

  test.each([
    ['main efi https://pix.example.com', 'a line is: name, PSP, address, our PIX key there'],
    ['Main efi https://pix.example.com us', 'a name has lower-case letters'],
    ['sandbox efi https://pix.example.com us', 'is not sandbox'],
    ['main other https://pix.example.com us', 'the PSPs are efi, woovi, bcb'],
    ['main efi http://pix.example.com us', 'an address begins with https://'],
    ['main efi https://pix.example.com?x us', 'has no query'],
    ['main efi https://a.example us; main bcb https://b.example us', 'two lines have the name main'],
    ['main efi https://a.example us; two bcb https://A.example/ us', 'main and two are the same account'],
  ])('%s is refused', (text, fault) => {
    expect(parsePsps(text)).toEqual(expect.stringContaining(fault));
  });
});
