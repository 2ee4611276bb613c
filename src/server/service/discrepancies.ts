/** Reserved ids make vaults and balances disagree, each in one way: as `asset_id` in that answer, as the account id in all. */
import type * as z from 'zod/mini'
import { add, type Decimal, readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { balanceList, type holding, vaultList } from '../../contract/records.ts'
import { Condition, type Database } from './database/database.ts'
import type { Resources } from './resources.ts'

type AlteredEndpoint = Extract<EndpointName, 'vaults' | 'vault' | 'balances' | 'balancesOfType'>
type Holding = z.infer<typeof holding>
type AmountName = keyof Holding['balances']

interface Discrepancy {
  /** Of the balances of a type, only the type of the vault changes. */
  readonly at: readonly AlteredEndpoint[]
  readonly alter: (held: Holding) => readonly Holding[]
}

const discrepancies: ReadonlyMap<string, Discrepancy> = new Map([
  ['demo-discrepancy-cold-and-warm', { at: ['balances'], alter: more('available_balance', 'total_balance') }],
  ['demo-discrepancy-vaults', { at: ['vaults', 'vault'], alter: more('available_balance', 'total_balance') }],
  [
    'demo-discrepancy-parts',
    { at: ['vaults', 'vault', 'balances', 'balancesOfType'], alter: more('total_balance') },
  ],
  [
    'demo-discrepancy-unknown-asset',
    { at: ['vaults', 'vault'], alter: (held) => [held, unknownAsset(held)] },
  ],
])

export type DemonstrationRead = (
  name: EndpointName,
  account: string,
  ...asked: Parameters<Resources[EndpointName]>
) => Promise<string>

export function withDiscrepancies(database: Database, resources: Resources): DemonstrationRead {
  return async (name, account, query, timestamp, value) => {
    const byAsset = discrepancies.get(query.filter.get('asset_id') ?? '')
    const discrepancy = byAsset ?? discrepancies.get(account)
    if (discrepancy === undefined || !isAltered(name)) return await resources[name](query, timestamp, value)
    const filter = new Map(query.filter)
    if (byAsset) filter.delete('asset_id')
    const body = await resources[name]({ ...query, filter }, timestamp, value)
    const target = await chooseHolding(database, byAsset && filter.get('network_id'))
    if (!discrepancy.at.includes(name) || target === undefined) return body
    if (name === 'balancesOfType' && value !== target.vault_type) return body
    const alter = (held: Holding) =>
      held.asset_id === target.asset_id && held.network_id === target.network_id
        ? discrepancy.alter(held)
        : [held]
    if (name === 'balances' || name === 'balancesOfType') {
      const list = balanceList.parse(JSON.parse(body))
      return JSON.stringify({ ...list, balance: list.balance.flatMap(alter) })
    }
    const list = vaultList.parse(JSON.parse(body))
    const vaults = list.vaults.map((vault) =>
      vault.vault_id === target.vault_id ? { ...vault, assets: vault.assets.flatMap(alter) } : vault,
    )
    return JSON.stringify({ ...list, vaults })
  }
}

async function chooseHolding(database: Database, networkId: string | undefined) {
  const filter = new Condition()
  filter.equal('h.network_id', networkId)
  const [row] = await database.query<'vault_id' | 'vault_type' | 'asset_id' | 'network_id'>(
    `select v.vault_id, v.vault_type, h.asset_id, h.network_id
    from holding h join vault v on v.vault_id = h.vault_id where ${filter.sql}
    order by v.vault_name, v.vault_id, h.asset_id, h.network_id limit 1`,
    filter.parameters,
  )
  return row
}

function isAltered(name: EndpointName): name is AlteredEndpoint {
  return name !== 'transactions' && name !== 'transaction' && name !== 'whitelists'
}

/** Too little to show in a rounded figure. */
const little: Decimal = { digits: 1n, scale: 6 }

function more(...names: readonly AmountName[]): Discrepancy['alter'] {
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
