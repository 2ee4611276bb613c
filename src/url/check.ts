import { listCodec } from './list-view.ts'

/** `/check`: one address, the network and the asset that it is for, and the memo that came with it. */
export const checkView = listCodec({
  filters: ['address', 'network_id', 'asset_id', 'memo'],
  extras: [],
  isPaged: false,
})
