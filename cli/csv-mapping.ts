import { type CsvMapping, declareColumns, declaredColumns, parseMapping } from '@/ingest/formats/csv-columns';
import { CommandError, EXIT } from './errors';

export const MAP_FLAG = '--map <field=column,...>';
export const MAP_WORDS = 'which column of a CSV holds what, such as tool=tool_name,args=input,result=output';

/** A commander parser; given twice, the later one goes before. */
export function mapOption(text: string, before: CsvMapping = {}): CsvMapping {
  const mapping = parseMapping(text);
  if ('problem' in mapping) throw new CommandError(`--map ${text}: ${mapping.problem}`, EXIT.usage);
  return { ...before, ...mapping };
}

/** Lays what the command line says over what the configuration says. */
export function takeMapping(mapping: CsvMapping | undefined): void {
  if (mapping) declareColumns({ ...declaredColumns(), ...mapping });
}
