import { isSameAmount } from './shares.ts'

/** What the lists of either vault type say about a holding: null where they do not name it. */
export interface ColdAndWarm {
  readonly cold: string | null
  readonly warm: string | null
}

/** An asset that one type holds all of is not in the other's list: that is nothing, and no missing figure. */
export function completed({ cold, warm }: ColdAndWarm, total: string | null): ColdAndWarm {
  if (cold === null && isSameAmount(warm, total)) return { cold: '0', warm }
  if (warm === null && isSameAmount(cold, total)) return { cold, warm: '0' }
  return { cold, warm }
}
