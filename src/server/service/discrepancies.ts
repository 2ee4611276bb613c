/** Reserved account ids make the demonstration's vaults and balances disagree about one holding, each in one way. */
import type * as z from 'zod/mini'
import { add, readDecimal, writeDecimal } from '../../contract/decimal.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { readQuery } from '../../contract/query.ts'
import { balanceList, type holding, vaultList } from '../../contract/records.ts'
import type { Resources } from './resources.ts'

type Holding = z.infer<typeof holding>

interface Discrepancy {
  /** Of the balances of a type, only the type of the vault changes. */
  readonly at: readonly EndpointName[]
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

/** Alters the first holding of the first vault. */
export async function withDiscrepancy(
  resources: Resources,
  account: string,
  name: EndpointName,
  body: string,
  value: string,
): Promise<string> {
  const discrepancy = discrepancies.get(account)
  if (!discrepancy?.at.includes(name)) return body
  const firstVault = await resources.vaults(
    readQuery(endpoints.vaults, 'limit=1'),
    new Date().toISOString(),
    '',
  )
  const [vault] = vaultList.parse(JSON.parse(firstVault)).vaults
  const target = vault?.assets[0]
  if (target === undefined || (name === 'balancesOfType' && value !== vault?.vault_type)) return body
  const alter = (held: Holding) =>
    held.asset_id === target.asset_id && held.network_id === target.network_id
      ? discrepancy.alter(held)
      : [held]
  if (name === 'balances' || name === 'balancesOfType') {
    const list = balanceList.parse(JSON.parse(body))
    return JSON.stringify({ ...list, balance: list.balance.flatMap(alter) })
  }
  const list = vaultList.parse(JSON.parse(body))
  const vaults = list.vaults.map((each) =>
    each.vault_id === vault?.vault_id ? { ...each, assets: each.assets.flatMap(alter) } : each,
  )
  return JSON.stringify({ ...list, vaults })
}

/** By too little to show in a rounded figure. */
function more(...names: readonly (keyof Holding['balances'])[]): Discrepancy['alter'] {
  return (held) => {
    const balances = { ...held.balances }
    for (const name of names) {
      const amount = readDecimal(balances[name])
      if (amount) balances[name] = writeDecimal(add(amount, { digits: 1n, scale: 6 }))
    }
    return [{ ...held, balances }]
  }
}

function unknownAsset({ network_id, network_name }: Holding): Holding {
  const none = { processing_balance: '0', staking_balance: '0', claimable_balance: '0' }
  return {
    asset_id: 'DEMO-UNKNOWN',
    asset_name: 'Unknown to the balances',
    network_id,
    network_name,
    balances: { total_balance: '1', available_balance: '1', ...none },
  }
}
