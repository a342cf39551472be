import { Presets, SingleBar } from 'cli-progress';
import { say } from './output';

/** Progress for people: a bar on a terminal, a plain line now and then elsewhere. Always on stderr. */
export interface ProgressDisplay {
  /** `share` is 0 … 1, null where no end is known. */
  update(share: number | null, what: string): void;
  end(): void;
}

const LINE_EVERY = 5_000;

/** `title` says what is being done. */
export function progress(title: string): ProgressDisplay {
  return process.stderr.isTTY ? bar(title) : lines(title);
}

function bar(title: string): ProgressDisplay {
  const shown = new SingleBar(
    {
      format: `${title} {bar} {percentage}% {what}`,
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
      noTTYOutput: false,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update(share, what) {
      if (!started) shown.start(1000, 0, { what });
      started = true;
      shown.update(Math.round((share ?? 0) * 1000), { what });
    },
    end() {
      if (started) shown.stop();
    },
  };
}

function lines(title: string): ProgressDisplay {
  let last = Date.now();
  return {
    update(share, what) {
      if (Date.now() - last < LINE_EVERY) return;
      last = Date.now();
      say(`${title}${share === null ? '' : ` ${Math.floor(share * 100)} %`} ${what}`.trimEnd());
    },
    end() {},
  };
}
