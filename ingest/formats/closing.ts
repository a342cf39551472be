/**
 * What a coding run leaves as its answer: what it submitted, or, where that is a patch, the text beside its last command.
 * Null when it left nothing.
 */
export function closingText(submission: string | null, lastText: string | null): string | null {
  const submitted = submission?.trim() ?? '';
  const isPatch = /^(diff --git|--- a\/|\+\+\+ |Index: )/m.test(submitted);
  if (submitted !== '' && !isPatch) return submitted;
  return lastText?.trim() || null;
}
