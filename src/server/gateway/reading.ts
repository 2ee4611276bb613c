/** What a read asked for and returned: listed names and numbers, nothing from a record or a filter value. */
import {
  type AnswerForm,
  type Endpoint,
  type EndpointName,
  endpoints,
  matchEndpoint,
} from '../../contract/endpoints.ts'
import { errorEntry } from '../../contract/errors.ts'
import { pathOf } from '../http.ts'

export type Pair = readonly [name: string, value: string]

export interface ReadRequest {
  /** Sorted by name. Includes the value in the path. */
  readonly filters: readonly Pair[]
  readonly page: Readonly<Record<string, number>>
  /** Number of unknown parameters. */
  readonly unknown: number
}

export function describeRead(name: EndpointName, target: string): ReadRequest {
  const { pathParameter, parameters }: Endpoint = endpoints[name]
  const path = pathOf(target)
  const query = [...new URLSearchParams(target.slice(path.length))]
  const inPath = pathParameter
    ? [[pathParameter.name, decoded(matchEndpoint(path)?.value ?? '')] as const]
    : []
  const isPage = ([each, value]: Pair) => /^(limit|offset)$/.test(each) && /^\d{1,9}$/.test(value)
  const filters = query.filter((pair) => Object.hasOwn(parameters, pair[0]) && !isPage(pair))
  return {
    filters: sortPairs([...inPath, ...filters]),
    page: Object.fromEntries(query.filter(isPage).map(([each, value]) => [each, Number(value)])),
    unknown: query.filter(([each]) => !Object.hasOwn(parameters, each)).length,
  }
}

/** Equal filters must have equal digests. */
export function sortPairs(pairs: readonly Pair[]): readonly Pair[] {
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const filterNames: ReadonlySet<string> = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ parameters, pathParameter }) => [
    ...Object.keys(parameters),
    ...(pathParameter ? [pathParameter.name] : []),
  ]),
)

/** An error body is never as large as a page of records. */
export function mayBeError(status: number, body: Buffer): boolean {
  return body.length <= (status < 400 ? 2048 : 65_536)
}

/** `other` for a code that the read API does not have. Null where the answer is no error. */
export function errorCodeOf(status: number, body: Buffer): string | null {
  if (!mayBeError(status, body)) return null
  try {
    const code: unknown = JSON.parse(body.toString())?.error_code
    return typeof code !== 'string' ? null : errorEntry(code) ? code : 'other'
  } catch {
    return null
  }
}

/** Null where the first four megabytes do not tell. Counts without parsing, so it may miscount a body that is not JSON. */
export function countRecords(endpoint: EndpointName, body: Buffer): number | null {
  const { lists, marks }: AnswerForm = endpoints[endpoint].answer
  const text = body.toString('latin1', 0, mostCounted)
  let depth = 0
  /** In the outermost object: whether the next text is a name, and the name whose value is being read. */
  let isName = false
  let name = ''
  let isMarked = false
  let isCounting = false
  let items = 0
  for (let at = 0; at < text.length; at += 1) {
    if (depth > 2) {
      // Within a record only brackets matter, and records are nearly all of an answer.
      toBracket.lastIndex = at
      if (!toBracket.test(text)) return null
      at = toBracket.lastIndex - 1
    }
    const character = text.charAt(at)
    if (character <= ' ') continue
    if (isCounting && items === 0 && depth === 2 && character !== ']') items = 1
    if (character === '"') {
      const from = at + 1
      toQuote.lastIndex = from
      if (!toQuote.test(text)) return null
      at = toQuote.lastIndex - 1
      if (!isName || depth !== 1) continue
      name = text.slice(from, at)
      isMarked ||= marks.includes(name)
    } else if (character === '{' || character === '[') {
      depth += 1
      if (depth === 1) isName = character === '{'
      if (depth === 2 && lists.includes(name)) {
        // A single record, not a list.
        if (character === '{') return 1
        isCounting = true
      }
    } else if (character === '}' || character === ']') {
      if (isCounting && depth === 2) return items
      depth -= 1
    } else if (character === ',') {
      if (depth === 1) isName = true
      else if (isCounting && depth === 2) items += 1
    } else if (character === ':' && depth === 1) isName = false
  }
  return isMarked && depth === 0 ? 1 : null
}

const mostCounted = 4 * 1024 * 1024

/** To the end of a text, and to the next bracket outside a text. Each character is read once. */
const toQuote = /[^"\\]*(?:\\.[^"\\]*)*"/sy
const toBracket = /[^"{}[\]]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^"{}[\]]*)*[{}[\]]/sy
