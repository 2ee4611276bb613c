/** One function per endpoint of the read API. Returns normalised records, or throws an `ApiError`. "No records" is an empty page. */
import { countText } from '../contract/count-text.ts'
import {
  type AnswerForm,
  type EndpointName,
  endpointPath,
  endpoints,
  limitRange,
  pathSegment,
} from '../contract/endpoints.ts'
import { changePoolAlias, type TransactionType } from '../contract/enumerations.ts'
import { noRecordsCodes } from '../contract/errors.ts'
import { misleads, type Parameters, pathAndQuery } from '../contract/request-path.ts'
import { ApiError, noFailure } from './api-error.ts'
import {
  asFields,
  asText,
  envelopeItems,
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from './normalise.ts'
import type { Holding, Transaction, Vault, Whitelist } from './records.ts'
import { type Answer, type AskOptions, ask, unexpectedBody } from './request.ts'
import { learnProfile, serviceProfile } from './service-profile.ts'

export interface Records<R> {
  readonly records: readonly R[]
  /** The envelope's `timestamp` as sent; null if absent. */
  readonly timestamp: string | null
  readonly receivedAt: string
  /** The service's code and message for "nothing matches"; absent for an empty list. */
  readonly noRecords?: NoRecords
  /** Only from books: how many match, and whether they are in the order asked for. */
  readonly total?: number
  readonly isSorted?: boolean
  /** Set where the service sent far more rows than asked for. `records` holds the first ones. */
  readonly excess?: ApiError
}

export type NoRecords = Pick<ApiError['failure'], 'code' | 'message'>

/** A service that ignores `limit` must not freeze a page. */
const mostRowsTaken = 10 * limitRange.max
/** Of a list that is asked for without a `limit`. */
export const mostRowsKept = 50_000

export function listTransactions(
  parameters: Parameters<'transactions'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Transaction>> {
  return read('transactions', parameters, { signal, session }, normaliseTransaction)
}

/** TXN-04 for an unknown id. One that no path can carry is asked for by the list's filter. */
export async function getTransaction(id: string, signal?: AbortSignal): Promise<Records<Transaction>> {
  const idOf = ({ transaction_id }: Transaction) => transaction_id
  if (!misleads(pathSegment(id))) return single('transaction', id, signal, normaliseTransaction, idOf)
  const parameters = { transaction_id: id, limit: 1, offset: 0 }
  const answer = await listTransactions(parameters, signal)
  return only('transaction', id, answer, pathAndQuery('transactions', parameters), idOf)
}

export function listWhitelists(
  parameters: Parameters<'whitelists'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Whitelist>> {
  return read('whitelists', parameters, { signal, session }, normaliseWhitelist)
}

export function listVaults(
  parameters: Parameters<'vaults'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Vault>> {
  return read('vaults', parameters, { signal, session }, normaliseVault)
}

/** Accepts an envelope or a bare vault. VAL-02 for an unknown id. */
export function getVault(id: string, signal?: AbortSignal): Promise<Records<Vault>> {
  return single('vault', id, signal, normaliseVault, ({ vault_id }) => vault_id)
}

/** GET /balances for `all`, otherwise GET /balances/{vault_type}. */
export function listBalances(
  type: string,
  parameters: Parameters<'balances'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Holding>> {
  return type === 'all'
    ? read('balances', parameters, { signal, session }, normaliseHolding)
    : read('balancesOfType', parameters, { value: type, signal, session }, normaliseHolding)
}

async function read<Name extends EndpointName, R>(
  name: Name,
  parameters: Parameters<Name>,
  asking: AskOptions & { readonly value?: string },
  normalise: (received: unknown) => R,
): Promise<Records<R>> {
  const answer = await askEitherForm(name, parameters, asking).catch(noRecordsOf)
  if ('noRecords' in answer) return answer
  const { lists, marks }: AnswerForm = endpoints[name].answer
  const items = envelopeItems(answer.body, lists, marks)
  if (!items) throw unexpectedBody(answer.requestPath, `an object with "${lists.join('" or "')}"`)
  const most = 'limit' in parameters ? mostRowsTaken : mostRowsKept
  return {
    records: items.slice(0, most).map(normalise),
    timestamp: asText(asFields(answer.body)?.timestamp),
    receivedAt: answer.receivedAt,
    ...answer.list,
    ...(items.length > most && {
      excess: unexpectedBody(
        answer.requestPath,
        `at most ${countText(most === mostRowsKept ? most : limitRange.max)} rows, and got ${countText(items.length)}`,
      ),
    }),
  }
}

/** Asks again where the service refuses what the specification leaves open: the largest `limit`, and how a type is spelled. */
async function askEitherForm<Name extends EndpointName>(
  name: Name,
  parameters: Parameters<Name>,
  asking: AskOptions & { readonly value?: string },
): Promise<Answer> {
  const given: Readonly<Record<string, unknown>> = parameters
  const limit = Number(given.limit ?? 0)
  const { mostRows } = serviceProfile()
  if (limit > mostRows) return await askEitherForm(name, { ...parameters, limit: mostRows }, asking)
  try {
    return await ask(name, parameters, asking)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code } = error.failure
    if (code === 'ERR-00' && limit > limitRange.default) {
      const answer = await askEitherForm(name, { ...parameters, limit: limitRange.default }, asking)
      learnProfile({ mostRows: limitRange.default })
      return answer
    }
    if (code === 'TXN-00' && given.transaction_type === ('change pool' satisfies TransactionType))
      return await ask(name, { ...parameters, transaction_type: changePoolAlias }, asking)
    throw error
  }
}

function noRecordsOf(error: unknown): Records<never> & Required<Pick<Records<never>, 'noRecords'>> {
  if (!(error instanceof ApiError) || !noRecordsCodes.has(error.failure.code)) throw error
  const { code, message } = error.failure
  const receivedAt = new Date(error.at).toISOString()
  return { records: [], timestamp: null, receivedAt, noRecords: { code, message } }
}

/** A missing record is a failure, however the service reports it, and so is another record in its place. */
async function single<R>(
  endpoint: 'transaction' | 'vault',
  id: string,
  signal: AbortSignal | undefined,
  normalise: (received: unknown) => R,
  idOf: (record: R) => string | null,
): Promise<Records<R>> {
  const answer = await read(endpoint, {}, { value: id, signal }, normalise)
  return only(endpoint, id, answer, endpointPath(endpoint, id), idOf)
}

function only<R>(
  endpoint: 'transaction' | 'vault',
  id: string,
  answer: Records<R>,
  requestPath: string,
  idOf: (record: R) => string | null,
): Records<R> {
  const [first] = answer.records
  if (first === undefined) {
    const [code] = endpoints[endpoint].errors
    throw new ApiError({ ...noFailure, kind: 'error-body', code, requestPath })
  }
  const record = answer.records.find((each) => idOf(each) === id) ?? first
  const other = idOf(record) ?? id
  if (other === id) return { ...answer, records: [record] }
  throw unexpectedBody(requestPath, `the ${endpoint} ${id}, and got another ${endpoint}: ${other}`)
}
