import { indent, type TokenKind } from '@/lib/payload/indent';
import { pieces } from '@/lib/payload/visible';
import { numbered } from '../numbered';
import classes from './payload.module.css';
import { Visible } from './visible';

const COLOURS: Record<TokenKind, string | undefined> = {
  key: classes.key,
  string: classes.string,
  number: classes.number,
  word: classes.word,
  text: classes.plain,
  mark: undefined,
};

/** JSON source with its parts coloured; indented unless `flat`. The text itself is never changed. */
export function Source({ text, flat = false }: { text: string; flat?: boolean }) {
  return (
    <>
      {numbered(indent(text, flat)).map(({ key, item: token }) => {
        const colour = COLOURS[token.kind];
        if (colour === undefined) return token.text;
        const plain = pieces(token.text).every((piece) => piece.odd === null);
        return (
          <span key={key} className={colour}>
            {plain ? token.text : <Visible text={token.text} />}
          </span>
        );
      })}
    </>
  );
}
