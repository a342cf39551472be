/** How agents write amounts and counts. */

const DOLLARS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const money = (cents: number): string => `USD ${DOLLARS.format(cents / 100)}`;

/** `no payments`, `1 payment`, `30 payments`. */
export const countOf = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
