/** Filters by address. For the first rows: must not import a chain, which loads after them. */
import { type Filter, serviceFilter, type TransactionFilter } from '../contract/endpoints.ts'

/** What to ask the service for instead of a filter by address. */
export interface AddressRequests {
  /** Their lists together are that of the filter. */
  readonly requests: readonly Filter<'transactions'>[]
  readonly spellings: readonly string[]
  /** How many further spellings are not asked for. */
  readonly unasked: number
}

/** One request for each spelling, at the end that the filter names or at both. `spell` returns the address as given first. */
export function requestsOf(
  asked: TransactionFilter,
  spell: (address: string) => readonly string[],
): AddressRequests {
  const [address] = [asked.address].flat()
  const filter = serviceFilter(asked)
  const spellings = new Set<string>()
  let unasked = 0
  const spelled = (text: string) => {
    const all = spell(text)
    const asked = all.slice(0, mostSpellings)
    for (const one of asked) spellings.add(one)
    unasked = Math.max(unasked, all.length - asked.length)
    return asked
  }
  let requests: readonly Filter<'transactions'>[] = [filter]
  const narrow = (name: AddressEnd, texts: readonly string[]) =>
    requests.flatMap((request) => texts.map((text) => ({ ...request, [name]: text })))
  for (const name of addressEnds) {
    const text = filter[name]
    if (text !== undefined) requests = narrow(name, spelled(text))
  }
  if (address !== undefined) {
    const texts = spelled(address)
    requests = addressEnds.flatMap((name) => {
      const text = filter[name]
      if (text === undefined) return narrow(name, texts)
      return spell(text).some((one) => texts.includes(one)) ? requests : []
    })
  }
  return { requests: [...new Set(requests)], spellings: [...spellings], unasked }
}

export function hasAddress(filter: TransactionFilter): boolean {
  return filter.address !== undefined || addressEnds.some((name) => filter[name] !== undefined)
}

const addressEnds = ['destination_address', 'source_address'] as const
type AddressEnd = (typeof addressEnds)[number]

/** Each costs a request or two. */
const mostSpellings = 8
