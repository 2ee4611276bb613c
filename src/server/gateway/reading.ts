/** What a read asked for and returned: listed names and numbers, nothing from a record or a filter value. */
import {
  type AnswerForm,
  decodedSegment,
  type Endpoint,
  type EndpointName,
  endpoints,
  matchEndpoint,
  type TransactionFilter,
} from '../../contract/endpoints.ts'
import { errorRemedy, noRecordsCodes } from '../../contract/error-codes.ts'
import { parsedJson, pathOf } from '../http.ts'

/** The smallest request that shows whether a key may read. The specification names the role for this list, and not for vaults and balances. */
export const leastRead = '/transactions?limit=1'

export type Pair = readonly [name: string, value: string]

/** `unknown`: how many parameters the API does not have. */
export function describeRead(name: EndpointName, target: string) {
  const { pathParameter, parameters }: Endpoint = endpoints[name]
  const path = pathOf(target)
  const query = [...new URLSearchParams(target.slice(path.length))]
  const value = matchEndpoint(path)?.value ?? ''
  const inPath = pathParameter ? [[pathParameter, decodedSegment(value) ?? value] as const] : []
  const isPage = ([each, value]: Pair) => /^(limit|offset)$/.test(each) && /^\d{1,15}$/.test(value)
  const filters = query.filter((pair) => Object.hasOwn(parameters, pair[0]) && !isPage(pair))
  return {
    /** Sorted by name. Includes the value in the path. */
    filters: sortPairs([...inPath, ...filters]),
    page: Object.fromEntries(query.filter(isPage).map(([each, value]) => [each, Number(value)])),
    unknown: query.filter(([each]) => !Object.hasOwn(parameters, each)).length,
  }
}

/** Equal filters must have equal digests. */
export function sortPairs(pairs: readonly Pair[]): readonly Pair[] {
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
}

/** Those of reads, and of the console's own, which an export may have. */
export const filterNames: ReadonlySet<string> = new Set([
  'address' satisfies keyof TransactionFilter,
  ...Object.values<Endpoint>(endpoints).flatMap(({ parameters, pathParameter }) => [
    ...Object.keys(parameters),
    ...(pathParameter ? [pathParameter] : []),
  ]),
])

/** An error body is never as large as a page of records. */
export function mayBeError(status: number, body: Buffer): boolean {
  return body.length <= (status < 400 ? 2048 : 65_536)
}

/** In bytes. A larger answer is not read: it would hold up the other requests. */
const mostRead = 4 * 1024 * 1024

/** `code` is `other` where the read API does not have it. `rows` is null where the answer does not tell. */
export function describeAnswer(
  endpoint: EndpointName,
  status: number,
  body: Buffer,
): { readonly code: string | null; readonly rows: number | null } {
  const content = body.length > mostRead ? null : parsedJson(body.toString())
  const fields = content instanceof Object && !Array.isArray(content) ? content : {}
  const field = (name: string): unknown =>
    Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined
  const given = mayBeError(status, body) ? field('error_code') : undefined
  if (typeof given === 'string') {
    const code = errorRemedy(given) ? given : 'other'
    return { code, rows: noRecordsCodes.has(code) ? 0 : null }
  }
  const { lists, marks }: AnswerForm = endpoints[endpoint].answer
  const list = lists.map(field).find((value) => value instanceof Object)
  if (Array.isArray(list)) return { code: null, rows: list.length }
  const isOne = list !== undefined || marks.some((mark) => field(mark) !== undefined)
  return { code: null, rows: isOne ? 1 : null }
}
