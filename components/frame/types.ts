import type { Here, Span } from '@/lib/address';

export type FilterName = 'segment' | 'account' | 'tool' | 'verdict' | 'caps';

/** Whether the store is still filling, as the worker says. */
export interface Arriving {
  /** Data is on its way right now. */
  now: boolean;
  /** A worker is there and takes in what comes. */
  watched: boolean;
  /** 0–1 of the first load, null where no end is known. */
  progress: number | null;
  /** What the worker does or what stopped it, in words; null when it says nothing. */
  says: string | null;
  /** The worker stopped for a reason that a person must see. */
  trouble: boolean;
}

/** One version, first seen in these tools. */
export interface Deploy {
  tools: string[];
  version: string;
  at: number;
}

/** Everything the frame around a screen shows. Plain data, made by `openScreen`. */
export interface FrameProps {
  here: Here;
  zone: string;
  /** The viewer's zone is known (else UTC is used, and said). */
  zoneKnown: boolean;
  /** When this view was read. */
  now: number;
  span: Span | null;
  filters: FilterName[];
  choices: { segments: string[]; tools: string[]; deploys: Deploy[] };
  dataset: 'own' | 'sample' | null;
  hasOwn: boolean;
  hasSample: boolean;
  arriving: Arriving;
  removeSample: () => Promise<void>;
  rememberZone: (zone: string) => Promise<void>;
}
