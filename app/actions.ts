'use server';

import { revalidatePath } from 'next/cache';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { StoreError } from '@/db/store-error';
import { knownZone } from '@/lib/format';
import { askForSample, dropSample, wishFound } from './data';
import { foundByWorker } from './sources/found';

const YEAR = 31_536_000;

/** Takes the sample month away: its store is a file of its own, so nothing else is touched. */
export async function removeSample(): Promise<void> {
  try {
    dropSample();
  } catch (error) {
    if (error instanceof StoreError && error.trouble === 'locked') redirect('/?said=sample-busy');
    throw error;
  }
  revalidatePath('/', 'layout');
  redirect('/');
}

/** Asks the worker for the sample month; it begins within a second. */
export async function loadSample(): Promise<void> {
  askForSample();
  revalidatePath('/', 'layout');
  redirect('/?data=sample');
}

/** Asks the worker to read and follow logs that it found on this machine; the form names them by `id`. */
export async function followFound(form: FormData): Promise<void> {
  await wish('follow', form);
}

/** Asks the worker to follow them no longer; what was read of them stays. */
export async function stopFound(form: FormData): Promise<void> {
  await wish('stop', form);
}

/** Only what the worker itself has found can be named: no path ever comes from the browser. */
async function wish(verb: 'follow' | 'stop', form: FormData): Promise<void> {
  const found = await foundByWorker();
  const named = new Set(form.getAll('id'));
  const ids = (found?.programs ?? []).map(({ id }) => id).filter((id) => named.has(id));
  await wishFound(verb, ids);
  revalidatePath('/', 'layout');
  redirect(form.get('from') === 'sources' ? '/sources' : '/');
}

/** Keeps the viewer's zone, so that the server can write times in it; what is no zone is not kept. */
export async function rememberZone(zone: string): Promise<void> {
  if (knownZone(zone) !== zone) return;
  (await cookies()).set('zone', zone, { path: '/', maxAge: YEAR, sameSite: 'lax' });
}
