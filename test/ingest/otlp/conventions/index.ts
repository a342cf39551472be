import type { Case } from '../case';
import { AI_SDK } from './ai-sdk';
import { GEN_AI } from './gen-ai';
import { GEN_AI_OLDER } from './gen-ai-older';
import { LANGFUSE } from './langfuse';
import { OPENINFERENCE } from './openinference';
import { TRACELOOP } from './traceloop';
import { VERTEX } from './vertex';

export const CASES: readonly Case[] = [
  ...GEN_AI,
  ...GEN_AI_OLDER,
  ...OPENINFERENCE,
  ...TRACELOOP,
  ...AI_SDK,
  ...LANGFUSE,
  ...VERTEX,
];
