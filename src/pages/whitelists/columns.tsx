import { nameOrId, type Whitelist } from '../../contract/normal-records.ts'
import { labelOf, whitelistTypeLabels } from '../../display/labels.ts'
import { nameCells, TruncatedList, textCells } from '../../display/text.tsx'
import type { WhitelistFileColumn } from '../../files/list-export.ts'
import type { ListColumn } from '../../list/list-table.ts'

type WhitelistColumn = ListColumn<Whitelist, WhitelistFileColumn>

export const whitelistListColumns: readonly WhitelistColumn[] = [
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
