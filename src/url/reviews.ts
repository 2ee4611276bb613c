import { listCodec } from './list-view.ts'

/** What a review of whitelists looks for, as it is spelled in links and files, in the order in which it is shown. */
export const findingKinds = [
  'unlisted-withdrawal',
  'other-memo',
  'look-alike',
  'failed-checksum',
  'missing-memo',
  'several-names',
  'never-used',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** `/whitelists/hygiene`: `kind` shows the findings of one kind alone; the page is one of those findings. */
export const hygieneView = listCodec({
  filters: [],
  params: ['kind'],
  sticky: ['kind'],
  isUsable: (_name, value) => isFindingKind(value),
})

/** Whether a text names a kind of finding. */
export function isFindingKind(text: string | undefined): text is FindingKind {
  return findingKinds.some((kind) => kind === text)
}

/** `/reconciliation`: the filters of the balances. */
export const reconciliationView = listCodec({
  filters: ['asset_id', 'network_id'],
  params: [],
  isPaged: false,
})
