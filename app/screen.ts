import 'server-only';
import { cookies } from 'next/headers';
import { connection } from 'next/server';
import type { FilterName, FrameProps } from '@/components/frame/types';
import { deployEvents, type FrameFacts, frameFacts } from '@/db/questions/frame';
import type { Dataset, Store } from '@/db/store';
import { type Here, parseView, type RawParams, type View } from '@/lib/address';
import { knownZone } from '@/lib/format';
import { rememberZone, removeSample } from './actions';
import { arrivingOf } from './arriving';
import { storeOf, unlessMissing } from './data';
import { type Heartbeat, latest } from './worker';

/** An address, read: which store, which slice of it, and how to speak of time. */
export interface Opened {
  /** Null when there is no data at all. */
  store: Store | null;
  view: View;
  here: Here;
  zone: string;
  now: number;
}

export interface OpenedScreen extends Opened {
  frame: FrameProps;
  /** What the worker last wrote, as JSON, and when; null where none has ever run. */
  worker: Heartbeat | null;
}

interface Known {
  facts: FrameFacts | null;
  worker: Heartbeat | null;
  dataset: Dataset | null;
  hasOwn: boolean;
  hasSample: boolean;
}

const NO_SPAN = (now: number) => ({ from: now - 30 * 86_400_000, to: now });

/** Own data when there is any, else the sample; the address can name one. An asked-for one without data is still shown. */
async function choose(asked: string | undefined, now: number): Promise<Known> {
  const [own, sample] = await Promise.all(
    (['own', 'sample'] as const).map((d) => unlessMissing(() => frameFacts(storeOf(d), now))),
  );
  const hasOwn = own?.span != null;
  const hasSample = sample?.span != null;
  const dataset = pick(asked, hasOwn, hasSample);
  const facts = dataset === 'own' ? own : dataset === 'sample' ? sample : (own ?? sample);
  return { facts: facts ?? null, worker: latest(own?.worker, sample?.worker), dataset, hasOwn, hasSample };
}

function pick(asked: string | undefined, hasOwn: boolean, hasSample: boolean): Dataset | null {
  if (asked === 'own' && hasOwn) return 'own';
  if (asked === 'sample' && hasSample) return 'sample';
  return hasOwn ? 'own' : hasSample ? 'sample' : null;
}

/**
 * Opens a screen at `path` (encoded) with the address' parameters. Never throws on a bad address: what cannot be
 * understood is left out, and the screen says so. `filters` are those that make sense on this screen.
 */
export async function openScreen(path: string, params: RawParams, filters: FilterName[]): Promise<OpenedScreen> {
  await connection();
  const now = Date.now();
  const jar = await cookies();
  const wanted = jar.get('zone')?.value;
  const zone = knownZone(wanted);
  const { facts, worker, dataset, hasOwn, hasSample } = await choose([params.data ?? []].flat()[0], now);
  const span = facts?.span ?? null;
  const arriving = arrivingOf(worker, facts?.watched ?? false, now);
  const view = parseView(params, span ?? NO_SPAN(now), zone);
  if (view.data && dataset && view.data !== dataset) {
    view.problems.push(view.data === 'own' ? 'There is no data of your own yet.' : 'The sample month is not loaded.');
    view.data = null;
  }
  const here: Here = { path, view, arriving: arriving.now };
  return {
    store: dataset ? storeOf(dataset) : null,
    view,
    here,
    zone,
    now,
    worker,
    frame: {
      here,
      zone,
      zoneKnown: wanted !== undefined && zone === wanted,
      now,
      span,
      filters,
      choices: {
        segments: facts?.segments ?? [],
        tools: facts?.tools ?? [],
        deploys: deployEvents(facts?.deploys ?? [])
          .reverse()
          .slice(0, 8),
      },
      dataset,
      hasOwn,
      hasSample,
      arriving,
      removeSample,
      rememberZone,
    },
  };
}

/** The same for a route handler: the slice that a CSV or JSON address asks for. */
export async function openView(request: Request): Promise<Opened> {
  const url = new URL(request.url);
  const params: RawParams = {};
  for (const key of new Set(url.searchParams.keys())) params[key] = url.searchParams.getAll(key);
  return openScreen(url.pathname, params, []);
}
