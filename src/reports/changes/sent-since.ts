/** What was sent to each changed entry of a whitelist since, or to the whole whitelist where that changed. */
import type { ChangedEntry, RecordChange } from '../../contract/changes.ts'
import { counted, countText, groupedDecimal } from '../../contract/count-text.ts'
import { isoInstant } from '../../contract/day.ts'
import type { ReportCells, ReportColumn, ReportRow } from '../../contract/report.ts'
import { assetLabel } from '../../display/labels.ts'
import { boundMemoOf } from '../../store/queries/party.ts'
import type { SentSinceQuestion, SentSum } from '../../store/queries/sent-since.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { fileColumns } from '../columns.ts'
import type { ReportRecords } from '../report-records.ts'

/** Cells of the row of a change, and where they lead. */
export type SentCells = Pick<ReportRow, 'hrefs'> & { readonly cells: ReportCells }

export const sentColumns: readonly ReportColumn[] = [
  {
    name: 'sent',
    label: 'Sent since',
    kind: 'text',
    hint: 'Completed transactions to this address, with its memo, that were seen to complete after the reading before the change.',
    where: 'page',
  },
  ...fileColumns('count', 'sent_since_count'),
  ...fileColumns('text', 'sent_since'),
]

export async function sentSinceChanges(
  { moment }: ReportRecords,
  changes: readonly RecordChange[],
): Promise<ReadonlyMap<RecordChange, SentCells>> {
  const asked = changes.flatMap((change) => {
    const question = questionOf(change)
    return question ? [{ change, question }] : []
  })
  if (asked.length === 0) return new Map()
  const answers = await moment.sentSince(asked.map(({ question }) => question))
  return new Map(
    asked.flatMap(({ change, question }, index) => {
      const answer = answers[index]
      return answer ? [[change, sentCells(question, answer)]] : []
    }),
  )
}

/** From the earliest moment at which it may have changed. */
function questionOf({ kind, id, since, seen, ...entry }: RecordChange): SentSinceQuestion | null {
  const after = Date.parse(since ?? seen)
  if (kind === 'whitelist') return id === '' ? null : { kind, id, memo: null, after }
  const changed: Partial<ChangedEntry> = JSON.parse(entry.after ?? entry.before ?? '{}')
  const { address, network_id = null, memo = null } = changed
  if (!address) return null
  return { kind: 'address', id: address, memo: boundMemoOf({ network_id, address, memo }) || null, after }
}

function sentCells({ id, memo, after }: SentSinceQuestion, sums: readonly SentSum[]): SentCells {
  const count = sums.reduce((total, sum) => total + sum.count, 0)
  const href = transactionsHref({
    ...{ sent_to: id, ...(memo !== null && { memo }), status: 'completed' },
    ...{ changed_since: isoInstant(after), changed_to: 'completed' },
  })
  return {
    cells: {
      sent: count === 0 ? 'None' : sentText(count, sums),
      sent_since_count: String(count),
      sent_since: sums.map((sum) => `${sum.amount} ${assetLabel(sum)}`).join('; '),
    },
    ...(count > 0 && { hrefs: { sent: href } }),
  }
}

/** "12.5 ETH, 300 USDC_ETH in 4". */
function sentText(count: number, sums: readonly SentSum[]): string {
  const amounts = sums.map((sum) => `${groupedDecimal(sum.amount)} ${assetLabel(sum)}`).join(', ')
  const amountless = sums.reduce((total, sum) => total + sum.amountless, 0)
  const without = amountless > 0 ? `, without ${counted(amountless, 'unreadable amount')}` : ''
  return `${amounts} in ${countText(count)}${without}`
}
