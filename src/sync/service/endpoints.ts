/**
 * One reading per endpoint of the read API. Gives normalised records, or throws an `ApiError`. "No records" is an empty page.
 */

import { ApiError, noFailure, unexpectedBody } from '../../contract/api-error.ts'
import type { ListedRecords, ReferenceListName } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import {
  type AnswerForm,
  type EndpointName,
  endpointPath,
  endpoints,
  limitRange,
  pathSegment,
} from '../../contract/endpoints.ts'
import { changePoolAlias, type TransactionType } from '../../contract/enumerations.ts'
import { noRecordsCodes } from '../../contract/error-codes.ts'
import type { Holding, Transaction, Vault } from '../../contract/normal-records.ts'
import { misleads, type Parameters, pathAndQuery } from '../../contract/request-path.ts'
import { datesInForm } from './date-forms.ts'
import { itemTexts } from './item-texts.ts'
import {
  envelopeItems,
  normaliseHolding,
  normalisers,
  normaliseTransaction,
  normaliseVault,
} from './normalise.ts'
import {
  type Answer,
  learnProfile,
  orFailure,
  type ServiceRead,
  send,
  serviceProfile,
} from './service-read.ts'

export interface Records<R> {
  readonly records: readonly R[]
  readonly receivedAt: string
  /** The service's code and message for "nothing matches"; absent for an empty list. */
  readonly noRecords?: NoRecords
  /** Set where the service sent far more rows than asked for. `records` holds the first ones. */
  readonly excess?: ApiError
}

export type NoRecords = Pick<ApiError['failure'], 'code' | 'message'>

/** A service that ignores `limit` must not freeze a page. */
const mostRowsTaken = 10 * limitRange.max
/** Of a list that is asked for without a `limit`. */
export const mostRowsKept = 50_000

/** Dates are sent in the form that the service takes, as far as that is known. */
export function* listTransactions(parameters: Parameters<'transactions'>): ServiceRead<Records<Transaction>> {
  const { dates } = yield* serviceProfile()
  return yield* read('transactions', datesInForm(parameters, dates), normaliseTransaction)
}

/** TXN-04 for an unknown id. One that no path can carry is asked for by the list's filter. */
export function getTransaction(id: string): ServiceRead<Records<Transaction>> {
  const idOf = ({ transaction_id }: Transaction) => transaction_id
  if (!misleads(pathSegment(id))) return single('transaction', id, normaliseTransaction, idOf)
  const parameters = { transaction_id: id, limit: 1, offset: 0 }
  const requestPath = pathAndQuery('transactions', parameters)
  return only('transaction', id, listTransactions(parameters), requestPath, idOf)
}

/** Services need not take longer request lines than 8,000 bytes (RFC 9112). What fails for good would end every reading. */
export function fitsRequest(text: string): boolean {
  return pathSegment(text).length <= longestSegment
}

const longestSegment = 6_000

export function listReference<Name extends ReferenceListName>(
  name: Name,
  parameters: Parameters<Name>,
): ServiceRead<Records<ListedRecords[Name]>> {
  return read(name, parameters, normalisers[name])
}

export function listVaults(parameters: Parameters<'vaults'>): ServiceRead<Records<Vault>> {
  return read('vaults', parameters, normaliseVault)
}

/** Accepts an envelope or a bare vault. VAL-02 for an unknown id. */
export function getVault(id: string): ServiceRead<Records<Vault>> {
  return single('vault', id, normaliseVault, ({ vault_id }) => vault_id)
}

export function listBalances(
  type: string,
  parameters: Parameters<'balances'>,
): ServiceRead<Records<Holding>> {
  return type === 'all'
    ? read('balances', parameters, normaliseHolding)
    : read('balancesOfType', parameters, normaliseHolding, type)
}

function* read<Name extends EndpointName, R>(
  name: Name,
  parameters: Parameters<Name>,
  normalise: (received: unknown) => R,
  value?: string,
): ServiceRead<Records<R>> {
  const isNone = ({ failure }: ApiError) => noRecordsCodes.has(failure.code)
  const answer = yield* orFailure(askEitherForm(name, parameters, value), isNone)
  if (answer instanceof ApiError) return noRecordsOf(answer)
  const items = itemsIn(name, answer) ?? []
  const most = 'limit' in parameters ? mostRowsTaken : mostRowsKept
  const texts = textsIn(name, answer)
  return {
    records: items.slice(0, most).map((item, index) => {
      const text = texts?.[index]
      return text === undefined ? normalise(item) : { ...normalise(item), text }
    }),
    receivedAt: answer.receivedAt,
    ...(items.length > most && {
      excess: unexpectedBody(
        pathAndQuery(name, parameters, value),
        `at most ${countText(most === mostRowsKept ? most : limitRange.max)} rows, and got ${countText(items.length)}`,
      ),
    }),
  }
}

function itemsIn(name: EndpointName, { body }: Answer): readonly unknown[] | null {
  const { lists, marks }: AnswerForm = endpoints[name].answer
  return envelopeItems(body, lists, marks)
}

function textsIn(name: EndpointName, { text }: Answer): readonly string[] | null {
  const { lists, marks }: AnswerForm = endpoints[name].answer
  return text === undefined ? null : itemTexts(text, lists, marks)
}

function sendTo<Name extends EndpointName>(
  name: Name,
  parameters: Parameters<Name>,
  value: string | undefined,
): ServiceRead<Answer> {
  const target = pathAndQuery(name, parameters, value)
  return send(target, (answer) => {
    const { lists }: AnswerForm = endpoints[name].answer
    if (!itemsIn(name, answer)) throw unexpectedBody(target, `an object with "${lists.join('" or "')}"`)
  })
}

/** Asks again where the service refuses what the specification leaves open: the largest `limit`, and how a type is spelled. */
function* askEitherForm<Name extends EndpointName>(
  name: Name,
  parameters: Parameters<Name>,
  value: string | undefined,
): ServiceRead<Answer> {
  const given: Readonly<Record<string, unknown>> = parameters
  const limit = Number(given.limit ?? 0)
  const { mostRows, takenRows = 0 } = yield* serviceProfile()
  if (limit > mostRows) return yield* askEitherForm(name, { ...parameters, limit: mostRows }, value)
  const shorterLimits = limit > takenRows ? smallerLimits(name).filter((each) => each < limit) : []
  const hasOtherForm = ({ failure: { code } }: ApiError) =>
    (code === 'ERR-00' && shorterLimits.length > 0) ||
    (code === 'TXN-00' && given.transaction_type === ('change pool' satisfies TransactionType))
  const answer = yield* orFailure(sendTo(name, parameters, value), hasOtherForm)
  if (!(answer instanceof ApiError)) {
    if (limit > takenRows) yield* learnProfile({ takenRows: limit })
    return answer
  }
  if (answer.failure.code === 'TXN-00')
    return yield* sendTo(name, { ...parameters, transaction_type: changePoolAlias }, value)
  for (const shorterLimit of shorterLimits) {
    const shorter = yield* orFailure(
      sendTo(name, { ...parameters, limit: shorterLimit }, value),
      ({ failure }) => failure.code === 'ERR-00',
    )
    if (shorter instanceof ApiError) continue
    yield* learnProfile({ mostRows: shorterLimit, takenRows: shorterLimit })
    return shorter
  }
  // What it refuses is something else.
  return yield* sendTo(name, parameters, value)
}

/** A list that is not shown to have pages may refuse every limit. */
function smallerLimits(name: EndpointName): readonly number[] {
  const isPaged = !['vaults', 'balances', 'balancesOfType'].includes(name)
  return isPaged ? [limitRange.default, 100, 50, 20] : [limitRange.default]
}

function noRecordsOf({ failure: { code, message }, at }: ApiError): Records<never> {
  return {
    records: [],
    receivedAt: new Date(at).toISOString(),
    noRecords: { code, message },
  }
}

function single<R>(
  endpoint: 'transaction' | 'vault',
  id: string,
  normalise: (received: unknown) => R,
  idOf: (record: R) => string | null,
): ServiceRead<Records<R>> {
  return only(endpoint, id, read(endpoint, {}, normalise, id), endpointPath(endpoint, id), idOf)
}

/** A missing record is a failure, however the service reports it, and so is another record in its place. */
function* only<R>(
  endpoint: 'transaction' | 'vault',
  id: string,
  reading: ServiceRead<Records<R>>,
  requestPath: string,
  idOf: (record: R) => string | null,
): ServiceRead<Records<R>> {
  const answer = yield* reading
  const [first] = answer.records
  if (first === undefined) {
    const [code] = endpoints[endpoint].errors
    throw new ApiError({ ...noFailure, kind: 'error-body', code, requestPath })
  }
  const record = answer.records.find((each) => idOf(each) === id) ?? first
  const other = idOf(record) ?? id
  if (other === id) return { ...answer, records: [record] }
  throw unexpectedBody(requestPath, `the ${endpoint} ${id}, but got the ${endpoint} ${other}`)
}
