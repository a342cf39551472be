import type { IncomingMessage } from 'node:http';
import { Refusal } from './answer';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

/**
 * A page of another site, open in a browser on this machine, must not write into the store: browsers say whose page
 * asks. Where the server listens on this machine only, a name that leads here (DNS rebinding) is no excuse.
 */
export function refuseForeignPages({ headers }: IncomingMessage, listensOn: string): void {
  const { origin } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') throw foreign();
  if (origin === undefined) return;
  const from = URL.parse(origin);
  if (from === null || from.host === '' || from.host !== headers.host?.toLowerCase()) throw foreign();
  if (LOOPBACK.test(listensOn) && !LOOPBACK.test(from.hostname)) throw foreign();
}

function foreign(): Refusal {
  return new Refusal(403, 'a page of another site may not send logs here');
}
