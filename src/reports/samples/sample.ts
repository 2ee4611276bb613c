/** Transactions for an auditor to test: drawn by a seed so that anybody can draw them again, the largest, and those around a day. */
import { sentences } from '../../contract/count-text.ts'
import type { Report, ReportTable } from '../../contract/report.ts'
import { datesOffTexts } from '../../display/dates.ts'
import type { DrawnTransaction } from '../../store/queries/samples.ts'
import type { TransactionQuery } from '../../store/queries/transaction-query.ts'
import { filterTexts, setFilters } from '../../url/page-state.ts'
import {
  readSampleQuery,
  type SampleQuery,
  sampleCodec,
  sampleHref,
  sampleParameters,
} from '../../url/samples.ts'
import { fileColumns, recordColumns } from '../columns.ts'
import { reportEntry } from '../entry.ts'
import { askedFilter, periodEdges, refusedLink } from '../links.ts'
import { undecidedText } from '../recorded-sums.ts'
import type { ReportRecords } from '../report-records.ts'
import {
  type CutOff,
  cutOffEdges,
  cutOffTables,
  type Population,
  sampleColumns,
  sampleHeadline,
  sampleRow,
  uncountedTexts,
} from './cut-off.ts'

interface AskedSample {
  readonly query: SampleQuery
  readonly asked: TransactionQuery
}

export const sampleEntry = reportEntry<AskedSample>({
  name: 'sample',
  path: '/sample',
  lists: ['transactions'],
  parse(parameters) {
    const view = sampleCodec.parse(parameters)
    const refused = refusedLink(noSample, view.invalid)
    if (refused) return refused
    const query = readSampleQuery(view)
    const asked = askedFilter(query.filter, noSample)
    return 'refusal' in asked ? asked : { query, asked }
  },
  edges({ query, asked }, account) {
    const edges = [...periodEdges(asked), ...(isCutOff(query) ? cutOffEdges(query, account) : [])]
    const apart = new Map(edges.map((edge) => [edge.at, edge]))
    return [...apart.values()].sort((one, other) => one.at - other.at)
  },
  async make(records, { query, asked }) {
    const { dates } = records
    const title = isCutOff(query) ? 'No cut-off for this link' : noSample
    // Without dates, nothing is known to be in a period, and nothing not to be.
    if (dates?.failure && (isCutOff(query) || asked.period))
      return { refusal: { title, text: datesOffTexts[dates.failure] } }
    if (isCutOff(query) && query.zone && dates && dates.form !== 'instant')
      return {
        refusal: {
          title,
          text: 'This service filters by whole days only. Choose UTC to cut off by its own days.',
        },
      }
    const undecided = asked.period ? (await records.moment.count(asked)).undecided : 0
    const population = { ...(await records.moment.samples.population(asked)), undecided }
    const basis = await records.basis(['transactions'])
    const found = isCutOff(query)
      ? await cutOffTables(records, asked, population, query)
      : await drawnTables(records, asked, population, query)
    return {
      ...{ name: 'sample', ...found },
      basis: {
        ...basis,
        doubts: [...basis.doubts, ...(undecided > 0 ? [undecidedText(undecided)] : [])],
      },
      parameters: { ...filterTexts(setFilters(query.filter)), ...sampleParameters(query) },
      link: sampleHref(query),
    }
  },
})

const noSample = 'No sample for this link'

function isCutOff(query: SampleQuery): query is SampleQuery & CutOff {
  return query.cutoff !== null
}

async function drawnTables(
  records: ReportRecords,
  asked: TransactionQuery,
  population: Population,
  { size, largest, seed }: SampleQuery,
): Promise<Pick<Report, 'title' | 'headline' | 'tables' | 'remarks'>> {
  const { samples } = records.moment
  const drawn = await samples.drawn(asked, { seed, size })
  const most = largest > 0 ? await samples.largest(asked, { seed, most: largest }) : []
  const table = (name: string, title: string, rows: readonly DrawnTransaction[]): ReportTable => ({
    ...{ name, title, empty: 'None.' },
    columns: [...recordColumns, ...sampleColumns, ...fileColumns('text', 'draw_sha256')],
    rows: rows.map((row, index) => {
      const { cells, ...common } = sampleRow(row, null, index)
      return { ...common, cells: { ...cells, draw_sha256: row.digest } }
    }),
  })
  const { dates } = records
  return {
    title: 'Sample',
    headline: sampleHeadline(drawn.length, population, 'drawn'),
    tables: [
      table('drawn', 'Drawn at random', drawn),
      ...(largest > 0 ? [table('largest', 'Largest per asset', most)] : []),
    ],
    remarks: [
      'The sample is the transactions with the lowest digests. A digest is the SHA-256, in hexadecimal, of the seed, a colon and the transaction id as UTF-8 text.',
      'The seed was chosen by whoever made the sample. If nobody should be able to choose among samples, agree on a seed beforehand.',
      `To draw it again, put the ids of all transactions of the filter into ids.txt, one per line, and run in a shell: ${drawCommand(seed, size)}`,
      ...sentences(
        largest > 0 &&
          'The largest are taken by amount for each asset on each network, whether drawn or not. Different assets are not compared.',
      ),
      ...uncountedTexts(population),
      ...sentences(
        dates?.failure && datesOffTexts[dates.failure],
        !dates?.failure && !dates?.isComplete && 'Not all dates are found yet.',
      ),
    ],
  }
}

/** Whether lines end with CRLF, and whether the last one ends. */
export function drawCommand(seed: string, size: number): string {
  const quoted = seed.replaceAll("'", "'\\''")
  const lines = "tr -d '\\r' < ids.txt | LC_ALL=C grep ."
  const digest = `printf '%s:%s' '${quoted}' "$id" | sha256sum | cut -c1-64`
  return `${lines} | while IFS= read -r id; do printf '%s %s\\n' "$(${digest})" "$id"; done | LC_ALL=C sort | head -n ${size}`
}
