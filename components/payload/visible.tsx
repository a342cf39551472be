import { pieces } from '@/lib/payload/visible';
import { numbered } from '../numbered';
import classes from './payload.module.css';

/** Text out of a log: shown as it is, with everything that would hide or reorder it made visible. Never as markup. */
export function Visible({ text }: { text: string }) {
  const parts = pieces(text);
  if (parts.length === 0) return null;
  return (
    <bdi className={classes.visible}>
      {numbered(parts).map(({ key, item: part }) =>
        part.odd === null ? (
          part.text
        ) : (
          <span key={key} className={classes.odd} title={part.odd}>
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}
