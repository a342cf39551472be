import { pieces } from '@/lib/payload/visible';
import classes from './payload.module.css';

/** Text out of a log: shown as it is, with everything that would hide or reorder it made visible. Never as markup. */
export function Visible({ text }: { text: string }) {
  const parts = pieces(text);
  if (parts.length === 0) return null;
  return (
    <bdi className={classes.visible}>
      {parts.map((part, i) =>
        part.odd === null ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <span key={i} className={classes.odd} title={part.odd}>
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}
