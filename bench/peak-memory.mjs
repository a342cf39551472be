// Preloaded into the measured process: leaves its peak memory (bytes, the main process with its threads) in $BENCH_PEAK.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const path = process.env.BENCH_PEAK;
  if (path) writeFileSync(path, String(process.resourceUsage().maxRSS * 1024));
});
