import { countText } from '../../contract/count-text.ts'
import { nameOrId, type Whitelist } from '../../contract/normal-records.ts'
import { Address } from '../../display/addresses/Address.tsx'
import { labelOf, whitelistTypeLabels } from '../../display/labels.ts'
import { nameCells, TruncatedList, textCells } from '../../display/text.tsx'
import type { WhitelistFileColumn } from '../../files/list-export.ts'
import type { ListColumn } from '../../list/list-table.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { addressesFound, type SearchTerms } from './find.ts'

type WhitelistColumn = ListColumn<Whitelist, WhitelistFileColumn>

export function whitelistListColumns(
  rows: readonly Whitelist[],
  terms: SearchTerms | null,
): readonly WhitelistColumn[] {
  const isFound = terms !== null && rows.some((row) => addressesFound(row, terms).length > 0)
  return isFound ? [...standardColumns, foundColumn(terms)] : standardColumns
}

const standardColumns: readonly WhitelistColumn[] = [
  {
    id: 'whitelist_name',
    header: 'Whitelist',
    file: ['whitelist_name'],
    ...nameCells(({ whitelist_name, whitelist_id }) => nameOrId(whitelist_name, whitelist_id)),
    size: 256,
  },
  {
    id: 'whitelist_type',
    header: 'Type',
    file: ['whitelist_type'],
    ...textCells(({ whitelist_type }) => labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type),
    size: 120,
    meta: { card: 'aside' },
  },
  {
    id: 'count',
    header: 'Addresses',
    file: [],
    cell: ({ row }) => row.original.assets.length,
    size: 96,
    meta: { align: 'end' },
  },
  {
    id: 'assets',
    header: 'Assets',
    file: ['asset_id', 'asset_name'],
    cell: ({ row }) => <TruncatedList items={row.original.assets.map((entry) => entry.asset_id)} />,
    size: 256,
    meta: { clips: true },
  },
  {
    id: 'networks',
    header: 'Networks',
    file: ['network_id', 'network_name'],
    cell: ({ row }) => (
      <TruncatedList
        items={row.original.assets.map(({ network_name, network_id }) => nameOrId(network_name, network_id))}
      />
    ),
    size: 256,
    meta: { clips: true },
  },
]

/** Which addresses have the text in them. Shown only where some row has one. */
function foundColumn(terms: SearchTerms): WhitelistColumn {
  return {
    id: 'found',
    header: 'Address found',
    file: [],
    cell: ({ row }) => {
      // One address often stands for several assets.
      const found = [
        ...new Map(addressesFound(row.original, terms).map((entry) => [entry.address, entry])).values(),
      ]
      return (
        <span className={classes(layout.stack, layout.dense)}>
          {found.slice(0, 2).map(({ address, network_id }) => (
            <Address key={address} text={address} networkId={network_id} nameless />
          ))}
          {found.length > 2 && <span className={layout.faint}>and {countText(found.length - 2)} more</span>}
        </span>
      )
    },
    size: 256,
  }
}
