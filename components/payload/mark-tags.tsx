import classes from './payload.module.css';
import type { Mark } from './types';

/** What stands here, as small labels beside the value. */
export function MarkTags({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <span className={classes.tags}>
      {marks.map((mark) => (
        <span key={`${mark.label} ${mark.title}`} className={classes.tag} data-tone={mark.tone} title={mark.title}>
          {mark.label}
        </span>
      ))}
    </span>
  );
}
