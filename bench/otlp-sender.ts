/** One sender of the OTLP load as a process of its own. It gets its orders as JSON in its argument and reports by messages. */
import { bodyOf, Client, type Encoding, type Met } from './otlp-client';
import { tracesOf } from './otlp-traces';

export interface SenderOrders {
  sender: number;
  /** Address of the traces endpoint. */
  url: string;
  calls: number;
  encoding: Encoding;
  spansPerRequest: number;
  /** Every so many requests one is sent twice. */
  twiceEvery: number;
}

export type SenderMessage =
  | { type: 'acknowledged'; calls: string[] }
  | { type: 'done'; met: Met; spans: number; twice: number }
  | { type: 'failed'; reason: string };

async function run({ sender, url, calls, encoding, spansPerRequest, twiceEvery }: SenderOrders): Promise<void> {
  const client = new Client(url, encoding);
  const told = tracesOf(sender, calls)[Symbol.iterator]();
  const late: Buffer[] = [];
  let [spans, twice] = [0, 0];
  for (let nth = 1; ; nth++) {
    const batch = Array.from({ length: spansPerRequest }, () => told.next().value).filter((one) => one !== undefined);
    if (batch.length === 0) break;
    const body = bodyOf(
      batch.map(({ span }) => span),
      encoding,
    );
    const again = nth % twiceEvery === 0;
    // In turns: at the same moment, right after the acknowledgement, and a good while later.
    const how = again ? twice++ % 3 : null;
    await Promise.all(how === 0 ? [client.send(body), client.send(body)] : [client.send(body)]);
    tell({ type: 'acknowledged', calls: batch.flatMap(({ call }) => call ?? []) });
    if (how === 1) await client.send(body);
    if (how === 2) late.push(body);
    if (late.length > 3) await client.send(late.shift() ?? body);
    spans += batch.length;
  }
  for (const body of late) await client.send(body);
  tell({ type: 'done', met: client.met, spans, twice });
}

function tell(message: SenderMessage): void {
  process.send?.(message);
}

run(JSON.parse(process.argv[2] ?? '{}') as SenderOrders)
  .catch((error: unknown) => tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }))
  .finally(() => process.disconnect?.());
