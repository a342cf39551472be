const MIN_TIME = Date.UTC(1990, 0, 1);
const MAX_TIME = Date.UTC(2200, 0, 1);

/** Milliseconds of a span's time: ISO text, or an epoch number in s, ms, µs or ns, told apart by its digits. */
export function spanTime(text: string | null): number | null {
  if (text === null || text === '') return null;
  if (!/^\d+(\.\d+)?$/.test(text)) return inRange(isoTime(text));
  const whole = text.split('.')[0] ?? '';
  if (whole.length >= 18) return inRange(Math.round(Number(whole) / 1e6));
  if (whole.length >= 15) return inRange(Math.round(Number(text) / 1e3));
  return inRange(Math.round(whole.length >= 12 ? Number(text) : Number(text) * 1e3));
}

/** Zoneless times are UTC; more than three digits of a second are dropped, as `Date` holds no more. */
function isoTime(text: string): number {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN;
  const plain = text.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1');
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(plain) || !plain.includes('T') ? plain : `${plain}Z`);
}

function inRange(ms: number): number | null {
  return ms >= MIN_TIME && ms < MAX_TIME ? ms : null;
}

/**
 * A trace or span id in one spelling: hex in lower case without `0x`, whatever it came in. Base64 of 16 or 8 bytes
 * (Tempo, browser SDKs) becomes hex; big integers and names of other makers stay as they are. Null for "none".
 */
export function spanId(text: string | null): string | null {
  if (text === null || /^(0x)?0*$/.test(text)) return null;
  const bare = text.replace(/^0x/, '');
  if (/^[0-9a-fA-F-]+$/.test(bare)) return bare.toLowerCase();
  if (/^[A-Za-z0-9+/_-]{22}(==)?$|^[A-Za-z0-9+/_-]{11}=$/.test(bare))
    return Buffer.from(bare, 'base64').toString('hex');
  return bare;
}
