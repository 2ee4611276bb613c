/**
 * One function per endpoint of the read API: typed parameters in, normalised records out, or an `ApiError`. Lists can be read in
 * one session alone: see `Asking`.
 */
import { countText } from '../contract/count-text.ts'
import { limitRange } from '../contract/endpoints.ts'
import type { ApiError } from './api-error.ts'
import {
  envelopeItems,
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from './normalise.ts'
import { asFields, asText } from './reading.ts'
import type { Holding, Transaction, Vault, Whitelist } from './records.ts'
import { type Answer, ask, type Parameters, unexpectedBody } from './request.ts'

/** Records of one answer, with the instants that tell how fresh they are. */
export interface Records<R> {
  readonly records: readonly R[]
  /** The envelope's `timestamp` as the service sent it; null where it sent none. */
  readonly timestamp: string | null
  /** When the browser received them: ISO 8601 UTC, by the reader's clock. */
  readonly receivedAt: string
  /** Says that the service sent far more rows than it was asked for, of which `records` are the first. */
  readonly excess?: ApiError
}

/**
 * So many rows of one answer are taken, ten times as many as are ever asked for: a service may ignore `limit`, and must not be able
 * to hold up a page by it.
 */
const mostRowsTaken = 10 * limitRange.max

/** GET /transactions. Newest first. TXN-00 to TXN-03. */
export async function listTransactions(
  parameters: Parameters<'transactions'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Transaction>> {
  return transactionsOf(await ask('transactions', parameters, { signal, session }))
}

/** GET /transactions/{tx_id}: the list's envelope with one record. TXN-04 for an unknown id. */
export async function getTransaction(id: string, signal?: AbortSignal): Promise<Records<Transaction>> {
  return transactionsOf(await ask('transaction', {}, { value: id, signal }))
}

function transactionsOf(answer: Answer): Records<Transaction> {
  return envelope(answer, ['transactions'], ['transaction_id', 'transaction'], normaliseTransaction)
}

/** GET /whitelist. By name. WHT-00, WHT-01. */
export async function listWhitelists(
  parameters: Parameters<'whitelists'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Whitelist>> {
  const answer = await ask('whitelists', parameters, { signal, session })
  return envelope(answer, ['whitelists'], ['whitelist_id'], normaliseWhitelist)
}

/** GET /vaults. By name. VAL-00, VAL-01. */
export async function listVaults(
  parameters: Parameters<'vaults'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Vault>> {
  const answer = await ask('vaults', parameters, { signal, session })
  return envelope(answer, ['vaults'], ['vault_id'], normaliseVault)
}

/** GET /vaults/{vaults_id}. Accepts the envelope and a bare vault object. VAL-02 for an unknown id. */
export async function getVault(id: string, signal?: AbortSignal): Promise<Records<Vault>> {
  const answer = await ask('vault', {}, { value: id, signal })
  return envelope(answer, ['vaults'], ['vault_id'], normaliseVault)
}

/** GET /balances for `all`, else GET /balances/{vault_type}. By asset, then network. BAL-00, BAL-01, BAL-02. */
export async function listBalances(
  type: string,
  parameters: Parameters<'balances'>,
  signal?: AbortSignal,
  session?: string,
): Promise<Records<Holding>> {
  const answer =
    type === 'all'
      ? await ask('balances', parameters, { signal, session })
      : await ask('balancesOfType', parameters, { value: type, signal, session })
  return envelope(answer, ['balance', 'balances'], [], normaliseHolding)
}

function envelope<R>(
  answer: Answer,
  names: readonly string[],
  looksBare: readonly string[],
  normalise: (received: unknown) => R,
): Records<R> {
  const items = envelopeItems(answer.body, names, looksBare)
  if (!items) throw unexpectedBody(answer, `an object with "${names.join('" or "')}"`)
  return {
    records: items.slice(0, mostRowsTaken).map(normalise),
    timestamp: asText(asFields(answer.body)?.timestamp),
    receivedAt: answer.receivedAt,
    ...(items.length > mostRowsTaken && {
      excess: unexpectedBody(
        answer,
        `at most ${countText(limitRange.max)} rows, and got ${countText(items.length)}`,
      ),
    }),
  }
}
