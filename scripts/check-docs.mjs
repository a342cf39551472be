// Fails when a document cites a path of this repository that does not exist, or an npm script that is not there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));
const scripts = new Set(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts));
const tops = new Set(['app', 'components', 'lib', 'db', 'ingest', 'cli', 'test', 'scripts', 'docs', 'bench', '.ci']);
const problems = [];

for (const file of files) {
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const cited = [
        ...[...line.matchAll(/`([\w.@-]+(?:\/[\w.@[\]-]+)+\/?)`/g)]
          .map((m) => m[1])
          .filter((path) => tops.has(path.split('/')[0])),
        ...[...line.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((m) => join(dirname(file), m[1])),
      ];
      for (const path of cited) {
        if (!existsSync(join(root, path))) problems.push(`${file}:${index + 1} cites ${path}, which does not exist`);
      }
      for (const [, name] of line.matchAll(/npm run (?:-s )?([\w:-]+)/g)) {
        if (!scripts.has(name))
          problems.push(`${file}:${index + 1} cites npm run ${name}, which is not in package.json`);
      }
    });
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
