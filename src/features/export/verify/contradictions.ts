/** Whether the facts of an export contradict each other: what somebody changed in them alone shows here, or nowhere. */

import { endpoints } from '../../../contract/endpoints.ts'
import { balanceTypes } from '../../../contract/enumerations.ts'
import { reportNames } from '../../../contract/file-names.ts'
import { serviceName } from '../../../contract/session.ts'
import { listOfEndpoint } from '../../../url/lists.ts'
import type { ExportFacts } from '../facts.ts'
import { exportFileName } from '../facts-digest.ts'
import { recordedColumn, recordedTimeColumn } from '../list-export.ts'
import { listExportAt } from '../lists.ts'
import { recordsColumn } from '../write/csv.ts'
import { contradictionWords as words } from './check-words.ts'
import { hours } from './times.ts'

/** Contradictions in sentences; none where there are none. `areWithin` for the facts that an XLSX file holds itself. */
export function contradictionsIn(facts: ExportFacts, areWithin: boolean): readonly string[] {
  return [
    ...ofTheList(facts),
    ...ofTheInstants(facts),
    ...ofTheService(facts),
    ...ofTheCounts(facts),
    ...ofTheColumns(facts),
    ...ofTheDates(facts),
    ...ofTheContent(facts),
    ...ofTheFile(facts, areWithin),
  ]
}

function ofTheList({ list, asked, pinned_end_date }: ExportFacts): readonly string[] {
  if (reportNames.some((name) => name === list))
    return asked.endpoint.split(', ').every((path) => paths.has(path))
      ? []
      : [words.report(list, asked.endpoint)]
  const found = listExportAt(asked.endpoint)
  if (found?.name !== list) return [words.list(list, asked.endpoint)]
  const [path = '', query = ''] = asked.link.split('?')
  const page = found.of
  if (path !== page.path) return [words.linkPath(path, page.path)]
  const { end_date, ...others } = asked.parameters
  const isPinned = pinned_end_date !== null
  if (isPinned && end_date !== pinned_end_date) return [words.pinnedOther]
  const filter = isPinned ? others : asked.parameters
  // What has no place in a filter, such as the columns, is none.
  const shown = new Map(Object.entries(page.codec.parse(query).filter))
  const differing = [...new Set([...Object.keys(filter), ...shown.keys()])].filter(
    (name) => filter[name] !== shown.get(name),
  )
  return differing.map((name) => words.linkFilter(name))
}

const paths: ReadonlySet<string> = new Set([
  ...Object.values(endpoints).map(({ path }) => path),
  ...balanceTypes.map((type) => `/balances/${type}`),
])

function ofTheInstants({ begun, ended, pinned_end_date }: ExportFacts): readonly string[] {
  const named = [
    ['begun', begun],
    ['ended', ended],
    ['pinned_end_date', pinned_end_date],
  ] as const
  const wrong = named.flatMap(([name, text]) =>
    text === null || isInstant(text) ? [] : [words.noInstant(name)],
  )
  if (wrong.length > 0) return wrong
  if (begun > ended) return [words.endedBeforeBegun]
  return pinned_end_date === null || isWithin(pinned_end_date, begun, ended) ? [] : [words.pinnedTime]
}

/** One is of the service's clock, the others of the reader's: see `checkTimes`. */
function isWithin(instant: string, begun: string, ended: string): boolean {
  const [at, from, to] = [Date.parse(instant), Date.parse(begun), Date.parse(ended)]
  return at > from - hours(12) && at < to + hours(12)
}

/** As `toISOString` writes them, so that their texts are in the order of time. */
function isInstant(text: string): boolean {
  const milliseconds = Date.parse(text)
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text
}

const embedded = serviceName({ address: '', embedded: true })

function ofTheService({ service }: ExportFacts): readonly string[] {
  if (service.address === embedded) return []
  return /^https?:\/\//.test(service.address) && URL.canParse(service.address) ? [] : [words.noAddress]
}

function ofTheCounts({
  list,
  rows,
  read,
  totals,
  file,
  asked,
  completeness,
  dates,
}: ExportFacts): readonly string[] {
  const found = listExportAt(asked.endpoint)
  if (found?.name !== list) return []
  const isOneRow = found.recordIdentity.length === found.identity.length
  const isOneEach = file.format === 'json' || isOneRow
  const said: string[] = []
  if (isOneEach ? read.records !== rows : read.records > rows)
    said.push(words.rowsWritten(read.records, rows))
  if (read.records > 0 && read.pages === 0) said.push(words.noPages)
  const readings = read.passes + (dates?.second_reading ? 1 : 0)
  if (completeness === 'complete' && (readings < 2 || read.misfits > 0)) said.push(words.notProved)
  const counted = totals.groups.reduce((sum, group) => sum + group.rows, 0)
  const isCounted = isOneRow || file.format !== 'json' ? counted === rows : counted >= rows
  if (!isCounted) said.push(words.rowsCounted(counted, rows))
  if (!isSame(totals.by, found.totals.by) || !isSame(totals.sums, found.totals.sums)) said.push(words.totals)
  return said
}

function ofTheColumns({ list, asked: { endpoint, columns }, file }: ExportFacts): readonly string[] {
  if (file.format === 'json') return columns === null ? [] : [words.jsonColumns]
  if (columns === null) return [words.noColumns]
  const found = listExportAt(endpoint)
  if (found?.name !== list) return []
  const isOfList = columns.every((name) => found.columns.some((column) => column.name === name))
  const isWhole = found.identity.every((name) => columns.includes(name))
  if (isOfList && isWhole && new Set(columns).size === columns.length) return []
  return [words.columns]
}

function ofTheFile(facts: ExportFacts, areWithin: boolean): readonly string[] {
  const { list, asked, begun, completeness, reasons, file } = facts
  const said: string[] = []
  if (isInstant(begun)) {
    const name = exportFileName(listOfEndpoint(asked.endpoint)?.name ?? list, facts)
    if (file.name !== name) said.push(words.fileName(file.name, name))
  }
  const isComplete = completeness === 'complete'
  if (isComplete && reasons.length > 0) said.push(words.completeWithReasons)
  if (!isComplete && reasons.length === 0) said.push(words.noReasons)
  const isStated = file.bytes !== null && file.sha256 !== null
  if (!areWithin && !isStated) said.push(words.notStated)
  if (areWithin && (file.bytes !== null || file.sha256 !== null)) said.push(words.statedWithin)
  return said
}

function ofTheDates(facts: ExportFacts): readonly string[] {
  const { version, asked, dates, read } = facts
  const { columns } = asked
  if ((version === 3) !== (dates === undefined)) return [words.datesOfVersion]
  const hasColumn = columns?.includes(recordedColumn) ?? false
  if (!dates) return hasColumn && version !== 3 ? [words.datesMissing] : []
  const isStated = columns === null || hasColumn
  const isWhole = !dates.second_reading || (dates.undated === 0 && dates.reasons.length === 0)
  const isPossible = dates.undated <= read.records && dates.undated > 0 === dates.reasons.length > 0
  if ((version === 5) !== (dates.times !== undefined)) return [words.datesOfVersion]
  return isStated && isWhole && isPossible && areTimesPossible(facts) ? [] : [words.datesOdd]
}

/** Where a file has a column of times, the facts say how these were found. No record has a time and no date. */
function areTimesPossible({ asked: { columns }, dates, read }: ExportFacts): boolean {
  const times = dates?.times ?? null
  if (columns !== null && columns.includes(recordedTimeColumn) !== (times !== null)) return false
  if (times === null) return true
  const isCounted = times.untimed >= (dates?.undated ?? 0) && times.untimed <= read.records
  return isCounted && times.untimed > 0 === times.reasons.length > 0
}

function ofTheContent({ asked, content, file }: ExportFacts): readonly string[] {
  const columns = file.format === 'json' ? [recordsColumn] : (asked.columns ?? [])
  const isOfEach =
    Object.keys(content).length === columns.length && columns.every((name) => Object.hasOwn(content, name))
  return isOfEach ? [] : [words.digests]
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}
