import { Button } from '@mantine/core';
import { KnownNumber } from '@/components/known';
import { Visible } from '@/components/payload/visible';
import { Panel } from '@/components/states';
import { type FoundLogs, type FoundProgram, sumOfFolders } from '@/db/questions/sources-found';
import { agoText, bytes, countedSoFar } from '@/lib/format';
import { followFound, stopFound } from '../actions';
import classes from './found.module.css';

interface FoundPanelProps {
  found: FoundLogs;
  /** Where the person comes back to. */
  from: 'overview' | 'sources';
  now: number;
}

/** Logs of other programs on this machine: read when someone says so, and followed until someone says otherwise. */
export function FoundPanel({ found, from, now }: FoundPanelProps) {
  const offered = found.programs.filter(({ chosen }) => !chosen);
  return (
    <Panel
      title="Found on this machine"
      note={
        offered.length > 0
          ? 'Only names, sizes and times were looked at. Nothing is read before you say so, and nothing leaves this machine.'
          : 'Read and followed, as you chose.'
      }
    >
      <ul className={classes.list}>
        {found.programs.map((program) => (
          <li key={program.id}>
            <Program program={program} home={found.home} now={now} />
            <Choice program={program} from={from} />
          </li>
        ))}
      </ul>
      {offered.length > 1 ? (
        <form action={followFound} className={classes.all}>
          <input type="hidden" name="from" value={from} />
          {offered.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <Button type="submit">Read and follow all {offered.length}</Button>
        </form>
      ) : null}
    </Panel>
  );
}

function Program({ program, home, now }: { program: FoundProgram; home: string; now: number }) {
  const { files, bytes: size, usedAt, whole } = sumOfFolders(program);
  return (
    <div>
      <b>{program.name}</b>{' '}
      <span className="dim">
        {program.chosen ? 'read and followed · ' : ''}
        <KnownNumber known={countedSoFar(files, !whole)} unit={files === 1 ? 'file' : 'files'} /> ·{' '}
        <KnownNumber known={countedSoFar(size, !whole)} write={bytes} />
        {usedAt === null ? '' : ` · last used ${agoText(usedAt, now)}`}
      </span>
      <p className={classes.paths}>
        {program.folders.length === 0 ? (
          <span className="dim">No log is there now.</span>
        ) : (
          program.folders.map(({ path }) => (
            <code key={path}>
              <Visible text={path.startsWith(home) ? `~${path.slice(home.length)}` : path} />
            </code>
          ))
        )}
      </p>
    </div>
  );
}

function Choice({ program: { id, name, chosen }, from }: { program: FoundProgram; from: string }) {
  return (
    <form key={chosen ? 'stop' : 'follow'} action={chosen ? stopFound : followFound}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value={from} />
      <Button
        type="submit"
        variant="default"
        aria-label={chosen ? `Stop following ${name}` : `Read and follow ${name}`}
      >
        {chosen ? 'Stop following' : 'Read and follow'}
      </Button>
    </form>
  );
}
