/** What every tool of the sample gives back. */

export interface Served {
  /** What the tool returned, as JSON text. */
  result: string;
  /** What the model was sent, where a later stage changed it; as JSON text. */
  sent?: string;
  error?: boolean;
}

export const failed = (message: string): Served => ({ result: JSON.stringify(message), error: true });

/** Tokens as a harness guesses them for JSON: three characters each. */
export const roughTokens = (text: string): number => Math.ceil(text.length / 3);
