/** A piece of hostile text: plain, or a character that would hide, reorder or imitate, given by its name. */
export interface Piece {
  text: string;
  /** What the character is, in words; null for plain text. `text` is then a visible stand-in. */
  odd: string | null;
}

/**
 * Control characters, bidirectional marks and overrides, everything that draws nothing (but picks of an emoji's style),
 * line separators, lone surrogates. Line feed and tab stay; so do joiners between letters or pictures, which need them.
 */
const ODD =
  /(?![\n\t\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Variation_Selector}])\p{Join_Control}|\p{Join_Control}(?![\p{L}\p{Extended_Pictographic}])/gu;

const NAMES: Record<number, string> = {
  0: 'null',
  7: 'bell',
  8: 'backspace',
  13: 'carriage return',
  27: 'escape',
  127: 'delete',
  173: 'soft hyphen',
  1564: 'arabic letter mark',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  65279: 'byte order mark',
};

/** Cuts a text into plain pieces and characters that must be shown by name. Linear; equal input, equal output. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(ODD)) {
    if (match[0] === '\r' && text[match.index + 1] === '\n') {
      if (match.index > from) found.push({ text: text.slice(from, match.index), odd: null });
      from = match.index + 1;
      continue;
    }
    if (match.index > from) found.push({ text: text.slice(from, match.index), odd: null });
    const code = match[0].codePointAt(0) ?? 0;
    found.push({ text: standIn(code), odd: describe(code) });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), odd: null });
  return found;
}

/** The same as one string, for places that hold plain text only (titles, document names). */
export function visibleText(text: string): string {
  return pieces(text)
    .map((piece) => piece.text)
    .join('');
}

const SHORT: Record<number, string> = { 0: 'NUL', 7: 'BEL', 8: 'BS', 13: 'CR', 27: 'ESC', 127: 'DEL' };

function standIn(code: number): string {
  return `⟨${SHORT[code] ?? hex(code)}⟩`;
}

function describe(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) return `${hex(code)} half of a surrogate pair`;
  if (code >= 0xe0000) return `${hex(code)} invisible tag`;
  return `${hex(code)} ${NAMES[code] ?? (code < 0xa0 ? 'control character' : 'invisible character')}`;
}

function hex(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
