import { isTempo, otlpRoot } from '../spans/containers/otlp';
import { spanLog } from './span-log';

/** OTLP-JSON: lines of the OpenTelemetry collector's file exporter, or one export as a document. */
export const otlpJson = spanLog({
  id: 'otlp-json',
  name: 'OTLP-JSON spans (collector file exporter)',
  reads:
    'the file exporter of the OpenTelemetry collector, one export a line (traces, and log records that hold messages); answers of the Jaeger 3 and Tempo 2 APIs',
  loses:
    'results that no span and no later message holds (content capture is off by default); values that the SDK cut leave no sign',
  certainty: (first) => (otlpRoot(first) && !isTempo(first) ? 0.9 : 0),
  byLine: true,
});
