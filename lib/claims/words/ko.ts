import type { Language } from './types';

/** Korean: counts with a counter word, and absences. */
export const korean: Language = {
  id: 'ko',
  numbers: {},
  claims: [
    { kind: 'count', pattern: /총\s*(?<value>\d[\d,]*)\s*(?:건|개|명|곳|대|행)/ },
    { kind: 'count', pattern: /(?<value>\d[\d,]*)\s*(?:건|개|명|곳|대|행)(?:이|가|입니다|이다| 있)/ },
    { kind: 'absence', pattern: /(?:없습니다|없다|없음|존재하지 않)/ },
    { kind: 'universal', pattern: /(?:모두|전부|모든)/ },
  ],
  hedges: [
    { kind: 'lower_bound', pattern: /(?:최소|이상)/ },
    { kind: 'may_be_more', pattern: /(?:더 있을 수|일부)/ },
    { kind: 'approximate', pattern: /(?:약|대략)\s*\d/ },
  ],
  noSet: [],
  noStatement: { sentence: [], clause: [] },
  noClaim: [],
  clauses: /,\s+/,
  stops: new Set(),
  superlative: /(?:가장|최신|최초|최대|최소)/,
};
