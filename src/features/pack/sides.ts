/** A record as it was and as it is, field beside field. */

import { amountNames, type Vault, type Whitelist, type WhitelistAsset } from '../../api/records.ts'
import type { Books } from '../../books/books.ts'
import type { Changes } from '../../books/compare.ts'
import { type HoldingKey, holdingName } from '../../books/day-book.ts'
import type { Both } from '../../books/pairs.ts'
import type { DatedTransaction } from '../../books/transaction-differences.ts'
import { dayText } from '../../contract/day.ts'
import { amountLabels, assetOnNetwork, nameOrId } from '../../records/labels.ts'
import { transactionHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { transactionCells } from '../report/logic.ts'

export interface Sides {
  /** What kind of record it is, and what it is called. */
  readonly title: string
  readonly rows: readonly SideRow[]
  /** The page of the record in the later books; null where they do not have it. */
  readonly href: string | null
}

/** A field of a record as it was and as it is. */
export interface SideRow extends Both<string> {
  readonly label: string
  readonly isAmount: boolean
  /** Whether both books have the record, and not with this. */
  readonly differs: boolean
}

/** The fields of a record. Several may have one name, such as the addresses of a whitelist. */
type Lines = readonly (readonly [label: string, text: string | null])[]

/** Names of lines, which a link has: a kind of record, and which it is. */
export const changeIds = {
  transaction: (id: string) => `transaction:${id}`,
  whitelist: ({ before, after }: Both<Whitelist>) => `whitelist:${(after ?? before)?.whitelist_id}`,
  entry: (index: number) => `entry:${index}`,
  vault: (id: string | null) => `vault:${id}`,
  holding: (key: HoldingKey) => `holding:${holdingName(key)}`,
} as const

/** The record of a line; null where nothing that changed has this name. */
export function sidesOf(id: string, changes: Changes, books: Both<Books>): Sides | null {
  const { transactions, whitelists, vaults, holdings } = changes
  const kind = id.slice(0, id.indexOf(':'))
  if (kind === 'transaction') {
    const found = transactions.find((each) => changeIds.transaction(each.id) === id)
    const href = found?.after ? transactionHref(found.id) : null
    return found ? { title: `Transaction ${found.id}`, rows: rowsOf(found, transactionLines), href } : null
  }
  if (kind === 'whitelist' || kind === 'entry') {
    const found = whitelists.find(({ list, entry }, index) =>
      kind === 'entry' ? entry && changeIds.entry(index) === id : !entry && changeIds.whitelist(list) === id,
    )
    if (!found) return null
    const { list, entry } = found
    const shown = list.after ?? list.before
    const listId = list.after?.whitelist_id ?? null
    return {
      title: ['Whitelist', nameOrId(shown?.whitelist_name, shown?.whitelist_id)].filter(Boolean).join(' '),
      rows: entry ? rowsOf(entry, entryLines) : rowsOf(list, whitelistLines),
      href: listId ? whitelistHref(listId) : null,
    }
  }
  if (kind === 'vault') {
    const found = vaults.find(
      ({ before, after }) => changeIds.vault((after ?? before)?.vault_id ?? null) === id,
    )
    if (!found) return null
    const lines = ({ vault_id, vault_name, vault_type }: Vault): Lines =>
      named({ vault_id, vault_name, vault_type })
    const vaultId = found.after?.vault_id ?? null
    const shown = found.after ?? found.before
    const title = ['Vault', nameOrId(shown?.vault_name, shown?.vault_id)].filter(Boolean).join(' ')
    return { title, rows: rowsOf(found, lines), href: vaultId ? vaultHref(vaultId) : null }
  }
  const found = holdings.find(({ key }) => changeIds.holding(key) === id)
  if (!found) return null
  const { key, vault } = found
  const of = (side: Books | null) =>
    side?.holdings
      .at(-1)
      ?.vaults.records.filter(({ vault_id }) => vault_id === key.vault_id)
      .flatMap(({ assets }) => assets)
      .find(({ asset_id, network_id }) => asset_id === key.asset_id && network_id === key.network_id) ?? null
  return {
    title: `${assetOnNetwork(`${key.asset_id}`, `${key.network_id}`)} in ${vault?.label ?? key.vault_id}`,
    rows: rowsOf({ before: of(books.before), after: of(books.after) }, ({ balances }) =>
      amountNames.map((name) => [amountLabels[name].label, balances[name]]),
    ),
    href: key.vault_id ? vaultHref(key.vault_id) : null,
  }
}

function transactionLines({ transaction, day }: DatedTransaction): Lines {
  const { asset_name, network_name, blockexplorer_link } = transaction
  const names = { asset_name, network_name, blockexplorer_link }
  const recorded_on = day === null ? null : dayText(day)
  return named({ recorded_on, ...transactionCells(transaction), ...names })
}

function entryLines({ asset_id, network_id, address, memo }: WhitelistAsset): Lines {
  return named({ asset_id, network_id, address, memo })
}

function whitelistLines({ whitelist_id, whitelist_name, whitelist_type, assets }: Whitelist): Lines {
  return [
    ...named({ whitelist_id, whitelist_name, whitelist_type }),
    ...assets.map(
      ({ asset_id, network_id, address, memo }) =>
        [
          assetOnNetwork(`${asset_id}`, `${network_id}`),
          `${address}${memo ? `, memo ${memo}` : ''}`,
        ] as const,
    ),
  ]
}

function rowsOf<R>({ before, after }: Both<R>, linesOf: (record: R) => Lines): readonly SideRow[] {
  const was = before === null ? [] : linesOf(before)
  const rest = after === null ? [] : [...linesOf(after)]
  const isBoth = before !== null && after !== null
  const row = (label: string, before: string | null, after: string | null) => ({
    ...{ label, before, after },
    isAmount: amountFields.has(label),
    differs: isBoth && (before ?? '') !== (after ?? ''),
  })
  const rows = was.map(([label, text]) => {
    const isUnique = was.filter(([each]) => each === label).length === 1
    const at = rest.findIndex(([each, other]) => each === label && (isUnique || other === text))
    const [other] = at < 0 ? [] : rest.splice(at, 1)
    return row(label, text, other?.[1] ?? null)
  })
  return [...rows, ...rest.map(([label, text]) => row(label, null, text))].filter(
    ({ before, after }) => before || after,
  )
}

/** What a field of the API is called: most are called so there. */
export function fieldLabel(field: string): string {
  const words = (fieldNames[field] ?? field).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const fieldNames: Readonly<Record<string, string>> = {
  txn_hash: 'hash',
  blockexplorer_link: 'explorer link',
  transaction_type: 'type',
  asset_id: 'asset',
  network_id: 'network',
}

function named(fields: Readonly<Record<string, string | null>>): Lines {
  return Object.entries(fields).map(([field, text]) => [fieldLabel(field), text])
}

const amountFields: ReadonlySet<string> = new Set([
  ...['amount', 'fee'].map(fieldLabel),
  ...amountNames.map((name) => amountLabels[name].label),
])
