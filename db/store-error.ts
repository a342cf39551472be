/**
 * What can be wrong with a store, for people.
 * `missing`: no such file (or it was removed while open) · `newer`: written by a newer Capwatch ·
 * `locked`: another process writes it · `unusable`: not a store, or damaged.
 */
export type StoreTrouble = 'missing' | 'newer' | 'locked' | 'unusable';

/** An error whose message can be shown as it is. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    readonly trouble: StoreTrouble,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
