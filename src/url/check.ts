import { type ListCodec, listCodec } from './list-view.ts'

/** What is asked on `/check`, by the field names of the API. */
export type CheckParameter = 'address' | 'network_id' | 'asset_id' | 'memo'

const list = listCodec({
  filters: ['address', 'network_id', 'asset_id', 'memo'],
  extras: [],
  defaultLimit: 50,
})

/** `/check`: one address, the network and the asset that it is for, and the memo that came with it. It is no list and has no pages. */
export const checkView: ListCodec<CheckParameter, never> = {
  ...list,
  parse(query) {
    const pairs = [...query]
    const isPaging = ([name]: readonly [string, string]) => name === 'limit' || name === 'offset'
    const view = list.parse(new URLSearchParams(pairs.filter((pair) => !isPaging(pair))))
    const paging = pairs
      .filter(isPaging)
      .map(([name, value]) => ({ name, value, reason: value.trim() === '' ? 'empty' : 'unknown' }) as const)
    return { ...view, refused: [...view.refused, ...paging] }
  },
}
