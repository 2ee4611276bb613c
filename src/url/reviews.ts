import { listCodec } from './list-view.ts'

/** `/reconciliation`: the filters of the balances. */
export const reconciliationView = listCodec({
  filters: ['asset_id', 'network_id'],
  params: [],
  isPaged: false,
})
