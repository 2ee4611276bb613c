/**
 * The reserved asset ids of the demonstration data: each makes the vaults and balances, which else agree to the last digit, contradict
 * each other in one way, so that each finding of a reconciliation can be seen. Filtered by one, they answer as without that filter.
 */
import type * as z from 'zod/mini'
import { add, type Decimal, readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { balanceList, type holding, vaultList } from '../../contract/records.ts'
import type { Database } from './database/database.ts'
import { Filter } from './database/filter.ts'
import type { ReadQuery } from './query.ts'
import type { Resources } from './resources.ts'

type LiarName = Extract<EndpointName, 'vaults' | 'balances' | 'balancesOfType'>
type Holding = z.infer<typeof holding>
type AmountName = keyof Holding['balances']

/** One way of not telling the truth about the holding that is chosen for it. */
interface Lie {
  /** The endpoints that do not tell the truth; of the balances of a type, only those of the vault's own. */
  readonly at: readonly LiarName[]
  /** What they make of the holding. */
  readonly say: (held: Holding) => readonly Holding[]
}

/** By its reserved asset id. */
const lies: ReadonlyMap<string, Lie> = new Map([
  // The balance of all is more than cold and warm (and therefore than all vaults, which are cold or warm).
  ['demo-lie-cold-and-warm', { at: ['balances'], say: more('available_balance', 'total_balance') }],
  // A vault holds more than the balances know.
  ['demo-lie-vaults', { at: ['vaults'], say: more('available_balance', 'total_balance') }],
  // A total is more than its parts, everywhere alike.
  ['demo-lie-parts', { at: ['vaults', 'balances', 'balancesOfType'], say: more('total_balance') }],
  // A vault holds an asset of which the balances know nothing.
  ['demo-lie-unknown-asset', { at: ['vaults'], say: (held) => [held, unknownAsset(held)] }],
])

/** What answers a query by a reserved asset id, with the body as text; undefined for every other query and endpoint. */
export type LyingAnswer = (
  name: EndpointName,
  query: ReadQuery,
  timestamp: string,
  value: string,
) => Promise<string> | undefined

/** The lies about one database, told in place of what its resources say. */
export function createLies(database: Database, resources: Resources): LyingAnswer {
  return (name, query, timestamp, value) => {
    const lie = lies.get(query.filter.get('asset_id') ?? '')
    if (lie === undefined || !isLiar(name)) return undefined
    const filter = new Map([...query.filter].filter(([parameter]) => parameter !== 'asset_id'))
    return tell(
      database,
      lie,
      name,
      () => resources[name]({ ...query, filter }, timestamp, value),
      filter,
      value,
    )
  }
}

async function tell(
  database: Database,
  lie: Lie,
  name: LiarName,
  truth: () => Promise<string>,
  filter: ReadonlyMap<string, string>,
  type: string,
): Promise<string> {
  const body = await truth()
  const target = await chooseHolding(database, filter.get('network_id'))
  if (!lie.at.includes(name) || target === undefined) return body
  const alter = (held: Holding) =>
    held.asset_id === target.asset_id && held.network_id === target.network_id ? lie.say(held) : [held]
  if (name === 'vaults') {
    const { timestamp, vaults } = vaultList.parse(JSON.parse(body))
    const altered = vaults.map((vault) =>
      vault.vault_id === target.vault_id ? { ...vault, assets: vault.assets.flatMap(alter) } : vault,
    )
    return JSON.stringify({ timestamp, vaults: altered })
  }
  if (name === 'balancesOfType' && type !== target.vault_type) return body
  const list = balanceList.parse(JSON.parse(body))
  return JSON.stringify({ ...list, balance: list.balance.flatMap(alter) })
}

/** The same for all endpoints and pages: the first holding of the first vault. */
async function chooseHolding(database: Database, networkId: string | undefined) {
  const filter = new Filter()
  filter.equal('h.network_id', networkId)
  const [row] = await database.query<'vault_id' | 'vault_type' | 'asset_id' | 'network_id'>(
    `select v.vault_id, v.vault_type, h.asset_id, h.network_id
    from holding h join vault v on v.vault_id = h.vault_id where ${filter.sql}
    order by v.vault_name, v.vault_id, h.asset_id, h.network_id limit 1`,
    filter.parameters,
  )
  return row
}

function isLiar(name: EndpointName): name is LiarName {
  return name === 'vaults' || name === 'balances' || name === 'balancesOfType'
}

/** Far too little to be seen in a rounded figure. */
const little: Decimal = { digits: 1n, scale: 6 }

function more(...names: readonly AmountName[]): Lie['say'] {
  return (held) => {
    const balances = { ...held.balances }
    for (const name of names) {
      const amount = readDecimal(balances[name])
      if (amount) balances[name] = writeDecimal(add(amount, little))
    }
    return [{ ...held, balances }]
  }
}

function unknownAsset({ network_id, network_name }: Holding): Holding {
  return {
    asset_id: 'DEMO-UNKNOWN',
    asset_name: 'Unknown to the balances',
    network_id,
    network_name,
    balances: {
      total_balance: '1',
      available_balance: '1',
      processing_balance: '0',
      staking_balance: '0',
      claimable_balance: '0',
    },
  }
}
