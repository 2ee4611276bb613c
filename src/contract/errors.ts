/** What is sent and said with every code (specification, "General errors" and "Endpoint errors"). */
import type { ServiceErrorCode } from './error-codes.ts'
import { type ErrorEntry, gatewayErrors } from './gateway-errors.ts'
import type { ErrorBody } from './records.ts'

const noRecords = {
  httpStatus: 400,
  message: 'No records found',
  details: 'The filtered query matches no record.',
  explanation: 'Nothing matches all of these filters.',
  advice: 'Clear the filters, or widen one of them.',
} as const

const invalidVaultType = {
  httpStatus: 400,
  message: 'Invalid vault_type',
  details: 'vault_type must be cold or warm.',
  title: 'There is no such vault type',
  explanation: 'The service knows two vault types: cold and warm.',
  advice: 'Choose cold or warm.',
} as const

interface ServiceErrorEntry extends ErrorEntry {
  readonly message: string
  /** The default: a refusal may say more. */
  readonly details: string
}

export const serviceErrors = {
  'ERR-00': {
    httpStatus: 400,
    message: 'Invalid or missing parameter',
    details: 'A parameter is missing or invalid; the value may be of the wrong data type.',
    title: 'The service did not accept a parameter',
    explanation: 'The service cannot use the value of a filter or page setting in this address.',
    advice: 'Correct the marked value, or clear the filters.',
  },
  'ERR-01': {
    httpStatus: 400,
    message: 'Internal server error',
    details: 'The request failed because of a system error; try again later.',
    title: 'The service failed',
    explanation: 'The custody service had an internal error.',
    advice: 'Try again. If it keeps failing, send the copied details to the operator of the service.',
  },
  'ERR-02': {
    httpStatus: 401,
    message: 'Unauthorized access',
    details: 'The API user lacks permission for the endpoint.',
    title: 'Key not accepted',
    explanation: 'The service refused the API key. It may be unknown or revoked, or lack the viewer role.',
    advice: 'Sign in with a key that has the viewer role.',
  },
  'ERR-03': {
    httpStatus: 429,
    message: 'Rate Limit Exceeded',
    details: 'The user exceeded the rate limit for the endpoint.',
    title: 'Too many requests',
    explanation: 'This key has reached the number of requests that the service allows.',
    advice: 'Wait. The console tries again by itself.',
  },
  'VAL-00': invalidVaultType,
  'VAL-01': { ...noRecords, title: 'No vaults match' },
  'VAL-02': {
    httpStatus: 400,
    message: 'Vault not found',
    details: 'The vault id matches no record.',
    title: 'There is no such vault',
    explanation: 'No vault has this id.',
    advice: 'Check the id, or choose the vault from the list.',
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
    explanation: 'The service does not know the transaction type in this filter.',
    advice: 'Choose a type from the list.',
  },
  'TXN-01': {
    httpStatus: 400,
    message: 'Invalid status',
    details: 'status must be one of pending, processing, confirming, completed, rejected, cancelled, failed.',
    title: 'There is no such status',
    explanation: 'The service does not know the status in this filter.',
    advice: 'Choose a status from the list.',
  },
  'TXN-02': { ...noRecords, title: 'No transactions match' },
  'TXN-03': {
    httpStatus: 400,
    message: 'Invalid date range',
    details: 'The start_date/end_date range is invalid.',
    title: 'The date range is not valid',
    explanation: 'A date cannot be read, or the range ends before it starts.',
    advice: 'Enter UTC days such as 2026-11-01, with the start no later than the end.',
  },
  'TXN-04': {
    httpStatus: 400,
    message: 'Invalid transaction id',
    details: 'The transaction is not in the records.',
    title: 'There is no such transaction',
    explanation: 'No transaction has this id.',
    advice: 'Check that it is the service’s own id, not the hash on the blockchain.',
  },
  'WHT-00': { ...noRecords, title: 'No whitelists match' },
  'WHT-01': {
    httpStatus: 400,
    message: 'Invalid enumerate value',
    details: 'whitelist_type must be my_organization or third_party.',
    title: 'There is no such whitelist type',
    explanation: 'The service knows two whitelist types: my organization and third party.',
    advice: 'Choose one of the two.',
  },
} as const satisfies Record<ServiceErrorCode, ServiceErrorEntry>

/** Specification, "Error body". */
export function writeErrorBody(
  code: string,
  { message, details, httpStatus }: Pick<ServiceErrorEntry, 'message' | 'details' | 'httpStatus'>,
  help = '',
): ErrorBody {
  return {
    status: 'error',
    error_code: code,
    error_message: message,
    details,
    help,
    code: String(httpStatus),
  }
}

const catalogue: Readonly<Record<string, ErrorEntry>> = { ...serviceErrors, ...gatewayErrors }

export function errorEntry(code: string): ErrorEntry | undefined {
  return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined
}
