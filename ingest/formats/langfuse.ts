import { isLangfuseObservation, isLangfuseTrace } from '../spans/containers/langfuse';
import { spanLog } from './span-log';

/** Traces that were downloaded from Langfuse, or observations one a line. */
export const langfuse = spanLog({
  id: 'langfuse',
  name: 'Langfuse trace export',
  reads:
    '“Download trace” of Langfuse (`{trace, observations}`), `/api/public/traces/<id>`, and observations one a line',
  loses: 'call ids where no attribute and no message carries them; inputs that Langfuse shortened in its list views',
  certainty: (first) => {
    if (isLangfuseTrace(first)) return 0.9;
    return isLangfuseObservation(first) ? 0.8 : 0;
  },
});
