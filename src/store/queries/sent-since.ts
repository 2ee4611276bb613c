/** What was seen to complete to parties, each since a moment of its own. */
import type { Queries } from '../../database/database.ts'
import { Condition } from '../../database/sql.ts'
import { wholeText } from '../database-text.ts'
import { networksOf } from './address-keys.ts'
import { addressParty, isOfParty, type ResolvedParty, whitelistEntries } from './party.ts'
import { isChangedSince } from './transaction-query.ts'
import { decimalOf } from './transactions.ts'

export interface SentSinceQuestion {
  readonly kind: 'whitelist' | 'address'
  readonly id: string
  readonly memo: string | null
  /** Told by a later reading than this: milliseconds since 1970. */
  readonly after: number
}

export interface SentSum {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly count: number
  /** Exact decimal text. */
  readonly amount: string
  /** Amounts that are no decimals, which are in no sum. */
  readonly amountless: number
}

/** In the order of the questions. */
export async function sentSince(
  queries: Queries,
  account: string,
  questions: readonly SentSinceQuestion[],
): Promise<readonly (readonly SentSum[])[]> {
  const asked = await resolved(queries, account, questions)
  const answers: (readonly SentSum[])[] = []
  for (let at = 0; at < asked.length; at += mostAtOnce)
    answers.push(...(await sentSinceIn(queries, account, asked.slice(at, at + mostAtOnce))))
  return answers
}

/** A statement has room for so many parameters. */
const mostAtOnce = 200

interface Asked {
  readonly party: ResolvedParty
  readonly after: number
}

async function resolved(
  queries: Queries,
  account: string,
  questions: readonly SentSinceQuestion[],
): Promise<readonly Asked[]> {
  const ids = [...new Set(questions.flatMap(({ kind, id }) => (kind === 'whitelist' ? id : [])))]
  const entries = await whitelistEntries(queries, account, ids)
  const networks = await networksOf(queries, account)
  return questions.map(({ kind, id, memo, after }) => ({
    party:
      kind === 'address'
        ? addressParty(networks, id, memo)
        : { kind, id, name: null, memo, accounts: entries.get(id) ?? [] },
    after,
  }))
}

async function sentSinceIn(
  queries: Queries,
  account: string,
  asked: readonly Asked[],
): Promise<readonly (readonly SentSum[])[]> {
  const where = new Condition([account])
  const parts = asked.map(
    ({ party, after }, place) =>
      `select ${place} as place, asset_id, network_id, amount from custody_store.transaction
      where account = $1 and gone_in is null and status = 'completed'
        and ${isChangedSince(where, { after, to: ['completed'] })} and ${isOfParty('destination', party, where)}`,
  )
  const rows = await queries.query<'place' | 'asset_id' | 'network_id' | 'count' | 'sum' | 'amountless'>(
    `select place, asset_id, network_id, count(*) as count, sum(amount)::text as sum,
      count(*) - count(amount) as amountless
    from (${parts.join(' union all ')}) as sent
    group by place, asset_id, network_id order by place, count(*) desc, asset_id, network_id`,
    where.parameters,
  )
  return asked.map((_, place) =>
    rows
      .filter((row) => Number(row.place) === place)
      .map((row) => ({
        ...{ asset_id: wholeText(row.asset_id), network_id: wholeText(row.network_id) },
        ...{ count: Number(row.count), amount: decimalOf(row.sum), amountless: Number(row.amountless) },
      })),
  )
}
