/** `/statements`: which vaults, assets and days it is about, and what of it is shown. */
import { pathSegment } from '../contract/path-segment.ts'
import { type HoldingId, readHoldingId, writeHoldingId } from './holding-id.ts'
import { ListCodec } from './list-view.ts'
import { neighbourOf, type Period, periodAround, readPeriod, writePeriod } from './periods.ts'

/**
 * `vaults`: `cold`, `warm`, or ids with commas between them; all where it is not there. `assets`: holdings such as `USDC_ETH@ETH`, with
 * commas between them. `period`: see `readPeriod`. `holding`: the one whose ledger is shown.
 */
export const statementsView = new ListCodec({
  filters: [],
  params: ['vaults', 'assets', 'period', 'holding'],
  sticky: ['vaults', 'assets', 'period', 'holding'],
  retired: ['show', 'form'],
  isPaged: false,
  isUsable: (name, value) => {
    switch (name) {
      case 'vaults':
        return readVaults(value) !== null
      case 'assets':
        return readAssets(value) !== null
      case 'period':
        return readPeriod(value) !== null
      case 'holding':
        return readVaultHolding(value) !== null
    }
  },
})

/** What a statement is of. */
export interface StatementQuery {
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
  readonly assets: readonly HoldingId[] | null
  readonly period: Period
}

/** Reads the parameters of a link. Without a period it is the last month that is over on a day, given as `YYYY-MM-DD`. */
export function readStatementQuery(
  { vaults, assets, period }: Readonly<Partial<Record<'vaults' | 'assets' | 'period', string | undefined>>>,
  today: string,
): StatementQuery {
  return {
    vaults: vaults === undefined ? null : readVaults(vaults),
    assets: assets === undefined ? null : readAssets(assets),
    period: (period && readPeriod(period)) || neighbourOf(periodAround('month', today), -1),
  }
}

/** The parameters of a statement, as its link and its files have them. */
export function statementParameters({ vaults, assets, period }: StatementQuery) {
  return {
    period: writePeriod(period),
    ...(vaults && { vaults: writeVaults(vaults) }),
    ...(assets && { assets: writeAssets(assets) }),
  }
}

/** A statement, and within it the ledger of a holding. */
export function statementHref(query: StatementQuery, holding: string | null = null): string {
  return statementsView.href(
    '/statements',
    {},
    { ...statementParameters(query), ...(holding && { holding }) },
  )
}

/** The statements of some vaults. */
export function statementsHref(vaults: VaultChoice): string {
  return statementsView.href('/statements', {}, { vaults: writeVaults(vaults) })
}

/** The vaults of a statement: those of a type, or by their ids. */
export type VaultChoice = { readonly type: 'cold' | 'warm' } | { readonly ids: readonly string[] }

/** Reads `vaults`; null for what means nothing. */
export function readVaults(text: string): VaultChoice | null {
  if (text === 'cold' || text === 'warm') return { type: text }
  const ids = text.split(',').map(decoded)
  return ids.every((id) => id !== null && id !== '') ? { ids: ids.filter((id) => id !== null) } : null
}

/** Writes `vaults`; an id that is called like a type is told from it by its escape. */
export function writeVaults(choice: VaultChoice): string {
  if ('type' in choice) return choice.type
  const [first = '', ...others] = choice.ids.map(pathSegment)
  const only = others.length === 0 && (first === 'cold' || first === 'warm')
  return only ? `%${first.charCodeAt(0).toString(16)}${first.slice(1)}` : [first, ...others].join(',')
}

/** Reads `assets`; null for what means nothing. */
export function readAssets(text: string): readonly HoldingId[] | null {
  const assets = text.split(',').map(readHoldingId)
  return assets.every((asset) => asset !== null) ? assets.filter((asset) => asset !== null) : null
}

/** Writes `assets`; those without an asset id, which nothing can name, are left out. */
export function writeAssets(assets: readonly Parameters<typeof writeHoldingId>[0][]): string {
  return assets.flatMap((asset) => writeHoldingId(asset) ?? []).join(',')
}

/** One asset in one vault. */
export interface VaultHolding {
  readonly vault_id: string
  readonly asset: HoldingId
}

/** Reads `holding`: `vlt_1/USDC_ETH@ETH`; null for what means nothing. */
export function readVaultHolding(text: string): VaultHolding | null {
  const [vault, held, ...rest] = text.split('/')
  const vault_id = decoded(vault ?? '')
  const asset = held === undefined || rest.length > 0 ? null : readHoldingId(held)
  return vault_id && asset ? { vault_id, asset } : null
}

/** Writes `holding`; null where the vault or the asset has no id. */
export function writeVaultHolding(held: {
  readonly vault_id: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
}): string | null {
  const asset = writeHoldingId(held)
  return held.vault_id && asset ? `${pathSegment(held.vault_id)}/${asset}` : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
