import { readDecimal } from './decimal.ts'
import {
  decodedSegment,
  type Endpoint,
  limitRange,
  longestPasted,
  longestText,
  type Parameter,
} from './endpoints.ts'
import { changePoolAlias } from './enumerations.ts'
import type { ServiceErrorCode } from './error-codes.ts'
import { serviceErrors } from './errors.ts'
import { readInstant, readTimeRange, type TimeRange } from './time-range.ts'

export interface ReadQuery {
  readonly limit: number
  readonly offset: number
  /** Without dates, in the contract's order. */
  readonly filter: ReadonlyMap<string, string>
  /** All values of the filters that have several. `filter` has the first. */
  readonly several: ReadonlyMap<string, readonly string[]>
  readonly period: TimeRange
  /** The dates of the period, as they were given. */
  readonly dates: { readonly start_date?: string; readonly end_date?: string }
}

/** Of one parameter that may be given several times. Each address is tried as one of every network. */
const mostValues = { address: 20, other: 100 } as const

/** Throws the first applicable `RequestFault`: ERR-00 with every faulty parameter, then the endpoint's codes in order. */
export function readQuery(endpoint: Endpoint, rawQuery: string): ReadQuery {
  const { given, faults } = splitQuery(rawQuery, endpoint)
  const values = new Map<string, string>()
  const several = new Map<string, readonly string[]>()
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const texts = given.get(name)
    if (texts === undefined) continue
    const isSeveral = endpoint.several?.includes(name) === true
    const most = name.endsWith('address') ? mostValues.address : mostValues.other
    if (isSeveral && texts.length > most) {
      faults.push({ code: 'ERR-00', details: `${name} is given more than ${most} times.` })
      continue
    }
    const outcomes = isSeveral
      ? texts.map((text) => readParameter(name, parameter, [text]))
      : [readParameter(name, parameter, texts)]
    const read = outcomes.filter((outcome) => typeof outcome === 'string')
    faults.push(...outcomes.filter((outcome) => typeof outcome !== 'string'))
    if (read[0] !== undefined) values.set(name, read[0])
    if (read.length > 1) several.set(name, read)
  }
  const [start_date, end_date] = [values.get('start_date'), values.get('end_date')]
  const period = readTimeRange(start_date, end_date)
  if ('fault' in period) faults.push({ code: 'TXN-03', details: period.fault })
  refuseFirst(faults)
  return {
    limit: Number(values.get('limit') ?? limitRange.default),
    offset: Number(values.get('offset') ?? 0),
    filter: new Map([...values].filter(([name]) => !notFilters.has(name))),
    several,
    period: 'fault' in period ? {} : period,
    dates: {
      ...(start_date !== undefined && { start_date }),
      ...(end_date !== undefined && { end_date }),
    },
  }
}

export function readPathValue({ pathParameter }: Endpoint, encoded = ''): string {
  const value = decodedSegment(encoded)
  if (value === null) throw new RequestFault('ERR-00', `${pathParameter} is not valid percent-encoded UTF-8.`)
  return value
}

export class RequestFault extends Error {
  readonly code: ServiceErrorCode
  readonly details: string

  constructor(code: ServiceErrorCode, details: string) {
    super(`${code} ${details}`)
    this.code = code
    this.details = details
  }
}

interface Fault {
  readonly code: ServiceErrorCode
  readonly details: string
}

/** Accepted by no parameter. */
const undecodable = Symbol('undecodable')

type Given = string | typeof undecodable

/** Not URLSearchParams: it replaces undecodable bytes with U+FFFD, which turns a broken filter into a different one. */
function splitQuery(rawQuery: string, endpoint: Endpoint): { given: Map<string, Given[]>; faults: Fault[] } {
  const given = new Map<string, Given[]>()
  const faults: Fault[] = []
  for (const piece of rawQuery.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decodeFormText(equals < 0 ? piece : piece.slice(0, equals))
    const value = equals < 0 ? '' : decodeFormText(piece.slice(equals + 1))
    const isDecoded = name !== undecodable && value !== undecodable
    if (name !== undecodable && Object.hasOwn(endpoint.parameters, name))
      given.set(name, [...(given.get(name) ?? []), value])
    else if (!endpoint.hasOthers || !isDecoded)
      faults.push({ code: 'ERR-00', details: unknownParameter(name) })
  }
  return { given, faults }
}

function decodeFormText(text: string): Given {
  return decodedSegment(text.replaceAll('+', ' ')) ?? undecodable
}

function unknownParameter(name: Given): string {
  if (name === undecodable) return 'A parameter name is not valid percent-encoded UTF-8.'
  return `${name === '' ? 'A parameter without a name' : name.slice(0, 64)} is not a parameter of this endpoint.`
}

function readParameter(name: string, parameter: Parameter, texts: readonly Given[]): string | Fault {
  const isEnumerated = Array.isArray(parameter.form)
  const misuse = (details: string): Fault =>
    isEnumerated ? ownFault(parameter) : { code: 'ERR-00', details: `${name} ${details}` }
  const [text = '', ...more] = texts
  if (more.length > 0) return misuse('is given more than once.')
  if (text === undecodable) return misuse('is not valid percent-encoded UTF-8.')
  if (text === '') return misuse('is empty.')
  if (accepts(parameter, text))
    return name === 'transaction_type' && text === changePoolAlias ? 'change pool' : text
  return parameter.refusedWith === 'ERR-00'
    ? { code: 'ERR-00', details: `${name} must be ${describe(parameter)}.` }
    : ownFault(parameter)
}

function ownFault({ refusedWith }: Parameter): Fault {
  return { code: refusedWith, details: serviceErrors[refusedWith].details }
}

/** `readTimeRange` checks dates later. */
function accepts({ form }: Parameter, text: string): boolean {
  // PostgreSQL's text cannot hold U+0000, so no record can match.
  if (form === 'text') return text.length <= longestText && !text.includes('\u0000')
  if (form === 'pasted') return text.length <= longestPasted
  if (form === 'decimal') return text.length <= longestText && readDecimal(text) !== null
  if (form === 'instant') return readInstant(text) !== null
  if ('min' in form) return /^\d+$/.test(text) && Number(text) >= form.min && Number(text) <= form.max
  return form.includes(text)
}

function describe({ form }: Parameter): string {
  if (form === 'text') return `a text of 1 to ${longestText} characters without the character U+0000`
  if (form === 'decimal') return 'a decimal number such as 0.5'
  if (form === 'instant') return 'an instant such as 2026-11-01T14:03:22Z'
  if (form === 'pasted') return `a text of 1 to ${longestPasted} characters`
  return 'min' in form ? `a whole number from ${form.min} to ${form.max}` : `one of ${form.join(', ')}`
}

function refuseFirst(faults: readonly Fault[]): void {
  const general = faults.filter(({ code }) => code === 'ERR-00')
  if (general.length > 0) {
    // Ten are enough. A hostile query must not inflate the answer.
    const named = [...new Set(general.map(({ details }) => details))].slice(0, 10)
    throw new RequestFault('ERR-00', named.join(' '))
  }
  const [first] = faults.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  if (first !== undefined) throw new RequestFault(first.code, first.details)
}

const notFilters: ReadonlySet<string> = new Set(['limit', 'offset', 'start_date', 'end_date'])
