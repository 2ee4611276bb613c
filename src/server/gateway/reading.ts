/** What a read asked for and returned: listed names and numbers, nothing from a record or a filter value. */
import {
  type AnswerForm,
  decodedSegment,
  type Endpoint,
  type EndpointName,
  endpoints,
} from '../../contract/endpoints.ts'
import { errorRemedy, noRecordsCodes } from '../../contract/error-codes.ts'
import { parametersIn, parsedJson } from '../http.ts'

/** The smallest request that shows whether a key may read. The specification names the role for this list, and not for vaults and balances. */
export const leastRead = '/transactions?limit=1'

export type Pair = readonly [name: string, value: string]

/** `target`: without a prefix. `value`: the parameter in its path. `unknown`: how many parameters the API does not have. */
export function describeRead({ pathParameter, parameters }: Endpoint, target: string, value = '') {
  const query = [...parametersIn(target)]
  const inPath = pathParameter ? [[pathParameter, decodedSegment(value) ?? value] as const] : []
  const isPage = ([each, text]: Pair) => /^(limit|offset)$/.test(each) && /^\d{1,15}$/.test(text)
  // Listed words, and no value of a record.
  const isOrder = ([each, text]: Pair) =>
    /^(sort|by)$/.test(each) && [parameters[each]?.form].flat().includes(text)
  const filters = query.filter(
    (pair) => Object.hasOwn(parameters, pair[0]) && !isPage(pair) && !isOrder(pair),
  )
  const by = query.flatMap((pair) => (pair[0] === 'by' && isOrder(pair) ? pair[1] : []))
  return {
    /** Sorted by name. Includes the value in the path. */
    filters: sortPairs([...inPath, ...filters]),
    page: {
      ...Object.fromEntries(query.filter(isPage).map(([each, text]) => [each, Number(text)])),
      ...Object.fromEntries(query.filter(isOrder)),
      ...(by.length > 0 && { by: by.join() }),
    },
    unknown: query.filter(([each]) => !Object.hasOwn(parameters, each)).length,
  }
}

/** Equal filters must have equal digests. */
export function sortPairs(pairs: readonly Pair[]): readonly Pair[] {
  const textOf = (pair: Pair) => pair.join('\0')
  return [...pairs].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
}

/** An error body is never as large as a page of records. */
function mayBeError(status: number, body: Buffer): boolean {
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
