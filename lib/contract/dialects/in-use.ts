import { Registry } from './registry';
import type { Declared } from './tool-words';

const NOTHING: Declared = { dialects: [], tools: {} };

let declared = NOTHING;
let registry = new Registry();

/**
 * Sets what the operator declared, once, when a process or thread starts and before it reads its first call: calls that
 * are compared must be read with the same dialects. The judgement itself stays a function of its arguments and these.
 */
export function declareDialects(given: Declared): void {
  declared = given;
  registry = new Registry(given.dialects, undefined, given.tools);
}

/** What the operator declared, as it is handed to threads. */
export function declaredDialects(): Declared {
  return declared;
}

/** The dialects that this process reads with. */
export function dialectsInUse(): Registry {
  return registry;
}
