import type { Books } from '../../books/books.ts'
import { nameOrId } from '../../records/labels.ts'
import type { VaultChoice } from '../../url/holdings.ts'

/** Of which vaults a pack is. */
export interface PackScope {
  /** "All vaults and assets", or the names of the vaults that were chosen. */
  readonly text: string
  /** Whether any of these sources and destinations is in it. */
  includes(...ids: readonly (string | null)[]): boolean
}

declare module '../../work/views.ts' {
  interface BooksViews {
    'pack-scope': typeof packScopeText
  }
}

export function packScopeText(books: Books, choice: VaultChoice | null): string {
  return packScope(books, choice).text
}

/** The vaults that were chosen, as the books name them; all of them where none were. */
export function packScope({ holdings }: Books, choice: VaultChoice | null): PackScope {
  if (choice === null) return { text: 'All vaults and assets', includes: () => true }
  const vaults = holdings.at(-1)?.vaults.records ?? []
  const names = new Map(
    'ids' in choice
      ? choice.ids.map((id) => [id, nameOrId(vaults.find(({ vault_id }) => vault_id === id)?.vault_name, id)])
      : vaults.flatMap(({ vault_id, vault_name, vault_type }) =>
          vault_type === choice.type && vault_id !== null ? [[vault_id, nameOrId(vault_name, vault_id)]] : [],
        ),
  )
  const which = 'type' in choice ? `All ${choice.type} vaults: ` : names.size === 1 ? 'Vault ' : 'Vaults '
  return {
    text: `${which}${[...names.values()].join(', ')}`,
    includes: (...ids) => ids.some((id) => id !== null && names.has(id)),
  }
}
