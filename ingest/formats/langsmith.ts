import { isRun } from '../spans/containers/langsmith';
import { field } from './fields';
import { spanLog } from './span-log';

/** Runs of LangSmith: a list, a tree (`child_runs`), or one a line. */
export const langsmith = spanLog({
  id: 'langsmith',
  name: 'LangSmith run export',
  reads: 'runs of the LangSmith SDK and API (`list_runs`, `read_run` with children, bulk export as JSON lines)',
  loses: 'inputs and outputs that LangSmith moved to object storage (`inputs_s3_urls`)',
  certainty: (first) => (isRun(first) && (field(first, 'inputs') || field(first, 'start_time')) ? 0.9 : 0),
});
