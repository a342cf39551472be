import { type Column, DataTable } from '@/components/data-table';
import { Census, KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import type { FormatRow } from '@/db/questions/sources-formats';
import type { Here } from '@/lib/address';
import { bytes, countedSoFar, plural } from '@/lib/format';
import { type SourcesView, sourcesQuery } from './address';

interface FormatsProps {
  formats: FormatRow[];
  here: Here;
  view: SourcesView;
}

const NAMED = 3;

/** What was read, by format: taken, skipped, unreadable, and what the logs do not hold. */
export function Formats({ formats, here, view }: FormatsProps) {
  return (
    <DataTable
      title="By format"
      noun={['format', 'formats']}
      columns={columns(here, view)}
      rows={formats}
      rowKey={(row) => `${row.kind} ${row.format}`}
      shown={{ matched: formats.length, returned: formats.length, order: 'most calls first', next: null }}
      here={here}
      fixed
    />
  );
}

function columns({ view: { data } }: Here, view: SourcesView): Column<FormatRow>[] {
  const number = (key: 'calls' | 'answers' | 'accounts' | 'census' | 'quarantined' | 'duplicates', head: string) => ({
    key,
    head,
    align: 'end' as const,
    cell: (row: FormatRow) => <Census n={row[key]} />,
  });
  return [
    {
      key: 'format',
      head: 'Format',
      cell: (row) => (
        <>
          <Go href={`/sources${sourcesQuery(view, data, { log: row.format ?? '' })}#read`}>
            {row.format ?? 'not recognised'}
          </Go>{' '}
          <span className="dim">{row.kind}</span>
        </>
      ),
    },
    { key: 'sources', head: 'Sources', align: 'end', cell: (row) => <Census n={row.sources} /> },
    number('calls', 'Calls'),
    number('answers', 'Answers'),
    number('accounts', 'Accounts'),
    number('census', 'Census'),
    {
      key: 'skipped',
      head: 'Skipped',
      title: 'Records of types that carry no call, by type',
      align: 'end',
      cell: (row) => (
        <>
          <Census n={row.skipped} />
          <SkippedTypes types={row.skippedTypes} />
        </>
      ),
    },
    number('quarantined', 'Quarantined'),
    number('duplicates', 'Duplicates'),
    { key: 'bytes', head: 'Bytes', align: 'end', cell: (row) => <span className="num">{bytes(row.bytes)}</span> },
    {
      key: 'longest',
      head: 'Longest result',
      title: 'UTF-16 length of the longest stored result',
      align: 'end',
      cell: (row) => (row.longestResult === 0 ? 'none' : <Census n={row.longestResult} />),
    },
    {
      key: 'resultless',
      head: 'Without result',
      title: 'Calls whose result is not in the log: caps cannot be seen in them',
      align: 'end',
      cell: (row) => <KnownNumber known={countedSoFar(row.resultless, !row.resultlessWhole)} />,
    },
    {
      key: 'cut',
      head: 'Looks cut',
      title: 'Sources whose log cuts results at one length',
      align: 'end',
      cell: (row) => (row.cut === 0 ? 'none' : plural(row.cut, 'source')),
    },
  ];
}

/** The most frequent types; the rest stands at each source. */
function SkippedTypes({ types }: { types: FormatRow['skippedTypes'] }) {
  if (types.length === 0) return null;
  const rest = types.length - NAMED;
  return (
    <div className="dim">
      <Visible
        text={types
          .slice(0, NAMED)
          .map(({ type }) => type)
          .join(', ')}
      />
      {rest > 0 ? ` and ${plural(rest, 'type')} more` : ''}
    </div>
  );
}
