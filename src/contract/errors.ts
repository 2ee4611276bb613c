/**
 * The error catalogue: every code of the specification ("General errors", "Endpoint errors") and the gateway's own,
 * with what goes on the wire and what a person should read and do. One translation, one place.
 */

/** What a person can do about an error; decides the banner's tone and its action. */
export type ErrorRemedy =
  /** Nothing matches: a calm empty state, with "Clear filters" where there are any. */
  | 'clear-filters'
  /** A parameter was refused: the control that holds it is marked. */
  | 'correct-filter'
  /** The record that the address names does not exist. */
  | 'go-back'
  /** The key lacks permission, or the session ended. */
  | 'sign-in'
  /** Somebody else is signed in than when it began: it cannot go on, but begin anew. */
  | 'begin-again'
  /** Too many requests: wait, with a countdown. */
  | 'wait'
  /** A passing fault: try again. */
  | 'retry'

/** One entry of the catalogue. */
export interface ErrorEntry {
  /** The HTTP status that it travels with. Tell errors apart by their code, never by this. */
  readonly httpStatus: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 504
  /** `error_message` on the wire. */
  readonly message: string
  /** `details` on the wire where the service has nothing more exact to say. */
  readonly details: string
  /** Heading of the banner, in plain words. */
  readonly title: string
  /** What happened, for the reader. */
  readonly explanation: string
  /** What to do next, for the reader. */
  readonly advice: string
  readonly remedy: ErrorRemedy
  /** Query parameters that this code is about, where it is about certain ones. */
  readonly parameters?: readonly string[]
}

const noRecords = {
  httpStatus: 400,
  message: 'No records found',
  details: 'The filtered query matches no record.',
  explanation: 'Nothing matches all of these filters.',
  advice: 'Clear the filters, or widen one of them.',
  remedy: 'clear-filters',
} as const

const invalidVaultType = {
  httpStatus: 400,
  message: 'Invalid vault_type',
  details: 'vault_type must be cold or warm.',
  title: 'There is no such vault type',
  explanation: 'The service knows two vault types: cold and warm.',
  advice: 'Choose cold or warm.',
  remedy: 'correct-filter',
  parameters: ['vault_type'],
} as const

/** The 17 codes of the specification. */
export const serviceErrors = {
  'ERR-00': {
    httpStatus: 400,
    message: 'Invalid or missing parameter',
    details: 'A parameter is missing or invalid; the value may be of the wrong data type.',
    title: 'The service did not accept a parameter',
    explanation: 'A filter or a page setting in this address has a value that the service cannot use.',
    advice: 'Correct the marked value, or clear the filters.',
    remedy: 'correct-filter',
  },
  'ERR-01': {
    httpStatus: 400,
    message: 'Internal server error',
    details: 'The request failed because of a system error; try again later.',
    title: 'The service failed',
    explanation: 'The custody service had an internal error. Your filters are fine.',
    advice: 'Try again. If it keeps failing, send the copied details to the operator of the service.',
    remedy: 'retry',
  },
  'ERR-02': {
    httpStatus: 401,
    message: 'Unauthorized access',
    details: 'The API user lacks permission for the endpoint.',
    title: 'This key does not have access',
    explanation: 'The service refused the API key. It may be unknown or revoked, or lack the viewer role.',
    advice: 'Sign in with a key that has the viewer role.',
    remedy: 'sign-in',
  },
  'ERR-03': {
    httpStatus: 429,
    message: 'Rate Limit Exceeded',
    details: 'The user exceeded the rate limit for the endpoint.',
    title: 'Too many requests',
    explanation: 'The service limits how many requests this key can make, and the limit has been reached.',
    advice: 'Wait a moment. The console tries again by itself.',
    remedy: 'wait',
  },
  'VAL-00': invalidVaultType,
  'VAL-01': { ...noRecords, title: 'No vaults match' },
  'VAL-02': {
    httpStatus: 400,
    message: 'Vault not found',
    details: 'The vault id matches no record.',
    title: 'There is no such vault',
    explanation: 'No vault of this organization has the id in this address.',
    advice: 'Check the id, or choose the vault from the list.',
    remedy: 'go-back',
  },
  'BAL-00': { ...noRecords, title: 'No balances match' },
  'BAL-01': { ...noRecords, title: 'No balances of this vault type match' },
  'BAL-02': invalidVaultType,
  'TXN-00': {
    httpStatus: 400,
    message: 'Invalid transaction_type',
    details:
      'transaction_type must be one of withdraw, rebalance, deposit, stake, claim, unstake, changepool.',
    title: 'There is no such transaction type',
    explanation: 'The type in this filter is not one of the seven that the service knows.',
    advice: 'Choose a type from the list.',
    remedy: 'correct-filter',
    parameters: ['transaction_type'],
  },
  'TXN-01': {
    httpStatus: 400,
    message: 'Invalid status',
    details: 'status must be one of pending, processing, confirming, completed, rejected, cancelled, failed.',
    title: 'There is no such status',
    explanation: 'The status in this filter is not one of the seven that the service knows.',
    advice: 'Choose a status from the list.',
    remedy: 'correct-filter',
    parameters: ['status'],
  },
  'TXN-02': { ...noRecords, title: 'No transactions match' },
  'TXN-03': {
    httpStatus: 400,
    message: 'Invalid date range',
    details: 'The start_date/end_date range is invalid.',
    title: 'The date range is not valid',
    explanation: 'A date cannot be read, or the range ends before it starts.',
    advice: 'Enter UTC days such as 2026-11-01, the first one no later than the last.',
    remedy: 'correct-filter',
    parameters: ['start_date', 'end_date'],
  },
  'TXN-04': {
    httpStatus: 400,
    message: 'Invalid transaction id',
    details: 'The transaction is not in the records.',
    title: 'There is no such transaction',
    explanation: 'No transaction of this organization has the id in this address.',
    advice: 'Check the id. It is the service’s own, not the hash on the blockchain.',
    remedy: 'go-back',
  },
  'WHT-00': { ...noRecords, title: 'No whitelists match' },
  'WHT-01': {
    httpStatus: 400,
    message: 'Invalid enumerate value',
    details: 'whitelist_type must be my_organization or third_party.',
    title: 'There is no such whitelist type',
    explanation: 'The service knows two whitelist types: my organization and third party.',
    advice: 'Choose one of the two.',
    remedy: 'correct-filter',
    parameters: ['whitelist_type'],
  },
} as const satisfies Record<string, ErrorEntry>

/** A code of the specification. */
export type ServiceErrorCode = keyof typeof serviceErrors

/** What the gateway itself answers, in the same error body, where the service gave no answer to pass on. */
export const gatewayErrors = {
  'GTW-00': {
    httpStatus: 502,
    message: 'Service unreachable',
    details: 'The gateway could not connect to the custody service.',
    title: 'The custody service cannot be reached',
    explanation:
      'The gateway could not connect to the custody service. The service may be down, or the network between them.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
    remedy: 'retry',
  },
  'GTW-01': {
    httpStatus: 504,
    message: 'Service timed out',
    details: 'The custody service did not answer in time.',
    title: 'The custody service did not answer in time',
    explanation: 'The gateway waited as long as its settings allow, and gave up.',
    advice: 'Try again, or narrow the filters so that the service has less to do.',
    remedy: 'retry',
  },
  'GTW-02': {
    httpStatus: 502,
    message: 'Service did not answer with JSON',
    details: 'The custody service, or a proxy before it, answered with something that is not JSON.',
    title: 'Something other than data came back',
    explanation: 'A page or text came back, often from a proxy, a firewall or a service under maintenance.',
    advice: 'Try again later. If it keeps failing, tell whoever runs this gateway.',
    remedy: 'retry',
  },
  'GTW-03': {
    httpStatus: 502,
    message: 'Service answer too large',
    details: 'The answer of the custody service exceeds the size that the gateway passes on.',
    title: 'The answer is too large',
    explanation: 'The service sent more data than the gateway passes on at once.',
    advice: 'Choose a smaller page, or narrow the filters.',
    remedy: 'retry',
  },
  'GTW-04': {
    httpStatus: 401,
    message: 'Not signed in',
    details: 'There is no session, or it has expired.',
    title: 'Your session has ended',
    explanation:
      'You are no longer signed in. Nothing is lost: this link still leads to what you were looking at.',
    advice: 'Sign in again to continue where you were.',
    remedy: 'sign-in',
  },
  'GTW-05': {
    httpStatus: 404,
    message: 'Not part of the read API',
    details: 'The gateway forwards the paths of the custody read API and no others.',
    title: 'The gateway does not forward this',
    explanation: 'Only the read API of the custody service can be reached through this gateway.',
    advice: 'Check the address.',
    remedy: 'go-back',
  },
  'GTW-06': {
    httpStatus: 405,
    message: 'Method not allowed',
    details: 'The gateway forwards GET and HEAD and nothing else.',
    title: 'The gateway only reads',
    explanation: 'The request was not a read, and this gateway never writes.',
    advice: 'Nothing was changed, and you need not do anything.',
    remedy: 'go-back',
  },
  'GTW-07': {
    httpStatus: 400,
    message: 'Invalid request',
    details: 'The gateway could not read the request.',
    title: 'The gateway could not read the request',
    explanation: 'The request was malformed or incomplete.',
    advice: 'Correct what you entered and try again.',
    remedy: 'retry',
  },
  'GTW-08': {
    httpStatus: 500,
    message: 'Gateway error',
    details: 'The gateway failed while it handled the request.',
    title: 'The gateway failed',
    explanation: 'The program between this page and the custody service had an internal error.',
    advice: 'Try again. If it keeps failing, tell whoever runs this gateway, with the copied details.',
    remedy: 'retry',
  },
  'GTW-09': {
    httpStatus: 429,
    message: 'Too many sign-in attempts',
    details: 'Too many attempts to sign in came from this address.',
    title: 'Too many attempts to sign in',
    explanation: 'The gateway limits repeated attempts to sign in.',
    advice: 'Wait a little, then try again.',
    remedy: 'wait',
  },
  'GTW-10': {
    httpStatus: 403,
    message: 'Cross-site request refused',
    details: 'The request did not come from a page that this gateway serves.',
    title: 'The gateway refused the request',
    explanation: 'The request came from another site than this console.',
    advice: 'Open the console at its own address and try again.',
    remedy: 'retry',
  },
  'GTW-11': {
    httpStatus: 502,
    message: 'Service answer incomplete',
    details: 'The connection to the custody service broke off in the middle of its answer.',
    title: 'The answer broke off',
    explanation: 'The custody service began to answer, but the connection to it broke before the end.',
    advice: 'Try again. Nothing incomplete is shown.',
    remedy: 'retry',
  },
  'GTW-12': {
    httpStatus: 409,
    message: 'Signed in otherwise',
    details: 'The request is meant for another key or account than the one that is signed in.',
    title: 'Another key is signed in now',
    explanation:
      'Since this began, somebody signed in with another key or account in this browser, perhaps in another tab. Reading stopped, so that the records of two accounts do not mix.',
    advice: 'Begin again with the key that is signed in now, or sign in with the other one.',
    remedy: 'begin-again',
  },
  'GTW-13': {
    httpStatus: 400,
    message: 'Two session cookies',
    details: 'The request carries more than one session cookie.',
    title: 'Two sessions at once',
    explanation:
      'Your browser sent two session cookies. Another site on this domain may have set one of them, so nothing was read.',
    advice: 'Clear the cookies of this address and its domain, then sign in again.',
    remedy: 'sign-in',
  },
} as const satisfies Record<string, ErrorEntry>

/** A code of the gateway. */
export type GatewayErrorCode = keyof typeof gatewayErrors

const catalogue: Readonly<Record<string, ErrorEntry>> = { ...serviceErrors, ...gatewayErrors }

/** The catalogue's entry for a code, or undefined for a code that nobody told us of. */
export function errorEntry(code: string): ErrorEntry | undefined {
  return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined
}

/** Codes that say "nothing matches" and not "something is wrong": at offset > 0 the previous page was the last. */
export const noRecordsCodes: ReadonlySet<string> = new Set<ServiceErrorCode>([
  'VAL-01',
  'BAL-00',
  'BAL-01',
  'TXN-02',
  'WHT-00',
])
