/** What a read asked for and what its answer came to, in names of which there are few and in numbers: nothing that a record or a filter holds. */
import {
  type AnswerForm,
  type Endpoint,
  type EndpointName,
  endpoints,
  matchEndpoint,
} from '../../contract/endpoints.ts'
import { errorEntry } from '../../contract/errors.ts'
import { pathOf } from '../http.ts'

/** Name and value of one filter. */
export type Pair = readonly [name: string, value: string]

/** What a read asked for. */
export interface Asked {
  /** In the order of their names; the value in the path is one of them. */
  readonly filters: readonly Pair[]
  /** Rows asked for and passed over, where they were named. */
  readonly page: Readonly<Record<string, number>>
  /** How many parameters it had that the endpoint does not know. */
  readonly unknown: number
}

/** Reads path and query of a request to the read API. */
export function askedOf(name: EndpointName, target: string): Asked {
  const { pathParameter, parameters }: Endpoint = endpoints[name]
  const path = pathOf(target)
  const query = [...new URLSearchParams(target.slice(path.length))]
  const inPath = pathParameter
    ? [[pathParameter.name, decoded(matchEndpoint(path)?.value ?? '')] as const]
    : []
  const isPage = ([each, value]: Pair) => /^(limit|offset)$/.test(each) && /^\d{1,9}$/.test(value)
  const filters = query.filter((pair) => Object.hasOwn(parameters, pair[0]) && !isPage(pair))
  return {
    filters: inOrder([...inPath, ...filters]),
    page: Object.fromEntries(query.filter(isPage).map(([each, value]) => [each, Number(value)])),
    unknown: query.filter(([each]) => !Object.hasOwn(parameters, each)).length,
  }
}

/** One order, so that the same filter has the same digest. */
export function inOrder(pairs: readonly Pair[]): readonly Pair[] {
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Every name that the contract has for a filter. */
export const filterNames: ReadonlySet<string> = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ parameters, pathParameter }) => [
    ...Object.keys(parameters),
    ...(pathParameter ? [pathParameter.name] : []),
  ]),
)

/** The service's error code; `other` for one that the read API does not have. Null where the answer is no error. */
export function errorCodeOf(status: number, body: Buffer): string | null {
  // No error is as large as a page of records.
  if (body.length > (status < 400 ? 2048 : 65_536)) return null
  try {
    const code: unknown = JSON.parse(body.toString())?.error_code
    return typeof code !== 'string' ? null : errorEntry(code) ? code : 'other'
  } catch {
    return null
  }
}

/**
 * How many records an answer holds; null where that cannot be told, or not within its first four megabytes: counting must not keep others
 * waiting. It counts without parsing, so that amounts become no numbers, and reads no further than the end of the list. A body that is no
 * JSON may be counted wrongly, and fails nothing.
 */
export function rowsOf(endpoint: EndpointName, body: Buffer): number | null {
  const { lists, marks }: AnswerForm = endpoints[endpoint].answer
  const end = Math.min(body.length, mostCounted)
  let depth = 0
  /** Of the outermost object: whether the next text is a name, and the name whose value is read. */
  let isName = false
  let name = ''
  let isMarked = false
  let isCounting = false
  let items = 0
  for (let at = 0; at < end; at += 1) {
    const byte = body[at]
    if (byte === undefined || byte <= 0x20) continue
    if (isCounting && items === 0 && depth === 2 && byte !== bytes.closeList) items = 1
    if (byte === bytes.quote) {
      const from = at + 1
      for (at = from; at < end && body[at] !== bytes.quote; at += 1) if (body[at] === bytes.backslash) at += 1
      if (!isName || depth !== 1) continue
      name = at - from > longestName ? '' : body.toString('latin1', from, at)
      isMarked ||= marks.includes(name)
    } else if (byte === bytes.openObject || byte === bytes.openList) {
      depth += 1
      if (depth === 1) isName = byte === bytes.openObject
      if (depth === 2 && lists.includes(name)) {
        // One record without a list around it.
        if (byte === bytes.openObject) return 1
        isCounting = true
      }
    } else if (byte === bytes.closeObject || byte === bytes.closeList) {
      if (isCounting && depth === 2) return items
      depth -= 1
    } else if (byte === bytes.comma) {
      if (depth === 1) isName = true
      else if (isCounting && depth === 2) items += 1
    } else if (byte === bytes.colon && depth === 1) isName = false
  }
  return isMarked && depth === 0 ? 1 : null
}

const mostCounted = 4 * 1024 * 1024

/** No name that is looked for comes near it. */
const longestName = 64

const bytes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openObject: 0x7b,
  closeObject: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
} as const
