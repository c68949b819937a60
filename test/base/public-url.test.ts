import { describe, expect, test } from 'vitest';
import { isLoopback, isPublicAddress, readPublicUrl } from '../../lib/base/public-url.ts';
import { forbiddenAddresses, forbiddenUrls } from '../support/forbidden-hosts.ts';

describe('a URL that a caller gives us', () => {
  test.each(forbiddenUrls)('the URL %j is refused with a reason', (url) => {
    expect(readPublicUrl(url, false)).toEqual({ fault: expect.stringMatching(/^must /) });
  });

  test.each([
    'https://receiver.example.com',
    'https://receiver.example.com/hooks?tenant=1#part',
    'https://receiver.example.com:443/hooks',
    'https://receiver.example.com:8443/hooks',
    'https://xn--bcher-kva.example/hooks',
    'HTTPS://Receiver.Example.COM/hooks',
    'https://homepage.example.com/',
    'https://local.example.com/',
  ])('the URL %s is accepted', (url) => {
    expect(readPublicUrl(url, false)).toEqual({ url: new URL(url) });
  });

  test.each(['http://localhost:9000/', 'http://127.0.0.1:9000/', 'http://[::1]:9000/', 'https://a.test:9/'])(
    'the URL %s is accepted if loopback is allowed',
    (url) => {
      expect(readPublicUrl(url, true)).toEqual({ url: new URL(url) });
    },
  );

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
    'http://receiver.example.com/',
    'http://metadata/',
    'http://user@localhost/',
  ])('the URL %s is refused even if loopback is allowed', (url) => {
    expect(readPublicUrl(url, true)).toEqual({ fault: expect.stringMatching(/^must /) });
  });
});

describe('an IP address', () => {
  test.each(forbiddenAddresses)('the address %j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '198.17.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2800:3f0::1',
    '2001:4860:4860::8888',
  ])('the address %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(['127.0.0.1', '127.8.8.8', '::1'])('the address %s is this machine', (address) => {
    expect(isLoopback(address)).toBe(true);
  });

  test.each(['128.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost'])(
    'the address %s is not this machine',
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});
