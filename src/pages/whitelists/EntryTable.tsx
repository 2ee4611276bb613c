import { useMemo } from 'react'
import { nameOrId, type Whitelist, type WhitelistAsset } from '../../contract/normal-records.ts'
import { FullAddress } from '../../display/addresses/Address.tsx'
import { Memo } from '../../display/identifiers.tsx'
import { assetOnNetwork } from '../../display/labels.ts'
import { usePreferences } from '../../display/preferences.ts'
import { ValueActions } from '../../display/record.tsx'
import { AssetAndNetwork, UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, useDataTable } from '../../ui/data-table.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { transactionsHref } from '../../url/hrefs.ts'
import { FlowFigure, NoMemo, UseDay, useEntryUses } from './entry-uses.tsx'
import type { EntryUses } from './listed-uses.ts'
import styles from './whitelists.module.css'

/** Every address and memo of a whitelist, with how it was used. */
export function EntryTable({ whitelist }: { whitelist: Whitelist }) {
  const { whitelist_id: id, assets } = whitelist
  const uses = useEntryUses(whitelist)
  const { compact } = usePreferences()
  const table = useDataTable({
    columns: useMemo(() => columnsOf(id, uses), [id, uses]),
    data: assets,
    getRowId: (_entry, index) => String(index),
    enableSorting: false,
  })
  return (
    <>
      <div className={styles.entries}>
        <DataTable
          caption="Addresses"
          table={table}
          compact={compact}
          rowLabel={(entry) => {
            const asset = nameOrId(entry.asset_name, entry.asset_id) ?? 'Asset'
            const network = nameOrId(entry.network_name, entry.network_id) ?? '–'
            return withHiddenNamed(`${assetOnNetwork(asset, network)}, ${entry.address ?? ''}: transactions`)
          }}
          rowHref={({ address, asset_id, network_id }) =>
            id && address && asset_id && network_id
              ? transactionsHref({ counterparty: id, address, asset_id, network_id })
              : null
          }
        />
      </div>
      {uses.doubts.length > 0 && <p className={layout.warn}>Transactions may be missing.</p>}
      {uses.whyNone !== null && (
        <p className={layout.small}>
          <UntrustedText text={uses.whyNone} />
        </p>
      )}
    </>
  )
}

function columnsOf(id: string | null, uses: EntryUses): readonly Column<WhitelistAsset>[] {
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      size: 124,
      cell: ({ row: { original } }) => (
        <AssetAndNetwork
          asset={nameOrId(original.asset_name, original.asset_id)}
          network={nameOrId(original.network_name, original.network_id)}
        />
      ),
    },
    {
      id: 'address',
      header: 'Address',
      cell: ({ row: { original } }) => (
        <>
          <div className={layout.line}>
            <div className={classes(layout.fill, styles.address)}>
              <FullAddress text={original.address} networkId={original.network_id} namedId={id} />
            </div>
            <ValueActions
              label="address"
              value={original.address}
              address={{ networkId: original.network_id }}
            />
          </div>
          {original.memo ? (
            <div className={layout.line}>
              <span className={layout.muted}>Memo</span>
              <div className={layout.fill}>
                <Memo text={original.memo} />
              </div>
              <ValueActions label="memo" value={original.memo} />
            </div>
          ) : (
            <NoMemo entry={original} />
          )}
        </>
      ),
    },
    ...(['sent', 'received'] as const).map(
      (direction): Column<WhitelistAsset> => ({
        id: direction,
        header: direction === 'sent' ? 'Sent' : 'Received',
        cell: ({ row: { original } }) => <FlowFigure uses={uses} entry={original} direction={direction} />,
        size: 172,
        meta: { align: 'end' },
      }),
    ),
    ...(['first', 'last'] as const).map(
      (which): Column<WhitelistAsset> => ({
        id: which,
        header: which === 'first' ? 'First' : 'Last',
        cell: ({ row: { original } }) => <UseDay uses={uses} entry={original} which={which} />,
        size: 110,
      }),
    ),
  ]
}
