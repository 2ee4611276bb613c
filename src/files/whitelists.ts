import { normaliseWhitelist } from '../api/normalise.ts'
import type { Whitelist } from '../api/records.ts'
import { whitelistList } from '../api/walk/lists.ts'
import { whitelistHref } from '../url/hrefs.ts'
import { whitelistsList } from '../url/lists.ts'
import type { ListExport, Row } from './list-export.ts'

/** Whitelists: one row for each address; one with empty cells for a whitelist without any. */
export const whitelistsExport: ListExport<Whitelist> = {
  name: 'whitelists',
  of: whitelistsList,
  columns: [
    { name: 'whitelist_id', label: 'Whitelist id' },
    { name: 'whitelist_name', label: 'Whitelist' },
    { name: 'whitelist_type', label: 'Type' },
    { name: 'asset_id', label: 'Asset' },
    { name: 'asset_name', label: 'Asset name' },
    { name: 'network_id', label: 'Network' },
    { name: 'network_name', label: 'Network name' },
    { name: 'address', label: 'Address' },
    { name: 'memo', label: 'Memo' },
  ],
  shownBy: {
    whitelist_name: ['whitelist_name'],
    whitelist_type: ['whitelist_type'],
    assets: ['asset_id', 'asset_name'],
    networks: ['network_id', 'network_name'],
  },
  identity: ['whitelist_id', 'asset_id', 'network_id', 'address', 'memo'],
  recordIdentity: ['whitelist_id'],
  totals: { by: ['whitelist_type', 'asset_id', 'network_id'], sums: [] },
  whole: whitelistList,
  hrefOf: ([id]) => (id ? whitelistHref(id) : null),
  rowsOf: ({ whitelist_id, whitelist_name, whitelist_type, assets }) => {
    const addresses: readonly Row[] =
      assets.length === 0
        ? [noAddress]
        : assets.map(({ asset_id, asset_name, network_id, network_name, address, memo }) => ({
            asset_id,
            asset_name,
            network_id,
            network_name,
            address,
            memo,
          }))
    return addresses.map((row) => ({ whitelist_id, whitelist_name, whitelist_type, ...row }))
  },
  normalise: normaliseWhitelist,
  received: ({ received }) => received,
  hasOthers: ({ others, assets }) => others.length > 0 || assets.some((entry) => entry.others.length > 0),
}

const noAddress: Row = {
  asset_id: null,
  asset_name: null,
  network_id: null,
  network_name: null,
  address: null,
  memo: null,
}
