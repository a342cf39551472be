import type { Language } from './types';

/** Not read in Korean yet. */
const NEVER = /(?!)/;
const NEVER_ALL = /(?!)/g;

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
  negation: /없|아니/,
  quantifier: /없|모두|전부/g,
  says: {
    pronoun: /모두|전부|그중/,
    part: /중(?:에서)? /,
    left: /남(?:았|은|아)/,
    listed: NEVER,
    search: /없|찾|존재|검색/,
    nothingWrong: NEVER,
    ran: NEVER,
    ownWork: /완료|저장|수정/,
    done: NEVER,
    together: /합(?:계|치|하)|총합/,
    compared: NEVER,
    fraction: /절반|분의/,
    amount: NEVER,
    scope: NEVER_ALL,
    noName: NEVER,
    lines: NEVER,
  },
};
