/** What is in an audit pack: the reports and lists of a period, and every record of the account. All of it is of one moment. */
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { consoleEndpoints } from '../../../contract/console-api.ts'
import { dayLength, dayNumber } from '../../../contract/day.ts'
import type { ListName } from '../../../contract/file-names.ts'
import type { Price, Valuation } from '../../../contract/prices.ts'
import { readQuery } from '../../../contract/query.ts'
import type { Report } from '../../../contract/report.ts'
import type { AboutFiles, Subject } from '../../../evidence/about.ts'
import { madeFileName } from '../../../files/about-file.ts'
import type { ByteSink, WrittenFile } from '../../../files/written-file.ts'
import { type AnyReport, isRefusal, type PackScope } from '../../../reports/entry.ts'
import { packVaults } from '../../../reports/pack-scope.ts'
import { reports } from '../../../reports/registry.ts'
import { writeReport } from '../../../reports/report-file.ts'
import { datedAccount, endpointsOf, type FindPrices, ReportRecords } from '../../../reports/report-records.ts'
import type { RecordsMoment } from '../../../store/moment.ts'
import type { PackedPrices } from '../../../store/state.ts'
import { Refusal } from '../../http.ts'
import { readingOf } from '../api/basis.ts'
import { writeList } from '../downloads/download-file.ts'
import type { RoomFile } from '../downloads/file-room.ts'
import { claimsOf, type SignedClaims } from '../signed-about.ts'
import { nativeDigest, SignedZip } from '../signed-zip.ts'
import type { Signing } from '../signing-key.ts'
import { recordsFile } from './checked-pack.ts'
import { recordLines } from './record-lines.ts'

export interface PackOrder extends PackScope {
  /** What its maker typed, by name. */
  readonly stated: Readonly<Record<string, string>>
  readonly signing: Signing
  about(claims: SignedClaims): AboutFiles
  readonly prices: FindPrices
  /** Milliseconds since 1970. */
  readonly now: number
  /** `part`: from 0 to 1. */
  onProgress(text: string, part: number): void
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
  const zip = new SignedZip(file, order.signing)
  const reasons = new Set<string>()
  const files = [
    ...reportFiles(records, order),
    ...listFiles(
      moment,
      order,
      vaults?.map(({ id }) => id),
    ),
  ]
  for (const [index, { name, write }] of files.entries()) {
    signal.throwIfAborted()
    order.onProgress(name, (index / files.length) * partOfReports)
    await zip.begin(name)
    for (const reason of await write(zip, signal)) reasons.add(reason)
  }
  await zip.begin(recordsFile)
  const { transactions } = records.owner
  await pipeline(
    recordLines(moment, prices.used, (rows) =>
      order.onProgress(recordsFile, partOfReports + (1 - partOfReports) * Math.min(1, rows / transactions)),
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
    period: {
      from: new Date(startOf(period.first)).toISOString(),
      before: new Date(startOf(period.last) + dayLength).toISOString(),
      zone: datedAccount(state).whose === 'service' ? 'service' : 'UTC',
    },
  }
  const completeness = reasons.size === 0 ? 'complete' : 'partial'
  const claims = claimsOf(state, { completeness, reasons: [...reasons] }, { what, stated })
  const { complete } = await zip.sign(order.about(claims))
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

function startOf(day: string): number {
  return (dayNumber(day) ?? 0) * dayLength
}

interface PackFile {
  readonly name: string
  /** Returns why it is not complete, in sentences. */
  write(sink: ByteSink, signal: AbortSignal): Promise<readonly string[]>
}

function reportFiles(records: ReportRecords, order: PackOrder): readonly PackFile[] {
  return reports.flatMap((entry) =>
    Object.entries(entry.packFiles?.(order) ?? {}).flatMap(([name, parameters]) => {
      let made: Promise<Report | string> | undefined
      return (['csv', 'json'] as const).map((format) => ({
        name: `${name}.${format}`,
        async write(sink: ByteSink) {
          made ??= packedReport(entry, parameters, records, order.now)
          const report = await made
          if (typeof report === 'string') return await leftOut(sink, name, report)
          return reasonsOf(name, await writeReport(report, format, sink, nativeDigest()))
        },
      }))
    }),
  )
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

async function leftOut(sink: ByteSink, name: string, why: string): Promise<readonly string[]> {
  const text = `${name} is not in this pack. ${why}`
  await sink.write(Buffer.from(`${text}\n`))
  return [text]
}

function reasonsOf(name: string, { completeness, reasons }: WrittenFile): readonly string[] {
  if (completeness === 'complete') return []
  return reasons.length > 0 ? reasons : [`${name} may not be whole.`]
}

function listFiles(
  moment: RecordsMoment,
  { period }: PackScope,
  vaults: readonly string[] | undefined,
): readonly PackFile[] {
  const dates = { start_date: period.first, end_date: period.last }
  return ([['transactions', dates], ['vaults'], ['balances'], ['whitelists']] as const).map(
    ([kind, parameters = {}]: readonly [
      Exclude<ListName, `balances-${string}`>,
      Record<string, string>?,
    ]) => ({
      name: `${kind}.csv`,
      async write(sink, signal) {
        const query = readQuery(consoleEndpoints[kind], String(new URLSearchParams(parameters)))
        const list = { kind, format: 'csv', query, columns: null, rank: null, parameters } as const
        const state = await moment.state()
        const reading = readingOf(state, kind === 'balances' ? 'all' : kind)
        if (reading === null || 'refused' in reading)
          return await leftOut(sink, kind, reading ? refusedText(kind, reading) : 'It was not read yet.')
        const isOfVaults = kind === 'transactions' && vaults !== undefined
        const { written } = await writeList(moment, { ...list, ...(isOfVaults && { vaults }) }, sink, signal)
        return reasonsOf(kind, written)
      },
    }),
  )
}
