/**
 * Every error code of the specification and of the gateway, and what the console does about it. What is said of each is in `errors.ts` and
 * `gateway-errors.ts`, which a browser loads after its first page.
 */

/** Decides the banner's tone and action. */
export type ErrorRemedy =
  /** Nothing matches: a calm empty state. */
  | 'clear-filters'
  /** The refused parameter's control is marked. */
  | 'correct-filter'
  | 'go-back'
  /** The key lacks permission, or the session ended. */
  | 'sign-in'
  | 'begin-again'
  | 'wait'
  /** Comes by itself, once the records are read. */
  | 'await-records'
  | 'retry'

/** Specification, "General errors" and "Endpoint errors". */
const serviceRemedies = {
  'ERR-00': 'correct-filter',
  'ERR-01': 'retry',
  'ERR-02': 'sign-in',
  'ERR-03': 'wait',
  'VAL-00': 'correct-filter',
  'VAL-01': 'clear-filters',
  'VAL-02': 'go-back',
  'BAL-00': 'clear-filters',
  'BAL-01': 'clear-filters',
  'BAL-02': 'correct-filter',
  'TXN-00': 'correct-filter',
  'TXN-01': 'correct-filter',
  'TXN-02': 'clear-filters',
  'TXN-03': 'correct-filter',
  'TXN-04': 'go-back',
  'WHT-00': 'clear-filters',
  'WHT-01': 'correct-filter',
} as const satisfies Record<string, ErrorRemedy>

const gatewayRemedies = {
  'GTW-00': 'retry',
  'GTW-01': 'retry',
  'GTW-02': 'retry',
  'GTW-03': 'retry',
  'GTW-04': 'sign-in',
  'GTW-05': 'go-back',
  'GTW-06': 'go-back',
  'GTW-07': 'retry',
  'GTW-08': 'retry',
  'GTW-09': 'wait',
  'GTW-10': 'retry',
  'GTW-11': 'retry',
  'GTW-12': 'begin-again',
  'GTW-13': 'sign-in',
  'GTW-14': 'retry',
  'GTW-15': 'sign-in',
  'GTW-16': 'sign-in',
  'GTW-17': 'retry',
  'GTW-18': 'retry',
  'GTW-19': 'sign-in',
  'GTW-20': 'sign-in',
  'GTW-21': 'sign-in',
  'GTW-22': 'retry',
  'GTW-23': 'wait',
  'GTW-24': 'wait',
  'GTW-26': 'await-records',
  'GTW-27': 'clear-filters',
  'GTW-28': 'retry',
  'GTW-30': 'retry',
  'GTW-31': 'go-back',
  'GTW-32': 'go-back',
  'GTW-33': 'go-back',
  'GTW-34': 'go-back',
} as const satisfies Record<string, ErrorRemedy>

export type ServiceErrorCode = keyof typeof serviceRemedies

export type GatewayErrorCode = keyof typeof gatewayRemedies

const remedies: Readonly<Record<string, ErrorRemedy>> = { ...serviceRemedies, ...gatewayRemedies }

export function errorRemedy(code: string): ErrorRemedy | undefined {
  return Object.hasOwn(remedies, code) ? remedies[code] : undefined
}

export function isGatewayCode(code: string): code is GatewayErrorCode {
  return Object.hasOwn(gatewayRemedies, code)
}

export const refusedParameters: ReadonlyMap<string, readonly string[]> = new Map([
  ['VAL-00', ['vault_type']],
  ['BAL-02', ['vault_type']],
  ['TXN-00', ['transaction_type']],
  ['TXN-01', ['status']],
  ['TXN-03', ['start_date', 'end_date']],
  ['WHT-01', ['whitelist_type']],
])

/** "Nothing matches" is not an error. At offset > 0 the previous page was the last. */
export const noRecordsCodes: ReadonlySet<string> = new Set(
  Object.keys(serviceRemedies).filter((code) => errorRemedy(code) === 'clear-filters'),
)
