'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { StoreError } from '@/db/store-error';
import { askForSample, dropSample } from './data';

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
