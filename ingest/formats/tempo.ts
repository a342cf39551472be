import { isTempo } from '../spans/containers/otlp';
import { spanLog } from './span-log';

/** A trace as Grafana Tempo exports it: OTLP-JSON under `batches`, with the older names of its parts. */
export const tempo = spanLog({
  id: 'tempo',
  name: 'Grafana Tempo trace',
  reads: 'the trace JSON of Grafana and of Tempo’s API (`batches`)',
  loses: 'the same as OTLP-JSON: results that no span and no later message holds',
  certainty: (first) => (isTempo(first) ? 0.9 : 0),
});
