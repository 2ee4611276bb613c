import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createWriter } from '../create-writer.ts'
import { type CoreFacts, type ExportFacts, type ExportFormat, factsOf, writeFacts } from '../facts.ts'
import { type ListExport, retrievedColumn, withDateColumn } from '../list-export.ts'
import { type Sign, seal, unsigned } from '../seal.ts'
import { collectTotals } from '../totals.ts'
import { factsBefore } from './facts.ts'

/** An export as it is handed over: the file, and the facts beside it, null where they are within. */
export interface MadeExport {
  readonly file: Blob
  readonly name: string
  readonly facts: ExportFacts
  readonly factsFile: Blob | null
}

/** What is not as in every export that is made. */
export interface MadeOtherwise {
  /** Facts that are not true. */
  readonly facts?: Partial<CoreFacts>
  readonly parameters?: Readonly<Record<string, string>>
  readonly sign?: Sign
}

/** An export of these records, with facts that are true but for those that are given. Read when its first row was retrieved. */
export async function exportOf<R>(
  list: ListExport<R>,
  records: readonly R[],
  format: ExportFormat,
  allColumns: readonly string[],
  {
    facts: given = {},
    parameters = list.name === 'transactions' ? factsBefore.asked.parameters : {},
    sign = unsigned,
  }: MadeOtherwise = {},
): Promise<MadeExport> {
  // Nobody asked for dates, unless the facts say so.
  const columns = given.dates ? allColumns : withDateColumn(allColumns, false)
  const writer = await createWriter(format, list, columns)
  const totals = collectTotals(list.totals)
  const rows = records.flatMap((record) => list.rowsOf(record))
  for (const row of rows) totals.add(row)
  const pieces = [writer.begin(), writer.rows(records)]
  const query = new URLSearchParams(parameters).toString()
  const { path: page } = list.of
  const times = rows
    .flatMap((row) => row[retrievedColumn] ?? [])
    .filter((text) => Date.parse(text) > 0)
    .sort()
  const core: CoreFacts = {
    ...factsOf(
      {
        ...factsBefore,
        asked: {
          parameters: { ...parameters },
          endpoint: list.name === 'whitelists' ? '/whitelist' : page,
          link: `${page}${query && `?${query}`}`,
          columns: format === 'json' ? null : [...columns],
        },
        begun: times[0] === undefined ? factsBefore.begun : new Date(times[0]).toISOString(),
        ended: new Date(times.at(-1) ?? factsBefore.ended).toISOString(),
        list: list.name,
        pinned_end_date: null,
        read: { ...factsBefore.read, records: records.length },
        totals: totals.totals(),
        fileFormat: format,
      },
      writer.written(),
    ),
    ...given,
  }
  const before = await seal(core, list.of.name, sign)
  pieces.push(writer.end(before))
  const bytes = new Uint8Array(Buffer.concat(pieces))
  const facts: ExportFacts =
    format === 'xlsx'
      ? before
      : { ...before, file: { ...before.file, bytes: bytes.length, sha256: bytesToHex(sha256(bytes)) } }
  return {
    file: new Blob([bytes]),
    name: facts.file.name,
    facts,
    factsFile: format === 'xlsx' ? null : new Blob([writeFacts(facts)]),
  }
}

/** The same file under other facts, by somebody who knows how names and digests are made. */
export async function relabelled(
  { file, facts: { signature, file: named, ...facts } }: MadeExport,
  list: string,
  change: (facts: CoreFacts) => CoreFacts,
): Promise<MadeExport> {
  const { bytes, sha256: whole, format } = named
  const sealed = await seal(change({ ...facts, file: { format } }), list, async () => signature)
  const changed = { ...sealed, file: { ...sealed.file, bytes, sha256: whole } }
  return { file, name: changed.file.name, facts: changed, factsFile: new Blob([writeFacts(changed)]) }
}
