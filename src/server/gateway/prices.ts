/** The operator's file of prices: read at the start, and again when it changes. */
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { countText } from '../../contract/count-text.ts'
import { dayNumber } from '../../contract/day.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
import type { Price, PricesAnswer } from '../../contract/prices.ts'
import { type TextOrigin, WatchedFile } from './watched-file.ts'

type PriceBook = ReturnType<typeof readPriceFile>

/** Throws a sentence about the whole file. Of two different prices for the same day, asset and currency, neither counts. */
export function readPriceFile(name: string, text: string) {
  if (text.includes('\uFFFD')) throw new Error('must be text in UTF-8')
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const names = cellsOf(header) ?? []
  const places = columns.map((column) => names.indexOf(column))
  if (places.includes(-1) || new Set(names).size < names.length)
    throw new Error(
      'must begin with a line that names the columns asset_id, currency, price and date once each',
    )
  const faults: string[] = []
  const rowsByKey = new Map<string, { readonly row: Price; isContradicted: boolean }>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const fault = (why: string) => void faults.push(`Line ${index + 2}: ${why}.`)
    const cells = cellsOf(line)
    const [asset_id = '', currency = '', price = '', date = ''] = places.map((place) => cells?.[place] ?? '')
    const value = readDecimal(price)
    if (cells === null) fault('a quotation mark is missing')
    else if (cells.length > names.length)
      fault('it has more cells than the first line; a number may have a comma in it')
    else if (asset_id === '') fault('it has no asset_id')
    else if (!/^[A-Z]{3}$/.test(currency)) fault('the currency is not three capital letters')
    else if (value === null || value.digits < 0n) fault('the price is not a decimal number')
    else if (dayNumber(date) === null) fault('the date is not YYYY-MM-DD')
    else {
      const key = currency + date + asset_id
      const before = rowsByKey.get(key)
      const isOther = before && compare(readDecimal(before.row.price) ?? value, value) !== 0
      if (isOther) fault('it has another price for the same day, so neither counts')
      if (isOther) before.isContradicted = true
      else if (!before)
        rowsByKey.set(key, { row: { date, asset_id, currency, price }, isContradicted: false })
    }
  }
  const rows = [...rowsByKey.values()].flatMap(({ row, isContradicted }) => (isContradicted ? [] : [row]))
  const prices = new Map<string, Map<string, Price[]>>()
  for (const row of rows.sort((one, other) => (one.date < other.date ? -1 : 1))) {
    const ofCurrency = prices.get(row.currency) ?? new Map<string, Price[]>()
    const ofAsset = ofCurrency.get(row.asset_id) ?? []
    ofAsset.push(row)
    prices.set(row.currency, ofCurrency.set(row.asset_id, ofAsset))
  }
  return {
    source: { name, sha256: createHash('sha256').update(text).digest('hex') },
    currencies: [...prices.keys()].sort(),
    prices,
    faults,
  }
}

const columns = ['asset_id', 'currency', 'price', 'date'] as const

/** Null where a quotation mark is missing. */
function cellsOf(line: string): readonly string[] | null {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim())
  const cells: string[] = []
  for (let rest = `${line},`; rest !== ''; ) {
    const [whole, quoted, plain = ''] = /^\s*(?:"((?:[^"]|"")*)"\s*|([^",]*)),/.exec(rest) ?? []
    if (whole === undefined) return null
    cells.push(quoted?.replaceAll('""', '"') ?? plain.trim())
    rest = rest.slice(whole.length)
  }
  return cells
}

export class Prices {
  readonly #name: string
  readonly #file: WatchedFile<PriceBook>

  /** Throws where there is nothing to begin with. Prices that were read once stay where the file is gone. */
  static async open(origin: TextOrigin, log: FastifyBaseLogger): Promise<Prices> {
    const { name: file } = origin
    const reader = {
      read: (text: string) => readPriceFile(file, text),
      onRead({ source: { sha256 }, currencies, faults }: PriceBook, isAgain: boolean) {
        if (isAgain) log.info({ file, sha256, currencies }, 'prices read again')
        for (const fault of shortened(faults)) log.warn({ file, fault }, 'price that cannot be read')
      },
      onFailure: (why: string) => log.error({ file, why }, 'prices cannot be read'),
    }
    return new Prices(file, await WatchedFile.open(origin, reader))
  }

  private constructor(name: string, file: WatchedFile<PriceBook>) {
    this.#name = name
    this.#file = file
  }

  get currencies(): readonly string[] {
    return this.#file.content.currencies
  }

  /** Another one once the prices are others. */
  get version(): string {
    return this.#file.content.source.sha256
  }

  /** The last price of each asset on or before each day. */
  async on(days: readonly string[], currency: string): Promise<PricesAnswer> {
    const { source, prices, faults } = await this.#file.current()
    const rows = [...(prices.get(currency)?.values() ?? [])].flatMap((ofAsset) => [
      ...new Set(days.flatMap((day) => ofAsset.findLast(({ date }) => date <= day) ?? [])),
    ])
    const { problem } = this.#file
    const changed = `${this.#name} has changed and cannot be read (${problem}). These are the prices as read before.`
    return {
      source,
      rows,
      faults: problem === null ? shortened(faults) : [changed, ...shortened(faults)],
    }
  }
}

function shortened(faults: readonly string[]): readonly string[] {
  const rest = faults.length - mostFaults
  return rest > 0 ? [...faults.slice(0, mostFaults), `And ${countText(rest)} more lines.`] : faults
}

const mostFaults = 1000
