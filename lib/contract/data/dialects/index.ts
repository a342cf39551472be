import type { Dialect } from '../../dialects/schema';
import { API_BUSINESS } from './api-business';
import { API_CLOUD } from './api-cloud';
import { API_DATA } from './api-data';
import { API_WORK } from './api-work';
import { CLAUDE_CODE } from './claude-code';
import { FRAMEWORKS } from './frameworks';
import { HARNESS } from './harness';
import { HARNESS_AGENTS } from './harness-agents';
import { HARNESS_CODING } from './harness-coding';
import { HARNESS_EDITORS } from './harness-editors';
import { MCP } from './mcp';
import { MCP_DATA } from './mcp-data';
import { MCP_DEV } from './mcp-dev';
import { MCP_WORK } from './mcp-work';
import { NATIVE } from './native';
import { SQL } from './sql';
import { STANDARDS } from './standards';

/** Built-in dialects, most special first within each family. */
export const DIALECTS: readonly Dialect[] = [
  ...NATIVE,
  ...FRAMEWORKS,
  ...MCP_DEV,
  ...MCP_DATA,
  ...MCP_WORK,
  ...HARNESS_CODING,
  ...HARNESS_EDITORS,
  ...HARNESS_AGENTS,
  ...CLAUDE_CODE,
  ...HARNESS,
  ...MCP,
  ...API_WORK,
  ...API_BUSINESS,
  ...API_DATA,
  ...API_CLOUD,
  ...SQL,
  ...STANDARDS,
];
