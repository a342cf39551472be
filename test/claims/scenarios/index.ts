/** The written set in two halves; a scenario stands in one of them only. The testing half is never used to change a rule. */

import type { Scenario } from '../scenario';
import * as filesCode from './tuning/files-code';
import * as queriesLogs from './tuning/queries-logs';
import * as ticketsInvoices from './tuning/tickets-invoices';

export const TUNING: readonly Scenario[] = [ticketsInvoices, filesCode, queriesLogs].flatMap((file): Scenario[] => Object.values(file));
