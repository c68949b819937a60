import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountMaxCents, cents } from '../../lib/base/money.ts';
import { completeCpf } from '../../lib/base/tax-id.ts';
import { crc16, formatBrCode, parseBrCode, readBrCode } from '../../lib/network/br-code.ts';
import { anyCharacter } from '../support/any-character.ts';
import { staticCode, tag } from '../support/br-codes.ts';

const evp = '123e4567-e12b-12d1-a456-426655440000';

test('the CRC of BR codes has its published check value', () => {
  expect(crc16('123456789')).toBe('29B1');
});

describe('a BR code', () => {
  test.each<[string, string, object]>([
    [
      'BCB manual static, EVP v1 key, no amount',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
      { kind: 'static', pixKey: evp },
    ],
    [
      'BCB manual dynamic',
      '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
      { kind: 'dynamic', url: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441' },
    ],
    [
      'BCB manual composite: payment URL + recurrence template 80',
      '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304FB42',
      { kind: 'dynamic', url: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441' },
    ],
    [
      'Manual do BR Code: tag 04, two arrangements, upper-case GUI, amount 123.45, CEP, txid with hyphen',
      '00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-42665544000027300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASILIA61087007490062190515RP12345678-201980390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38',
      { kind: 'static', pixKey: evp, amountCents: 12_345, txid: 'RP12345678-2019' },
    ],
    [
      'static e-mail key, amount 10.00, extra info',
      '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 123520400005303986540510.005802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63040DC6',
      { kind: 'static', pixKey: 'thalesog@me.com', amountCents: 1_000 },
    ],
    [
      'same without amount',
      '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 1235204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***630462CA',
      { kind: 'static', pixKey: 'thalesog@me.com' },
    ],
    [
      'dynamic without tag 01',
      '00020126740014br.gov.bcb.pix2552payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e875204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***630442C5',
      { kind: 'dynamic', url: 'payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e87' },
    ],
    [
      'static + fss 12341234 (Pix Saque), no amount',
      '00020126630014br.gov.bcb.pix0115thalesog@me.com0210Pedido 1230308123412345204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***6304901C',
      { kind: 'static', pixKey: 'thalesog@me.com', isWithdrawal: true },
    ],
    [
      'static + fss 99999008, amount 577.57, txid 25 chars',
      '00020126950014br.gov.bcb.pix01364004901d-bd85-4769-8e52-cb4c42c506dc0221Jornada pagador 431070308999990085204000053039865406577.575802BR5903Pix6008BRASILIA6229052599ed983ea570413d8d336301d630418B7',
      {
        kind: 'static',
        pixKey: '4004901d-bd85-4769-8e52-cb4c42c506dc',
        amountCents: 57_757,
        txid: '99ed983ea570413d8d336301d',
        isWithdrawal: true,
      },
    ],
    [
      'static + recurrence, amount 650.34, txid 80a2d0a923984e8dbb80b4adf',
      '00020126780014br.gov.bcb.pix0136f4c6089a-bfde-4c00-a2d9-9eaa584b02190216CobrancaEstatica5204000053039865406650.345802BR5903Pix6008BRASILIA6229052580a2d0a923984e8dbb80b4adf80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/d7913bcbfc4947c9811669db12b403746304595A',
      {
        kind: 'static',
        pixKey: 'f4c6089a-bfde-4c00-a2d9-9eaa584b0219',
        amountCents: 65_034,
        txid: '80a2d0a923984e8dbb80b4adf',
      },
    ],
    [
      'real-world dynamic (Stone), carries amount 27.00 and txid that must be ignored',
      '00020101021226820014br.gov.bcb.pix2560pix.stone.com.br/pix/v2/234e3f9d-7cb3-4b29-9d46-974796d0bb29520400005303986540527.005802BR5925PERFECT PAY TECNOLOGIA SE6014RIO DE JANEIRO622905255ddb94f8bd33c3bfd1ad38e3b6304AE32',
      { kind: 'dynamic', url: 'pix.stone.com.br/pix/v2/234e3f9d-7cb3-4b29-9d46-974796d0bb29' },
    ],
    [
      'lenient case: city 19 chars, txid with hyphens, amount 10.00',
      '00020126580014br.gov.bcb.pix0136bee05743-4291-4f3c-9259-595df1307ba1520400005303986540510.005802BR5914Alexandre Lima6019Presidente Prudente62180514Um-Id-Qualquer6304D475',
      {
        kind: 'static',
        pixKey: 'bee05743-4291-4f3c-9259-595df1307ba1',
        amountCents: 1_000,
        txid: 'Um-Id-Qualquer',
      },
    ],
    [
      'no additional-data template',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA6304740C',
      { kind: 'static', pixKey: evp },
    ],
    [
      'CPF key 10.00',
      '00020126330014br.gov.bcb.pix011112345678909520400005303986540510.005802BR5913Fulano de Tal6008BRASILIA62070503***630441F0',
      { kind: 'static', pixKey: '12345678909', amountCents: 1_000 },
    ],
    [
      'CNPJ key 123.45 txid',
      '00020126360014br.gov.bcb.pix0114112223330001815204000053039865406123.455802BR5919PADARIA TRES IRMAOS6009SAO PAULO62140510PEDIDO0001630434D3',
      { kind: 'static', pixKey: '11222333000181', amountCents: 12_345, txid: 'PEDIDO0001' },
    ],
    [
      'mobile key 0.01',
      '00020126360014br.gov.bcb.pix0114+551198765432152040000530398654040.015802BR5911MARIA SILVA6008CAMPINAS62070503***6304FFDE',
      { kind: 'static', pixKey: '+5511987654321', amountCents: 1 },
    ],
    [
      'landline key 5.00',
      '00020126350014br.gov.bcb.pix0113+55113000000052040000530398654045.005802BR5909LOJA FIXO6009SAO PAULO62070503***6304272C',
      { kind: 'static', pixKey: '+551130000000', amountCents: 500 },
    ],
    [
      'e-mail, info, no amount',
      '00020126530014br.gov.bcb.pix0118fulano@example.com0209Pedido 425204000053039865802BR5913Fulano de Tal6008BRASILIA62100506ABC123630401ED',
      { kind: 'static', pixKey: 'fulano@example.com', txid: 'ABC123' },
    ],
    [
      'EVP v4, 01=11, 50.50',
      '00020101021126580014br.gov.bcb.pix013671c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d520400005303986540550.505802BR5913FULANO DE TAL6008BRASILIA62070503QR16304E87F',
      { kind: 'static', pixKey: '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d', amountCents: 5_050, txid: 'QR1' },
    ],
    [
      'template 27, not 26',
      '00020127580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63045D43',
      { kind: 'static', pixKey: evp },
    ],
    [
      'alphanumeric CNPJ key',
      '00020126360014br.gov.bcb.pix011412ABC34501DE3552040000530398654041.005802BR5912EMPRESA ALFA6009SAO PAULO62070503***63046357',
      { kind: 'static', pixKey: '12ABC34501DE35', amountCents: 100 },
    ],
  ])('a BR code is read: %s', (_, code, expected) => {
    const read = parseBrCode(code);

    expect(read).toEqual(read?.kind === 'static' ? { isWithdrawal: false, ...expected } : expected);
    expect(parseBrCode(` ${code.slice(0, -4)}${code.slice(-4).toLowerCase()}\n`)).toEqual(read);
  });

  test.each([
    [
      'format 02',
      '00020226580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304BAA3',
    ],
    [
      'tag01=13',
      '00020101021326580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63047DC6',
    ],
    [
      'currency 840',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053038405802BR5913Fulano de Tal6008BRASILIA62070503***63040C88',
    ],
    [
      'country AR',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802AR5913Fulano de Tal6008BRASILIA62070503***6304F417',
    ],
    [
      'no MCC',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630405E3',
    ],
    [
      'no name',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR6008BRASILIA62070503***630452B8',
    ],
    [
      'no city',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal62070503***63047718',
    ],
    [
      'wrong GUI',
      '00020126560012br.com.outro0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63045803',
    ],
    [
      'no key, no URL',
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304A335',
    ],
    [
      'amount 1R3.45',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654061R3.455802BR5913Fulano de Tal6008BRASILIA62070503***63049FEF',
    ],
    ['truncated TLV', '00020126990014br.gov.bcb.pix6304BEFF'],
    ['non-digit len', '000X016304EAB2'],
    [
      'bad CPF key',
      '00020126330014br.gov.bcb.pix01111234567890052040000530398654041.005802BR5912CPF INVALIDO6008BRASILIA62070503***63047938',
    ],
    [
      'amount 0.00',
      '00020126400014br.gov.bcb.pix0118fulano@example.com52040000530398654040.005802BR5910VALOR ZERO6008BRASILIA62070503***630487DE',
    ],
    ['no text', ''],
    ['not a code', 'fulano@example.com'],
    [
      'a code cut off',
      '00020126330014br.gov.bcb.pix011112345678909520400005303986540510.005802BR5913Fulano de Tal6008BRASILIA62070503*',
    ],
  ])('a code with %s is refused', (_, code) => {
    expect(parseBrCode(code)).toBeUndefined();
  });

  test('a code with any one character changed is refused', () => {
    const code =
      '00020126330014br.gov.bcb.pix011112345678909520400005303986540510.005802BR5913Fulano de Tal6008BRASILIA62070503***630441F0';

    for (let at = 0; at < code.length; at++) {
      const other = code[at] === '7' ? '8' : '7';
      expect(parseBrCode(code.slice(0, at) + other + code.slice(at + 1))).toBeUndefined();
    }
  });
});

const withCrc = (body: string) => `${body}6304${crc16(`${body}6304`)}`;
const key = 'fulano@example.com';
const pix = (value: string) => tag('00', 'br.gov.bcb.pix') + tag('01', value);
const around = (templates: string, name = tag('59', 'LOJA'), more = '') =>
  withCrc(
    `000201${templates}520400005303986${tag('54', '5.00')}5802BR${name}${tag('60', 'SAO PAULO')}${more}`,
  );

test.each([
  ['98.', 9_800],
  ['98', 9_800],
  ['98.7', 9_870],
  ['098.00', 9_800],
  ['000000098.73', 9_873],
  ['0.50', 50],
  ['00.50', 50],
  ['0000000000.01', 1],
  ['9999999999.99', 999_999_999_999],
])('the amount %s in a code is %i cents, as EMV allows', (amount, amountCents) => {
  expect(parseBrCode(staticCode(key, amount))).toMatchObject({ amountCents });
});

test.each(['.', '.50', '98.7.', '98,50', '98.123', '00', '0.', '-1', '00000000098.73', ' 98'])(
  'the amount %j in a code is refused',
  (amount) => {
    expect(parseBrCode(staticCode(key, amount))).toBeUndefined();
  },
);

test('a key with an ampersand is read correctly from a code', () => {
  expect(parseBrCode(staticCode('silva&filhos@example.com'))).toMatchObject({
    pixKey: 'silva&filhos@example.com',
  });
});

test.each([
  ['characters', 'LOJA 🍕', '06'],
  ['UTF-16 units', 'LOJA 🍕', '07'],
  ['bytes', 'LOJA 🍕', '09'],
  ['characters', 'AÇAÍ', '04'],
  ['bytes', 'AÇAÍ', '06'],
])('a code whose field lengths are counted in %s is read: %s has the length %s', (_, name, length) => {
  const code = around(tag('26', pix(key)), `59${length}${name}`);

  expect(parseBrCode(code)).toEqual({ kind: 'static', pixKey: key, amountCents: 500, isWithdrawal: false });
});

test('a code whose field lengths split characters or mix two units is refused', () => {
  const mixed = around(tag('26', pix(key)), '5904AÇAÍ', '62100506AÇAÍ');
  for (const code of [mixed, around(tag('26', pix(key)), '5908LOJA 🍕')])
    expect(readBrCode(code)).toEqual({ kind: 'none' });
});

test('a code with one reading by characters and another by bytes is refused with the reason', () => {
  // Counted in characters, the name has nine and the amount is 1.00. Counted in bytes, the name has five characters and the amount is a part of field 80.
  const code = around(tag('26', pix(key)), '5909ééééA800854041.00').replace('54045.00', '');
  const again = withCrc(code.slice(0, -8));

  expect(readBrCode(again)).toEqual({ kind: 'none', why: 'two readings' });
  expect(parseBrCode(again)).toBeUndefined();
});

// Other readers may accept codes that we refuse: another format of the amount, no field 52, a phone number without a plus.
test.each([
  [
    'another amount, in a format that we refuse',
    '00020126400014br.gov.bcb.pix0118fulano@example.com520400008020éééééééééé5406900.008108éééé820954051e1.053039865802BR5901X6001Y62070503***63043436',
  ],
  [
    'no amount',
    '00020126360014br.gov.bcb.pix0114bobby@evil.com520400008022ééééééééééé54079000.008108éééé820854040.0053039865802BR5901X6001Y62070503***6304A878',
  ],
  [
    'another payee, without field 52',
    `0002018096${'é'.repeat(48)}26360014br.gov.bcb.pix0114bobby@evil.com520400008108éééé834026360014br.gov.bcb.pix0114alice@x.com.br53039865802BR5901X6001Y62070503***6304E872`,
  ],
])('a code with %s, if its lengths are counted in characters, is refused with the reason', (_, code) => {
  expect(readBrCode(code)).toEqual({ kind: 'none', why: 'two readings' });
});

test.each([
  ['an extra character', `${pix('alice@example.com')}9`],
  ['a repeated field', `${pix('alice@example.com')}${tag('01', 'bob@example.com')}`],
  ['a name with a blank', tag('00', 'br.gov.bcb.pix ') + tag('01', 'alice@example.com')],
  ['a length in bytes among lengths in characters', `${pix('alice@example.com')}0204olá`],
])('a code with %s in its first PIX template is not paid by its second PIX template', (_, first) => {
  expect(readBrCode(around(tag('26', first) + tag('27', pix(key))))).toEqual({ kind: 'none' });
});

test('a code with two PIX templates is refused with the reason, even if they are identical', () => {
  for (const second of ['other@example.com', key]) {
    const code = around(tag('26', pix(key)) + tag('27', pix(second)));
    expect(readBrCode(code)).toEqual({ kind: 'none', why: 'two templates' });
    expect(parseBrCode(code)).toBeUndefined();
  }
  const other = tag('27', tag('00', 'br.com.outro') + tag('01', key));
  expect(parseBrCode(around(tag('26', pix(key)) + other))).toMatchObject({ pixKey: key });
});

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const pixKey = fc.oneof(
  fc.uuid(),
  digits(9)
    .filter((text) => !/^(\d)\1*$/.test(text))
    .map(completeCpf),
  digits(8).map((text) => `+55119${text}`),
  digits(6).map((text) => `fulano.${text}@example.com`),
);
const charge = fc.record({
  pixKey,
  amountCents: fc.integer({ min: 1, max: amountMaxCents }).map(cents),
  name: fc.string({ unit: anyCharacter, maxLength: 80 }),
  txid: fc.string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 1, maxLength: 25 }),
});

describe('any charge code issued by this institution', () => {
  test('any charge is unchanged when it is read from its code', () => {
    fc.assert(
      fc.property(charge, ({ name, ...rest }) => {
        const code = formatBrCode({ name, ...rest });

        expect(parseBrCode(code)).toEqual({ kind: 'static', isWithdrawal: false, ...rest });
      }),
    );
  });

  // A CRC of 16 bits detects every error of up to 16 bits in a row.
  test('a code in which one character is changed or two neighbours are swapped is refused, or read as the same charge', () => {
    const ascii = fc.integer({ min: 0, max: 0x7f }).map((unit) => String.fromCharCode(unit));
    fc.assert(
      fc.property(charge, fc.nat(), ascii, fc.boolean(), (one, place, other, isExchanged) => {
        const code = formatBrCode(one);
        const at = place % (code.length - 1);
        const wrong = isExchanged ? `${code[at + 1]}${code[at]}` : `${other}${code[at + 1]}`;
        const read = parseBrCode(code.slice(0, at) + wrong + code.slice(at + 2));

        expect([undefined, parseBrCode(code)]).toContainEqual(read);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('any text as a code', () => {
  test('any text as a code is refused without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => {
        expect(parseBrCode(text)).toBeUndefined();
      }),
    );
  });

  test('any text with a valid CRC gives a valid key or an address, or is refused', () => {
    const field = fc
      .tuple(fc.constantFrom('00', '01', '26', '52', '53', '54', '58', '62'), fc.string({ maxLength: 40 }))
      .map(([id, value]) => id + String(value.length).padStart(2, '0') + value);
    const own = charge.map((one) => formatBrCode(one).slice(0, -8));
    fc.assert(
      fc.property(own, fc.nat(), fc.nat(20), fc.oneof(field, fc.string()), (start, place, cut, middle) => {
        const at = place % start.length;
        const body = `${start.slice(0, at)}${middle}${start.slice(at + cut)}6304`;
        const read = parseBrCode(body + crc16(body));

        if (read?.kind !== 'static') return;
        expect(read.pixKey).toMatch(/^[\x21-\x7e]{5,77}$/);
        expect(read.amountCents ?? 1).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});
