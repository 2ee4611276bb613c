/** What is in an audit pack: the reports and lists of a period, and every record of the account. All of it is of one moment. */
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type ConsoleListName, consoleEndpoints } from '../../../contract/console-api.ts'
import { dayLength } from '../../../contract/day.ts'
import { listNames } from '../../../contract/list-names.ts'
import type { Price, Valuation } from '../../../contract/prices.ts'
import { readQuery } from '../../../contract/query.ts'
import type { Report } from '../../../contract/report.ts'
import type { AboutFiles, Subject } from '../../../evidence/about.ts'
import { madeFileName } from '../../../files/file-name.ts'
import type { ByteSink, WrittenFile } from '../../../files/written-file.ts'
import { type AnyReport, isLongReport, isRefusal, type PackScope } from '../../../reports/entry.ts'
import { packVaults } from '../../../reports/pack-scope.ts'
import { reports } from '../../../reports/registry.ts'
import { writeReport } from '../../../reports/report-file.ts'
import { datedAccount, endpointsOf, type FindPrices, ReportRecords } from '../../../reports/report-records.ts'
import type { RecordsMoment } from '../../../store/moment.ts'
import type { PackedPrices } from '../../../store/state.ts'
import { Refusal } from '../../http.ts'
import { writeList } from '../downloads/download-file.ts'
import type { RoomFile } from '../downloads/file-room.ts'
import { claimsOf, type SignedClaims } from '../signed-about.ts'
import { nativeDigest, SignedZip } from '../signed-zip.ts'
import type { Signing } from '../signing-key.ts'
import { recordLines, recordsFile } from './record-lines.ts'

export interface PackOrder extends PackScope {
  /** What its maker typed, by name. */
  readonly stated: Readonly<Record<string, string>>
  readonly signing: Signing
  about(claims: SignedClaims): AboutFiles
  readonly prices: FindPrices
  /** Milliseconds since 1970. */
  readonly now: number
  /** `part`: from 0 to 1. */
  onProgress(part: number): void
}

/** Returns its name, and whether it is complete. Begins anew where the file has something already. Throws ERR-00 for an unknown vault. */
export async function writePack(
  moment: RecordsMoment,
  order: PackOrder,
  file: RoomFile,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly isComplete: boolean; readonly records: number }> {
  const { period, stated } = order
  await file.clear()
  const prices = new UsedPrices(order.prices)
  const records = await ReportRecords.open(moment, prices.find)
  const vaults = await packVaults(records, order)
  if (vaults !== null && 'fault' in vaults) throw new Refusal('ERR-00', vaults.fault)
  const zip = new SignedZip(file)
  const reasons = new Set<string>()
  const ids = vaults?.map(({ id }) => id)
  // Each report lets go of what it read, so that memory does not grow with their number.
  const open = () => ReportRecords.open(moment, prices.find)
  const parts = [...reportParts(open, order), ...listParts(moment, order, ids)]
  for (const [index, write] of parts.entries()) {
    signal.throwIfAborted()
    order.onProgress((index / parts.length) * partOfReports)
    for (const reason of await write(zip, signal)) reasons.add(reason)
  }
  const days = {
    from: `${period.first}T00:00:00.000Z`,
    before: new Date(Date.parse(period.last) + dayLength).toISOString(),
  }
  await zip.begin(recordsFile)
  const { transactions } = records.owner
  await pipeline(
    recordLines(moment, days, prices.used, (rows) =>
      order.onProgress(partOfReports + (1 - partOfReports) * Math.min(1, rows / transactions)),
    ),
    createGzip(),
    async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) await zip.write(piece)
    },
    { signal },
  )
  const { state } = records
  const what: Subject = {
    ...{ kind: 'pack', name: 'audit-pack', vaults, parameters: {}, sort: null, columns: null },
    period: { ...days, zone: datedAccount(state).whose === 'service' ? 'service' : 'UTC' },
  }
  const completeness = reasons.size === 0 ? 'complete' : 'partial'
  const claims = claimsOf(state, { completeness, reasons: [...reasons] }, { what, stated })
  const { complete } = await zip.sign(order.about(claims), order.signing)
  await file.flush()
  const parameters = {
    ...{ start_date: period.first, end_date: period.last },
    ...(order.vaults !== null && { vaults: order.vaults }),
  }
  const readings = { begun: claims.as_of, ended: claims.as_of, days: null, reasons: [], remarks: [] }
  const name = madeFileName({ fileName: 'audit-pack', parameters, completeness, ...readings }, 'zip')
  return { name, isComplete: complete, records: transactions }
}

/** Remembers what the reports asked for, so that an opened pack values the same days by the same prices. */
class UsedPrices {
  readonly #days = new Set<string>()
  readonly #rows = new Map<string, Price>()
  #source: Valuation['source'] | null = null
  readonly find: FindPrices

  constructor(prices: FindPrices) {
    this.find = async (days) => {
      const found = await prices(days)
      for (const day of days) this.#days.add(day)
      this.#source = found?.source ?? this.#source
      for (const row of found?.rows ?? []) this.#rows.set(`${row.date} ${row.asset_id}`, row)
      return found
    }
  }

  get used(): PackedPrices | null {
    return this.#source && { days: [...this.#days], source: this.#source, rows: [...this.#rows.values()] }
  }
}

/** Of all that is to be done, by time. */
const partOfReports = 0.4

/** Writes files. Returns why they are not complete, in sentences. */
type PackPart = (zip: SignedZip, signal: AbortSignal) => Promise<readonly string[]>

function reportParts(open: () => Promise<ReportRecords>, order: PackOrder): readonly PackPart[] {
  return reports.flatMap((entry) =>
    Object.entries(entry.packFiles?.(order) ?? {}).map(
      ([name, parameters]): PackPart =>
        async (zip) => {
          const report = await packedReport(entry, parameters, await open(), order.now)
          if (typeof report === 'string') return await leftOut(zip, name, report)
          const reasons: string[] = []
          // The JSON of a long report has its rows once more, and nothing else.
          for (const format of isLongReport(report) ? (['csv'] as const) : (['csv', 'json'] as const)) {
            await zip.begin(`${name}.${format}`)
            reasons.push(
              ...reasonsOf(name, await writeReport(report, format, inOpenFile(zip), nativeDigest())),
            )
          }
          return reasons
        },
    ),
  )
}

/** Under the name that it has in a pack. */
function inOpenFile(zip: SignedZip): ByteSink {
  return { write: (bytes) => zip.write(bytes) }
}

/** Or why the pack does not have it. */
async function packedReport(
  entry: AnyReport,
  parameters: Readonly<Record<string, string>>,
  records: ReportRecords,
  now: number,
): Promise<Report | string> {
  for (const { endpoint, reading } of entry.lists.flatMap((list) => endpointsOf(records.state, list)))
    if (reading !== null && 'refused' in reading) return refusedText(endpoint, reading)
  const opened = entry.open(new URLSearchParams(parameters), now)
  if (isRefusal(opened)) return opened.refusal.text
  const report = await opened.make(records)
  return isRefusal(report) ? report.refusal.text : report
}

function refusedText(list: string, { refused }: { readonly refused: string }): string {
  return `The custody service refuses ${list} (${refused}).`
}

async function leftOut(zip: SignedZip, name: string, why: string): Promise<readonly string[]> {
  const text = `${name} is not in this pack. ${why}`
  await zip.whole(`${name}.csv`, `${text}\n`)
  return [text]
}

function reasonsOf(name: string, { completeness, reasons }: WrittenFile): readonly string[] {
  if (completeness === 'complete') return []
  return reasons.length > 0 ? reasons : [`${name} may not be complete.`]
}

function listParts(
  moment: RecordsMoment,
  { period }: PackScope,
  vaults: readonly string[] | undefined,
): readonly PackPart[] {
  const names = listNames.filter((name): name is ConsoleListName => !name.startsWith('balances-'))
  return names.map((kind) => async (zip, signal) => {
    const dates = { start_date: period.first, end_date: period.last }
    const parameters = kind === 'transactions' ? dates : {}
    const query = readQuery(consoleEndpoints[kind], String(new URLSearchParams(parameters)))
    const list = { kind, format: 'csv', query, columns: null, priced: null, parameters } as const
    const reading = (await moment.state()).lists[kind]
    if (reading === null || 'refused' in reading)
      return await leftOut(zip, kind, reading ? refusedText(kind, reading) : 'It was not read yet.')
    const isOfVaults = kind === 'transactions' && vaults !== undefined
    await zip.begin(`${kind}.csv`)
    const order = { ...list, ...(isOfVaults && { vaults }) }
    return reasonsOf(kind, (await writeList(moment, order, inOpenFile(zip), signal)).written)
  })
}
