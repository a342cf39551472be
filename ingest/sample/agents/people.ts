/** The agents that work in the sample month. */

import type { Who } from '../journal';
import type { Random } from '../random';

const BILLING: readonly Who[] = [
  { agent: 'billing-desk', model: 'large-2026-01', environment: 'production' },
  { agent: 'billing-desk', model: 'medium-2025-11', environment: 'production' },
  { agent: 'collections', model: 'medium-2025-11', environment: 'production' },
  { agent: 'account-manager', model: 'large-2026-01', environment: 'production' },
];

export const billingAgent = (random: Random): Who => random.pick(BILLING);

export const ANALYST: Who = { agent: 'finance-analyst', model: 'large-2026-01', environment: 'production' };
export const ANALYST_STAGING: Who = { ...ANALYST, environment: 'staging' };
export const ONCALL: Who = { agent: 'oncall', model: 'large-2026-01', environment: 'production' };
export const SUPPORT: Who = { agent: 'support-duty', model: 'medium-2025-11', environment: 'production' };
export const CRON: Who = { agent: 'landing-cron', model: 'medium-2025-11', environment: 'production' };
export const LIBRARIAN: Who = { agent: 'docs-assistant', model: 'large-2026-01', environment: 'production' };
