/** Those who count files: the blog's morning job, and an assistant for the documentation. */

import { DAY, officeTime } from '../calendar';
import { type Journal, Session } from '../journal';
import type { Random } from '../random';
import { type FileArgs, type FilesServed, searchFiles } from '../tools/search-files';
import type { World } from '../world';
import { BLOG, SERIES } from '../world/files';
import { CRON, LIBRARIAN } from './people';

const NAMES: FileArgs = { pattern: '*.md', target: 'files', path: BLOG };
const posts = (series: string): FileArgs => ({
  pattern: `series:${series}`,
  target: 'content',
  path: BLOG,
  output_mode: 'files_only',
});

const PLACES = [
  [BLOG, '*.md'],
  ['content/pages', '*.md'],
  ['src', '*.tsx'],
  ['scripts', '*.sh'],
  ['', '*.md'],
] as const;

interface Asked {
  question: string;
  /** Makes the calls and words the answer. */
  find: (session: Session) => string;
}

export class Librarian {
  private sessions = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  /** 05:00 on weekdays: an unattended job looks at the catalog before it writes. */
  morning(journal: Journal, day: number, measured: boolean): void {
    const session = this.open(journal, day * DAY + 5 * 3_600_000 + this.random.int(240_000), true);
    if (measured) this.measure(session);
    else if (this.random.chance(0.3)) {
      const { total } = this.search(session, { ...NAMES, limit: 2_000 });
      session.answer('How many posts does the blog have?', `The catalog holds ${total} posts.`);
    } else {
      const { total } = this.search(session, NAMES);
      session.answer('How many posts does the blog have?', `The catalog holds ${total} files.`);
    }
  }

  /** The morning on which the job asked the same two questions with every limit. */
  private measure(session: Session): void {
    const files = this.search(session, NAMES);
    session.answer('How many posts are in the catalog?', `${files.total} files.`);
    this.search(session, { ...NAMES, limit: 200 });
    const all = this.search(session, { ...NAMES, limit: 2_000 });
    session.answer('And with a larger limit?', `${all.total} posts; the earlier number was the page.`);
    const liam = posts('liam');
    const page = this.search(session, { ...liam, limit: 50 });
    session.answer('How many Liam posts are there?', `${page.total} Liam posts.`);
    this.search(session, { ...liam, limit: 109 });
    const set = this.search(session, { ...liam, limit: 500 });
    session.answer('Is that all of them?', `No: ${set.total} posts are in the series.`);
    const matches = this.search(session, { ...liam, output_mode: 'count', limit: 500 });
    session.answer('Count them.', `${matches.total} Liam posts.`);
  }

  work(journal: Journal, day: number): void {
    const session = this.open(journal, officeTime(day, this.random), false);
    const draw = this.random.next();
    const asked = draw < 0.45 ? this.series() : draw < 0.7 ? this.names() : this.mentions();
    session.answer(asked.question, asked.find(session));
  }

  private open(journal: Journal, ts: number, cron: boolean): Session {
    this.sessions += 1;
    const id = `l${String(this.sessions).padStart(4, '0')}`;
    return new Session(journal, id, ts, null, cron ? CRON : LIBRARIAN, this.random);
  }

  private search(session: Session, args: FileArgs): FilesServed {
    const served = searchFiles(this.world.files, args);
    session.call('search_files', JSON.stringify(args), served);
    return served;
  }

  private series(): Asked {
    const named = SERIES.flatMap(([series]) => (series === null ? [] : [series]));
    const series = this.random.pick(this.random.chance(0.6) ? named.slice(0, 5) : named);
    return {
      question: `How many posts are in the series ${series}?`,
      find: (session) => this.countSeries(session, series),
    };
  }

  private countSeries(session: Session, series: string): string {
    const page = this.search(session, posts(series));
    if (page.returned < 50) return `The series ${series} has ${page.total} posts.`;
    if (this.random.chance(0.5)) return `There are ${page.total} posts in ${series}.`;
    if (this.random.chance(0.4)) return `At least ${page.total}; the search stops at fifty.`;
    return `${series} has ${this.search(session, { ...posts(series), limit: 500 }).total} posts.`;
  }

  private names(): Asked {
    const [path, pattern] = this.random.pick(PLACES);
    const args: FileArgs = { pattern, target: 'files', ...(path === '' ? {} : { path }) };
    const where = path === '' ? '' : ` under ${path}`;
    return {
      question: `How many ${pattern} files are there${where}?`,
      find: (session) => this.countNames(session, args),
    };
  }

  private countNames(session: Session, args: FileArgs): string {
    let page = this.search(session, args);
    if (!page.truncated) return `There are ${page.total} files.`;
    if (this.random.chance(0.45)) return `${page.total} files.`;
    if (this.random.chance(0.3)) return `More than ${page.returned}; the result was truncated.`;
    let seen = page.returned;
    const patience = this.random.chance(0.5) ? 20 : 3;
    for (let step = 1; page.truncated && step < patience; step += 1) {
      page = this.search(session, { ...args, offset: seen });
      seen += page.returned;
    }
    return page.truncated ? `I have listed ${seen} so far, and there are more.` : `There are ${seen} files in all.`;
  }

  private mentions(): Asked {
    const pattern = this.random.pick(['TODO', 'census', 'retry', 'What cursor', 'tidy', 'ledger']);
    return { question: `Where is "${pattern}" mentioned?`, find: (session) => this.countMentions(session, pattern) };
  }

  private countMentions(session: Session, pattern: string): string {
    const mode = this.random.pick(['content', 'content', 'count', 'files_only'] as const);
    const found = this.search(session, { pattern, target: 'content', output_mode: mode });
    if (found.returned === 0) return `Nothing mentions "${pattern}".`;
    if (mode === 'count') return `In ${found.total} files.`;
    return `There are ${found.total} ${mode === 'files_only' ? 'files' : 'matches'} of "${pattern}".`;
  }
}
