import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { capwatch, ensureBuilt, executable, ownFolder, root } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

const COMMANDS = ['start', 'ingest', 'inspect', 'report', 'doctor'];

describe('help', () => {
  test('the program and every command explain themselves with examples, on stdout', async () => {
    const all = await Promise.all(
      [['--help'], ...COMMANDS.map((command) => [command, '--help'])].map((args) => capwatch(args)),
    );
    for (const { code, out, err } of all) {
      expect(code).toBe(0);
      expect(err).toBe('');
      expect(out).toContain('Usage: capwatch');
      expect(out).toContain('Examples:');
    }
    for (const command of COMMANDS) expect(all[0]?.out).toContain(command);
  });

  test('--version is that of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await capwatch(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});

describe('wrong usage is told in a sentence, exit 2', () => {
  test.each([
    [['inspct'], 'Did you mean inspect'],
    [['inspect'], "missing required argument 'path'"],
    [['ingest'], 'say what to read'],
    [['ingest', '--folow', 'x'], 'Did you mean --follow'],
    [['report', '--format', 'xml'], 'Allowed choices are table, json, csv, md'],
    [['report', '--data', 'mine'], 'Allowed choices are sample, own'],
    [['report', '--from', 'yesterday'], 'is not a time'],
    [['report', '--from', '2026-03-02', '--to', '2026-03-01'], '--from must be before --to'],
    [['inspect', '--limit', '-3', 'x'], 'not a whole number'],
    [['start', '--port', '99999'], 'a port is 0 to 65535'],
    [['start', '--port', 'abc'], 'a port is a number'],
    [[], 'Usage: capwatch'],
  ])('%j', async (args, words) => {
    const { code, out, err } = await capwatch(args);
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n\s+at /);
    expect([code, out]).toEqual([2, '']);
  });

  test('a wrong setting in the environment', async () => {
    const { code, err } = await capwatch(['start'], { env: { CAPWATCH_PORT: 'high' } });
    expect(err).toContain('CAPWATCH_PORT in the environment: a port is a number');
    expect(code).toBe(2);
  });
});

describe('what cannot be read or written is told in a sentence, exit 3', () => {
  test('a file that is not there', async () => {
    for (const command of ['inspect', 'ingest']) {
      const { code, err } = await capwatch([command, join(folder, 'nothing.jsonl')], { home: join(folder, 'home') });
      expect(err).toMatch(/^capwatch: cannot read .*nothing\.jsonl: there is no such file or folder\n$/);
      expect(code).toBe(3);
    }
  });

  test('a file that is no log names the known formats', async () => {
    const path = join(folder, 'diary.txt');
    writeFileSync(path, 'dear diary\n');
    for (const command of ['inspect', 'ingest']) {
      const { code, err } = await capwatch([command, path], { home: join(folder, 'home') });
      expect(err).toContain('Claude Code session, MCP JSON-RPC log');
      expect(code).toBe(3);
    }
  });

  test('an empty file, an empty stdin, and a folder without logs', async () => {
    const path = join(folder, 'empty.jsonl');
    writeFileSync(path, '');
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(await capwatch(['inspect', path])).toMatchObject({ code: 3, err: expect.stringContaining('it is empty') });
    expect(await capwatch(['inspect', '-'])).toMatchObject({ code: 3, err: expect.stringContaining('it is empty') });
    expect(await capwatch(['inspect', empty])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no log was found'),
    });
  });

  test('a data folder that cannot be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    const log = join(folder, 'log.ndjson');
    writeFileSync(log, '{"type":"call","tool":"t","result":[]}\n');
    const { code, err } = await capwatch(['ingest', log], { home: join(file, 'home') });
    expect(err).toMatch(/^capwatch: .+\n$/);
    expect(err).not.toMatch(/\n\s+at /);
    expect(code).toBe(3);
  });

  test('a report without data says how to get some', async () => {
    const { code, out, err } = await capwatch(['report'], { home: join(folder, 'no-home') });
    expect(err).toContain('capwatch ingest');
    expect([code, out]).toEqual([3, '']);
  });

  test.skipIf(process.getuid?.() === 0)(
    'a file that may not be read (skipped for root, who may read everything)',
    async () => {
      const path = join(folder, 'secret.jsonl');
      writeFileSync(path, '{"type":"call","tool":"t","result":[]}\n');
      chmodSync(path, 0);
      expect(await capwatch(['inspect', path])).toMatchObject({
        code: 3,
        err: expect.stringContaining('permission denied'),
      });
    },
  );
});

describe('pipes', () => {
  test('a reader that goes away is no error', async () => {
    const path = join(folder, 'many.ndjson');
    writeFileSync(path, '{"type":"call","tool":"t","result":[1,2,3]}\n'.repeat(20_000));
    const child = spawn('sh', ['-c', `"${process.execPath}" "${executable}" inspect --json "${path}" | head -n 2`]);
    let out = '';
    let err = '';
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    await new Promise((done) => child.on('close', done));
    expect(out.split('\n')).toHaveLength(3);
    expect(err).toBe('');
  });

  test('colours only where someone sees them: never in a pipe', async () => {
    const path = join(folder, 'log2.ndjson');
    writeFileSync(path, '{"type":"call","tool":"t","result":[1,2,3]}\n');
    const { out, err } = await capwatch(['inspect', path]);
    expect(out + err).not.toContain('\u001b');
  });
});

describe('start', () => {
  test('a port that is taken: says so and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((up) => server.once('listening', up));
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    const { code, err } = await capwatch(['start', '--no-open', '--port', String(port)], {
      home: join(folder, 'start-home'),
    });
    server.close();
    expect(err).toMatch(new RegExp(`^capwatch: (port ${port} is taken|the dashboard is not built)`));
    expect(code).toBe(3);
  });

  test('a watched path must be a folder', async () => {
    const { code, err } = await capwatch(['start', '--watch', join(folder, 'nowhere')]);
    expect(err).toContain('there is no such file or folder');
    expect(code).toBe(3);
  });
});
