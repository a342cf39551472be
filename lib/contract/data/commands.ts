/** Shell commands whose output is a list of lines, that limit one, or that count one. */

import { words } from '../words';

/** Commands that print one row a line. Others print prose: their output is no list. */
export const LISTING = words(
  'ls find fd fdfind grep egrep fgrep rg ag ack cat head tail sed awk gawk sort uniq cut tr column jq yq tree ps df du seq tac nl comm diff locate which wc history env printenv psql sqlite3 mysql duckdb column paste xargs strings zcat rev shuf ripgrep bat tee more less',
);

/** Commands with a subcommand that lists. */
export const LISTING_SUB: Readonly<Record<string, readonly string[]>> = {
  git: words('log ls-files branch tag grep show-ref ls-tree diff stash shortlog reflog blame remote worktree'),
  docker: words('ps images logs ls'),
  kubectl: words('get logs api-resources top'),
  gh: words('issue pr run repo release search api workflow label gist'),
  glab: words('issue mr'),
  aws: words('s3 ec2 logs dynamodb iam rds'),
  npm: words('ls list outdated search'),
  pip: words('list freeze'),
  journalctl: [],
  systemctl: words('list-units status'),
  az: words('vm group'),
  gcloud: words('compute logging'),
};

/** Limits inside a command: option spellings and the default that applies without one. */
export const COMMAND_LIMITS: readonly {
  command: string;
  sub?: readonly string[];
  options: readonly string[];
  default?: number;
  source: string;
}[] = [
  { command: 'head', options: ['-n', '--lines'], default: 10, source: 'POSIX head: the first ten lines' },
  { command: 'tail', options: ['-n', '--lines'], default: 10, source: 'POSIX tail: the last ten lines' },
  {
    command: 'gh',
    sub: ['issue list', 'pr list', 'label list', 'repo list', 'release list', 'gist list', 'search'],
    options: ['-L', '--limit'],
    default: 30,
    source: 'gh manual: --limit 30',
  },
  {
    command: 'gh',
    sub: ['run list', 'workflow list'],
    options: ['-L', '--limit'],
    default: 20,
    source: 'gh manual: run list --limit 20',
  },
  { command: 'glab', options: ['-P', '--per-page'], default: 30, source: 'glab manual: --per-page 30' },
  { command: 'git', sub: ['log', 'shortlog', 'reflog'], options: ['-n', '--max-count'], source: 'git log' },
  { command: 'docker', sub: ['logs'], options: ['-n', '--tail'], source: 'docker logs' },
  { command: 'kubectl', sub: ['logs'], options: ['--tail'], source: 'kubectl logs' },
  {
    command: 'docker',
    sub: ['search'],
    options: ['--limit'],
    default: 25,
    source: 'docker search: --limit, 25 by default',
  },
  { command: 'journalctl', options: ['-n', '--lines'], source: 'journalctl' },
  { command: 'aws', options: ['--max-items', '--limit'], source: 'aws CLI' },
  { command: 'az', options: ['--top', '--max-items'], source: 'az CLI' },
  { command: 'gcloud', options: ['--limit'], source: 'gcloud CLI' },
  { command: 'fd', options: ['--max-results'], source: 'fd' },
  { command: 'locate', options: ['-n', '-l', '--limit'], source: 'locate' },
  { command: 'shuf', options: ['-n', '--head-count'], source: 'shuf' },
];

/** Commands that change nothing about what is printed before them. */
export const SILENT = words(
  '[ test cd export set source mkdir touch true : unset alias pushd popd sleep rm cp mv chmod',
);

/** Shells that take a script with `-c`. */
export const SHELLS = words('bash sh zsh dash ash ksh');

/** Clients that take SQL as an argument or on their standard input. */
export const SQL_CLIENTS = words(
  'psql mysql mariadb sqlite3 duckdb bq clickhouse-client clickhouse snowsql sqlcmd trino',
);

/**
 * Commands that run another one: which of their options take a value, how many words of their own come before it, whether the rest
 * is a script, and whether it runs many times.
 */
export const WRAPPERS: readonly {
  command: string;
  sub?: string;
  valued: readonly string[];
  operands?: number;
  script?: boolean;
  each?: boolean;
  source: string;
}[] = [
  { command: 'sudo', valued: '-u -g -h -p -C -D -R -T -U'.split(' '), source: 'sudo(8)' },
  { command: 'doas', valued: ['-u', '-C'], source: 'doas(1)' },
  { command: 'env', valued: ['-u', '-C', '-S'], source: 'env(1)' },
  { command: 'nice', valued: ['-n'], source: 'nice(1)' },
  { command: 'ionice', valued: ['-c', '-n'], source: 'ionice(1)' },
  { command: 'timeout', valued: ['-s', '-k', '--signal', '--kill-after'], operands: 1, source: 'timeout(1)' },
  { command: 'stdbuf', valued: ['-i', '-o', '-e'], source: 'stdbuf(1)' },
  { command: 'time', valued: ['-f', '-o'], source: 'time(1)' },
  { command: 'nohup', valued: [], source: 'nohup(1)' },
  { command: 'command', valued: [], source: 'POSIX command' },
  { command: 'builtin', valued: [], source: 'bash(1)' },
  { command: 'exec', valued: ['-a'], source: 'POSIX exec' },
  {
    command: 'xargs',
    valued: '-n -I -P -L -d -s -a -E --max-args --max-procs'.split(' '),
    each: true,
    source: 'xargs(1)',
  },
  { command: 'eval', valued: [], script: true, source: 'POSIX eval' },
  {
    command: 'ssh',
    valued: '-p -i -l -o -F -J -L -R -D -b -c -E -e -I -m -O -Q -S -W -w'.split(' '),
    operands: 1,
    script: true,
    source: 'ssh(1)',
  },
  {
    command: 'docker',
    sub: 'exec',
    valued: '-u -w -e --user --workdir --env --env-file'.split(' '),
    operands: 1,
    source: 'docker exec',
  },
];

/** What lines of a command are rows of, where its lines do not say so themselves. Source: the manual page of each. */
export const COMMAND_UNITS: Readonly<Record<string, RegExp>> = {
  commit: /\bgit\s+(?:log|rev-list|shortlog)\b/,
};

/** Commands and queries that put their rows in an order. Source: git-log(1) newest first, ls(1) -t and -S, sort(1), SQL. */
export const ORDERED = /\bgit\s+log\b|\bls\s+-\w*[tS]|\bsort\b|order\s+by/i;
