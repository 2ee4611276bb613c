import { listCodec } from './list-view.ts'

/** `/reconciliation`: the filters of the balances; `show=differences` leaves out what agrees; the page is one of the findings. */
export const reconciliationView = listCodec({
  filters: ['asset_id', 'network_id'],
  extras: ['show'],
  staying: ['show'],
  isUsable: (_name, value) => value === 'differences',
})
