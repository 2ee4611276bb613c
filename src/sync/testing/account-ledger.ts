/** A scripted service of one account: deposits into one vault, listed in any order, with the balance that they add up to. */
import { dayLength } from '../../contract/day.ts'
import { matchEndpoint } from '../../contract/endpoints.ts'
import type { Database } from '../../database/database.ts'
import type { AccountStore } from '../../store/account-store.ts'
import { openStore } from '../../store/store.ts'
import type { TimeWindow } from '../dated-windows.ts'
import { findDays } from '../find-days.ts'
import { readAccount } from '../read-whole.ts'
import { createProfile } from '../service/service-profile.ts'
import {
  type Answer,
  drive,
  outcomeOf,
  type ServiceRead,
  type ServiceRequest,
} from '../service/service-read.ts'
import { pageOf, queryOf, refusal } from '../service/testing/answers.ts'
import { asSpecified, type Ends, today } from '../service/testing/dated-ledger.ts'
import { updateAccount } from '../update-account.ts'

export interface Deposit {
  readonly id: string
  /** Milliseconds; NaN for what no list by date has. */
  readonly at: number
  status: string
  amount: number
}

export interface AccountLedger {
  deposits: Deposit[]
  /** How the service lists them. By default, the newest first. */
  order?: (deposits: readonly Deposit[]) => readonly Deposit[]
  ends?: Ends
  /** The longest page. */
  cap?: number
  ignoresId?: boolean
  /** Before each answer: a path with its query. */
  meanwhile?: (target: string) => void | Promise<void>
  /** Instead of the answer: a path that is refused, or another body. */
  change?: (target: string, body: unknown) => unknown
  /** What the vault holds beside its deposits. */
  surplus?: number
}

export const newestOnTop = (all: readonly Deposit[]) =>
  [...all].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))

export const ledgerNow = today * dayLength + 15 * 3_600_000

export function serveAccount(ledger: AccountLedger) {
  const profile = createProfile()
  const asked: string[] = []
  const clock = { now: ledgerNow }
  const answer = async (request: ServiceRequest): Promise<Answer> => {
    await ledger.meanwhile?.(request.target)
    asked.push(request.target)
    return {
      body: answerTo(ledger, request),
      receivedAt: new Date(clock.now).toISOString(),
    }
  }
  return {
    asked,
    clock,
    profile,
    run: <Value>(reading: ServiceRead<Value>) =>
      drive(reading, (request) => outcomeOf(request, answer(request)), { profile, now: () => clock.now }),
  }
}

/** Throws the `ApiError` with which the service refuses. */
export function answerTo(ledger: AccountLedger, request: Pick<ServiceRequest, 'target'>): unknown {
  const body = bodyOf(ledger, request)
  return ledger.change?.(request.target, body) ?? body
}

function bodyOf(ledger: AccountLedger, request: Pick<ServiceRequest, 'target'>): unknown {
  const path = request.target.split('?')[0] ?? ''
  const { name, value = '' } = matchEndpoint(path) ?? {}
  const listed = (ledger.order ?? newestOnTop)(ledger.deposits)
  if (name === 'transactions') {
    const { limit, offset } = pageOf(request)
    const page = matching(ledger, listed, request).slice(
      offset,
      offset + Math.min(limit, ledger.cap ?? limit),
    )
    return { transactions: page.map(recordOf) }
  }
  if (name === 'transaction') {
    const deposit = listed.find(({ id }) => id === decodeURIComponent(value))
    if (!deposit) throw refusal('TXN-04')
    return recordOf(deposit)
  }
  if (name === 'vaults') return { vaults: vaultsOf(ledger) }
  if (name === 'whitelists') return { whitelists: [] }
  return { balance: [] }
}

function matching(
  ledger: AccountLedger,
  listed: readonly Deposit[],
  request: Pick<ServiceRequest, 'target'>,
) {
  const { start_date, end_date, transaction_id, status } = Object.fromEntries(queryOf(request))
  const isDated = start_date !== undefined || end_date !== undefined
  const ends = isDated ? (ledger.ends ?? asSpecified)(start_date, end_date) : [0, 0]
  if (ends === null) throw refusal('TXN-03')
  const [from, to] = ends
  return listed.filter(
    (deposit) =>
      (!isDated || (deposit.at >= from && deposit.at <= to)) &&
      (ledger.ignoresId || transaction_id === undefined || deposit.id === transaction_id) &&
      (status === undefined || deposit.status === status),
  )
}

function recordOf({ id, status, amount }: Deposit) {
  return {
    transaction_id: id,
    status,
    transaction: {
      ...{
        transaction_type: 'deposit',
        asset_id: 'BTC',
        network_id: 'BTC',
        amount: String(amount),
        fee: '0',
      },
      source: { source_type: 'external', source_address: 'sender' },
      destination: { destination_type: 'vault', destination_id: 'v1' },
    },
  }
}

function vaultsOf({ deposits, surplus = 0 }: AccountLedger) {
  const completed = deposits.filter(({ status }) => status === 'completed')
  const sum = completed.reduce((total, { amount }) => total + amount, surplus)
  const none = { processing_balance: '0', staking_balance: '0', claimable_balance: '0' }
  const balances = { total_balance: String(sum), available_balance: String(sum), ...none }
  const assets = [{ asset_id: 'BTC', network_id: 'BTC', balances }]
  return [{ vault_id: 'v1', vault_name: 'Vault', vault_type: 'cold', assets }]
}

/** An account of its own in a store, and the fence of whoever writes it. */
export async function openAccount(database: Database) {
  const store = await openStore(database)
  accounts += 1
  const identity = { service: 's', reader: { kind: 'typed' }, apiKey: 'k', accountId: `${accounts}` } as const
  const account = await store.account(identity)
  const rows = store.of(account)
  const fence = await rows.takeLease('test', 3600)
  if (fence === null) throw new Error('Another holds the lease.')
  /** When each transaction was recorded; infinite at both ends where that is not known. */
  const spans = async (): Promise<ReadonlyMap<string, TimeWindow>> => {
    const found = await database.query<'id' | 'recorded_from' | 'recorded_before'>(
      'select id, recorded_from, recorded_before from custody_store.transaction where account = $1',
      [account],
    )
    return new Map(
      found.map(({ id, recorded_from: from, recorded_before: before }) => [
        id ?? '',
        { from: Number(from ?? -Infinity), before: Number(before ?? Infinity) },
      ]),
    )
  }
  return {
    rows,
    fence,
    /** The day of each transaction, as its number; null where it is not known. */
    async days(): Promise<ReadonlyMap<string, number | null>> {
      const found = await spans()
      return new Map(
        [...found].map(([id, { from, before }]) => {
          const day = Math.floor(from / dayLength)
          return [id, before <= (day + 1) * dayLength ? day : null]
        }),
      )
    },
    spans,
  }
}

let accounts = 0

/** An account of its own that nothing was read into, and what reads the ledger into it. */
export async function openLedger(database: Database, ledger: AccountLedger) {
  const service = serveAccount(ledger)
  const account = await openAccount(database)
  const { rows, fence } = account
  return {
    ...account,
    service,
    readWhole: () =>
      service.run(readAccount(rows, fence, { onProgress: () => {}, onReadOnce: async () => {} })),
    async update() {
      service.clock.now += 15_000
      return await service.run(updateAccount(rows, fence))
    },
    async findAllDays(mostRequests = 1000) {
      for (let steps = 0, isComplete = false; !isComplete; steps += 1) {
        if (steps > 500) throw new Error('The search does not end.')
        isComplete = (await service.run(findDays(rows, fence, { mostRequests }))).isComplete
      }
    },
  }
}

export async function readLedger(database: Database, ledger: AccountLedger) {
  const opened = await openLedger(database, ledger)
  await opened.readWhole()
  opened.service.asked.length = 0
  return opened
}

/** What the service lists, as `listedIn` has it. */
export function listedBy({ deposits, order = newestOnTop }: AccountLedger): readonly string[] {
  return order(deposits).map(({ id, status, amount }) => `${id} ${status} ${amount}`)
}

/** What the store lists, in its order: id, status and amount. */
export async function listedIn(rows: AccountStore): Promise<readonly string[]> {
  const ids = await rows.firstIds(1_000_000)
  const records = await rows.records(ids)
  return ids.map((id) => `${id} ${records.get(id)?.status} ${records.get(id)?.amount}`)
}
