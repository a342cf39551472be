import { isJaegerTrace } from '../spans/containers/jaeger';
import { spanLog } from './span-log';

/** Traces as the Jaeger UI and API write them. */
export const jaeger = spanLog({
  id: 'jaeger',
  name: 'Jaeger trace JSON',
  reads: 'the “JSON” download of a trace in the Jaeger UI, and `/api/traces`',
  loses: 'what Jaeger’s tag length limit cut off; it leaves no sign',
  certainty: (first) => (isJaegerTrace(first) ? 0.9 : 0),
});
