import { CopyText } from '@/components/copy-line';
import { Panel } from '@/components/states';
import classes from './sources.module.css';

const WAYS = [
  ['Read and follow the agent logs of this machine', 'capwatch start --found'],
  ['Follow a folder: what is there and what is written later', 'capwatch start --watch ~/.claude/projects'],
  ['Read files or folders once', 'capwatch ingest ./logs'],
  ['Read and keep following', 'capwatch ingest --follow ./logs/agent.ndjson'],
  ['Read what another program writes', 'your-agent | capwatch ingest -'],
  [
    'Say who is behind the account ids (CSV or JSON: id, name, revenue, currency, segment)',
    'capwatch ingest ./logs --accounts accounts.csv',
  ],
] as const;

/** How to add a source, one line to copy each. */
export function AddSource() {
  return (
    <Panel
      title="Add a source"
      note="logs of some thirty agents, tools and tracers; the format is recognised by content, and reading a file twice changes nothing"
    >
      <ul className={classes.ways}>
        {WAYS.map(([what, line]) => (
          <li key={line}>
            <span>{what}</span>
            <span className={classes.command}>
              <code>{line}</code>
              <CopyText text={line} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
