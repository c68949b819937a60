// The certificate that our own address presents to whoever connects.

import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';

const connectMs = 5_000;

/** Nothing is sent or believed, so that the dates of a certificate that has ended can be read too. */
export function readPresented({ hostname: host, port }: URL): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const name = /^[\d.]+$/.test(host) ? {} : { servername: host };
    const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false });
    const late = setTimeout(() => socket.destroy(new Error('our address did not answer')), connectMs);
    socket.once('close', () => clearTimeout(late));
    // With mutual TLS our address refuses a caller without a certificate, after it has presented its own.
    socket.once('error', (error) => {
      const presented = socket.getPeerX509Certificate();
      if (presented) resolve(presented);
      else reject(error);
    });
    socket.once('secureConnect', () => {
      const presented = socket.getPeerX509Certificate();
      if (presented) resolve(presented);
      else reject(new Error('our address presents no certificate'));
      socket.destroy();
    });
  });
}
