/** What a read asked for and returned: listed names and numbers, nothing from a record or a filter value. */
import { decodedSegment, type Endpoint } from '../../contract/endpoints.ts'
import { errorRemedy } from '../../contract/error-codes.ts'
import { asFields } from '../../contract/normal-records.ts'
import { parametersIn, parsedJson } from '../http.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** The smallest request that shows whether a key may read. The specification names the role for this list, and not for vaults and balances. */
export const leastRead = '/transactions?limit=1'

export type Pair = readonly [name: string, value: string]

/** `target`: without a prefix. `value`: the parameter in its path. `unknown`: how many the endpoint does not name, such as those of a report. */
export function describeRead(
  { pathParameter, parameters, hasOthers }: Endpoint,
  target: string,
  value: string,
) {
  const query = [...parametersIn(target)]
  const inPath = pathParameter ? [[pathParameter, decodedSegment(value) ?? value] as const] : []
  const isPage = ([each, text]: Pair) => /^(limit|offset)$/.test(each) && /^\d{1,15}$/.test(text)
  // Listed words, and no value of a record.
  const isOrder = ([each, text]: Pair) =>
    /^(sort|by)$/.test(each) && [parameters[each]?.form].flat().includes(text)
  const filters = query.filter(
    (pair) => Object.hasOwn(parameters, pair[0]) && !isPage(pair) && !isOrder(pair),
  )
  const others = query.filter(([each]) => !Object.hasOwn(parameters, each))
  const by = query.flatMap((pair) => (pair[0] === 'by' && isOrder(pair) ? pair[1] : []))
  return {
    /** Sorted by name. Includes the value in the path. */
    filters: sortPairs([...inPath, ...filters]),
    /** With what the names are not told of. */
    digested: sortPairs([...inPath, ...filters, ...(hasOthers ? others : [])]),
    page: {
      ...Object.fromEntries(query.filter(isPage).map(([each, text]) => [each, Number(text)])),
      ...Object.fromEntries(query.filter(isOrder)),
      ...(by.length > 0 && { by: by.join() }),
    },
    unknown: others.length,
  }
}

/** Equal filters must have equal digests. */
export function sortPairs(pairs: readonly Pair[]): readonly Pair[] {
  const textOf = (pair: Pair) => pair.join('\0')
  return [...pairs].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
}

/** `other` where the read API does not have it; null where the body is no error, which is never as large as a page of records. */
export function errorCodeIn({ status, body }: UpstreamAnswer): string | null {
  const content = body.length > (status < 400 ? 2048 : 65_536) ? null : asFields(parsedJson(body.toString()))
  const given = content?.error_code
  if (typeof given !== 'string') return null
  return errorRemedy(given) ? given : 'other'
}
