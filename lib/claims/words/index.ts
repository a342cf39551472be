import { english } from './en';
import { korean } from './ko';
import type { Language } from './types';

/** Letters of scripts that tell a language; English is what is left. */
const HANGUL = /[\uac00-\ud7af]/;

/** The rules that a sentence is read with, by its script. */
export function languageOf(sentence: string): Language {
  return HANGUL.test(sentence) ? korean : english;
}
