import { hasAddress } from '../../addresses/requests.ts'
import { counted } from '../../contract/count-text.ts'
import { needsBooks } from '../../contract/endpoints.ts'
import {
  columnsFor,
  type ExportRequest,
  type ListQuery,
  listExport,
  recordedColumn,
  withDateColumn,
} from '../../files/list-export.ts'
import { useAddressRequests } from '../../list/address-requests.ts'
import { rangeInWords } from '../../list/FilterBar.tsx'
import { labelOf, parameterLabel, statusLabels, typeLabels } from '../../records/labels.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { SegmentedControl } from '../../ui/fields.tsx'
import { filterTexts, serviceParameters, valuesOf } from '../../url/list-view.ts'
import { beginTask, useBooks, useBooksView } from '../../work/work.ts'
import styles from './export.module.css'
import type { ExportSize } from './export-size.ts'
import { beginEvidence, CheckField, type FileChoice, FileDialog, type FileOrder } from './FileDialog.tsx'

interface ListOnScreen extends ListQuery {
  readonly title: string
  readonly shown: readonly string[]
  readonly link: string
  /** What hides rows on the page but not in the file. */
  readonly narrowedBy: readonly string[]
}

export default function ExportDialog({
  list: onScreen,
  onClose,
}: {
  list: ListOnScreen
  onClose: () => void
}) {
  const { list, filter, title, link, narrowedBy } = onScreen
  const { known, doubt, isWaiting } = useAddressRequests(filter)
  const { requests, spellings } = known
  const asked = {
    ...{ list, filter },
    ...(hasAddress(filter) && { account: { requests: requests.map(serviceParameters), spellings, doubt } }),
  }
  const { books } = useBooks()
  const { data: size = null } = useBooksView('export-size', books, asked)
  const makeFile = async (order: FileOrder) => {
    const { choice, session, evidence } = order
    const columns = chosenColumns(onScreen, choice)
    if (evidence)
      return await beginEvidence(order, {
        ...{ kind: list, title, words: filterWords(onScreen), filter: filterTexts(filter), inputs: {} },
        about: { of: 'list', link, columns },
      })
    const { format } = choice
    const input: ExportRequest = { ...asked, title, format, columns, session, books: books?.id ?? null }
    await beginTask({
      ...{ kind: 'export', title, format: format.toUpperCase(), about: filterWords(onScreen), session },
      activity: { kind: list, format, filter: filterTexts(filter) },
      ...(books && { books: [books.id] }),
      input,
    })
  }
  return (
    <FileDialog
      title={title}
      about={
        <>
          <p>
            <UntrustedText text={`${title} · ${filterWords(onScreen)}`} />
          </p>
          <SizeText size={size} ended={books?.ended ?? null} />
          {narrowedBy.length > 0 && (
            <p className={styles.caveat}>
              Includes rows that this page hides: <UntrustedText text={narrowedBy.join(', ')} />
            </p>
          )}
        </>
      }
      options={(choice, onChange) => <Options list={onScreen} choice={choice} onChange={onChange} />}
      evidenceText={evidenceText(onScreen, books?.transactions.rows ?? null, size?.rows ?? null)}
      isWaiting={isWaiting}
      makeFile={makeFile}
      onClose={onClose}
    />
  )
}

function SizeText({ size, ended }: { size: ExportSize | null; ended: string | null }) {
  if (ended === null)
    return <p>The list is read for the file. Until then, its number of rows is not known.</p>
  if (!size) return null
  return (
    <p>
      {counted(size.rows, 'row')}
      {size.isOfBooks ? (
        <>
          , as of <Instant iso={ended} />.
        </>
      ) : (
        ' so far. The list is read again for the file.'
      )}
    </p>
  )
}

/** Which records the evidence contains beside those of the file. */
export function evidenceText(
  { list, filter }: ListQuery,
  transactions: number | null,
  rows: number | null,
): string {
  if (needsBooks(filter) || hasAddress(filter))
    return transactions === null
      ? 'The service has no such filter, so all records of the account are in it.'
      : `The service has no such filter, so all records of the account are in it: ${counted(transactions, 'transaction')}, and every vault, balance and whitelist.`
  const others =
    list === 'transactions' && transactions !== null && rows !== null ? transactions - rows : null
  return others === null || others < 0
    ? 'The list is read again for it. So are other lists that show whether it is complete, and their records are in it too.'
    : `The list is read again for it. So are lists that show whether it is complete: up to ${counted(others, 'other transaction')} can be in it too.`
}

function chosenColumns({ list, shown }: ListOnScreen, choice: FileChoice): readonly string[] {
  const file = listExport(list)
  const columns = columnsFor(file, choice.columns === 'shown' && choice.format !== 'json' ? shown : 'all')
  return file.isDated ? withDateColumn(columns, choice.dates ?? columns.includes(recordedColumn)) : columns
}

function Options({
  list,
  choice,
  onChange,
}: {
  list: ListOnScreen
  choice: FileChoice
  onChange: (choice: FileChoice) => void
}) {
  const file = listExport(list.list)
  const isJson = choice.format === 'json'
  if (isJson && !file.isDated) return null
  const columns = chosenColumns(list, choice)
  const hasDates = columns.includes(recordedColumn)
  const all = columnsFor(file, 'all').length
  const summary = [
    ...(isJson ? [] : [choice.columns === 'all' ? 'all columns' : 'columns as shown']),
    ...(file.isDated ? [hasDates ? 'with dates' : 'without dates'] : []),
  ]
  return (
    <details>
      <summary>Options: {summary.join(', ')}</summary>
      <div className={styles.options}>
        {!isJson && (
          <SegmentedControl
            label="Columns"
            value={choice.columns}
            options={[
              { value: 'all', label: `All ${all} columns` },
              { value: 'shown', label: 'As shown' },
            ]}
            onChange={(value) => onChange({ ...choice, columns: value })}
          />
        )}
        {file.isDated && (
          <CheckField
            label="Include dates (slower: asks for each day)"
            checked={hasDates}
            onChange={(dates) => onChange({ ...choice, dates })}
          />
        )}
      </div>
    </details>
  )
}

/** "2026-10-01 – 2026-10-31 · Pending · Asset ETH", "No filter". */
export function filterWords({ filter }: Pick<ListQuery, 'filter'>): string {
  const { start_date, end_date } = serviceParameters(filter)
  const { start_date: _, end_date: __, ...others } = filter
  const isDated = start_date !== undefined || end_date !== undefined
  const set = Object.entries(others).map(([name, value]) => {
    const labels = valuesOf(value).map((one) => choiceLabel(name, one))
    return labels.every((label) => label !== undefined)
      ? labels.join(' or ')
      : `${parameterLabel(name)} ${valuesOf(value).join(' or ')}`
  })
  const all = [...(isDated ? [rangeInWords([start_date, end_date], ['from', 'until'])] : []), ...set]
  return all.length === 0 ? 'No filter' : all.map(withHiddenNamed).join(' · ')
}

function choiceLabel(name: string, value: string): string | undefined {
  if (name === 'status') return labelOf(statusLabels, value)?.label
  return name === 'transaction_type' ? labelOf(typeLabels, value) : undefined
}
