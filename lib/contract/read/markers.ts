/** Finds markers in envelope position. */

import { MARKERS, type Marker, NOTHING, REFUSALS } from '../data/markers';
import type { MarkerFact } from '../types';

export interface MarkerHit {
  marker: Marker;
  line: string;
  groups: Record<string, number>;
}

const LONGEST = 600;

/** The first marker that a line is, or null. */
export function markerOf(line: string): MarkerHit | null {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.length > LONGEST || !SUSPECT.test(trimmed)) return null;
  for (const marker of MARKERS) {
    const match = marker.pattern.exec(trimmed);
    if (match !== null) return { marker, line: trimmed, groups: numbers(match.groups) };
  }
  return null;
}

/** A cheap test that every marker passes, so that rows are turned away fast. */
const SUSPECT =
  /trunc|trim|drop|remov|hidden|omit|more|show|limit|found|total|elided|large|saved|persisted|clipped|too long|of \d|page|pagination|result|read|stay below|cut|record|output|search|query|scan|request|warning|skipp/i;

function numbers(groups: Record<string, string> | undefined): Record<string, number> {
  const out: Record<string, number> = {};
  for (const [name, value] of Object.entries(groups ?? {})) {
    if (value === undefined) continue;
    out[name.replace(/\d$/, '')] = name === 'plus' ? 1 : Number(value.replaceAll(',', ''));
  }
  return out;
}

/** True for a sentence that says that nothing was found. */
export function saysNothing(line: string): boolean {
  return line.length < 240 && NOTHING.some((pattern) => pattern.test(line.trim()));
}

/** True for a text that declines to serve an oversized result. */
export function refuses(text: string): boolean {
  return REFUSALS.some((pattern) => pattern.test(text));
}

/** A hit as a fact for the reading. Plain counts and shortened lines are none. */
export function asFact(hit: MarkerHit, path: string): MarkerFact | null {
  const { says, id } = hit.marker;
  if (says === 'line' || says === 'counts' || says === 'refused') return null;
  // "Lines 1-50 of 50" is a statement of numbers, and says that this is all.
  if (hit.groups.first === 1 && hit.groups.last !== undefined && hit.groups.last === hit.groups.total) return null;
  const fact: MarkerFact = { path, value: hit.line.slice(0, 200), marker: id, says };
  if (hit.marker.met) fact.met = true;
  if (hit.groups.missing !== undefined) fact.missing = hit.groups.missing;
  return fact;
}

/** Words that stand in every marker that may occur in the middle of a text. */
const MIDDLE = ['truncated', 'omitted', 'elided', 'clipped', ' more '];

/** Markers on lines of their own anywhere in a text, or inside one where the marker says so. Cheap on long texts. */
export function middleMarkers(text: string): { hit: MarkerHit; start: number; end: number }[] {
  const found: { hit: MarkerHit; start: number; end: number }[] = [];
  const seen = new Set<number>();
  for (const word of MIDDLE) {
    let at = text.indexOf(word);
    for (let tries = 0; at >= 0 && tries < 200; tries++) {
      const start = text.lastIndexOf('\n', at) + 1;
      const stop = text.indexOf('\n', at);
      const end = stop < 0 ? text.length : stop;
      if (!seen.has(start) && end - start <= LONGEST) {
        seen.add(start);
        const hit = markerOf(text.slice(start, end));
        if (hit !== null && hit.marker.where === 'any') found.push({ hit, start, end });
      }
      at = text.indexOf(word, at + word.length);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The cut inside a value (`…90 chars truncated…`): its span, or null. */
export function innerCut(text: string): { start: number; end: number; words: string } | null {
  let at = text.indexOf(' truncated');
  for (let tries = 0; at >= 0 && tries < 200; tries++) {
    const from = Math.max(0, at - 40);
    const match = /(?:\u2026|\.{3})\d[\d,]* (?:tokens?|chars?|characters?|bytes) truncated(?:\u2026|\.{3})/.exec(
      text.slice(from, at + 20),
    );
    if (match !== null)
      return { start: from + match.index, end: from + match.index + match[0].length, words: match[0] };
    at = text.indexOf(' truncated', at + 10);
  }
  return null;
}
