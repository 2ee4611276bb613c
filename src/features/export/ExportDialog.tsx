import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { hasAddress } from '../../addresses/requests.ts'
import { useOpenPack, useSession } from '../../api/hooks.ts'
import { counted } from '../../contract/count-text.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import type { ExportRequest } from '../../files/export-request.ts'
import { type ExportFormat, exportFormats } from '../../files/formats.ts'
import { columnsFor, type ListQuery, recordedColumn, withDateColumn } from '../../files/list-export.ts'
import { listExport } from '../../files/lists.ts'
import { useAddressRequests } from '../../list/address-requests.ts'
import { dateLabel } from '../../records/instant.ts'
import { labelOf, parameterLabel, statusLabels, typeLabels, vaultTypeLabels } from '../../records/labels.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { browserStore, parseJson } from '../../ui/browser-store.ts'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { filterTexts, serviceParameters, valuesOf } from '../../url/list-view.ts'
import { balancesList } from '../../url/lists.ts'
import { periodAround } from '../../url/periods.ts'
import { signInHref } from '../../url/sign-in.ts'
import { useBooks, useBooksView } from '../../work/use-books.ts'
import { beginTask } from '../../work/work.ts'
import styles from './export.module.css'

/** A list as it is on screen. */
interface ListOnScreen extends ListQuery {
  /** "Transactions". */
  readonly title: string
  /** The ids of the table's columns on screen. */
  readonly shown: readonly string[]
  /** The view as a path with its query. */
  readonly link: string
  /** What leaves out rows of the page, and not of the file. */
  readonly narrowedBy: readonly string[]
}

const choiceForm = z.object({
  format: z.enum(exportFormats),
  columns: z.enum(['all', 'shown']),
  /** Null: where the columns have the date. */
  dates: z.nullable(z.boolean()),
  /** In a ZIP with the answers that it follows from. */
  evidence: z.boolean(),
})
type Choice = z.infer<typeof choiceForm>

/** The choices of the last export. */
const lastChoice = browserStore<Choice>('export', {
  parse: (text) =>
    choiceForm.safeParse(parseJson(text)).data ?? {
      format: 'csv',
      columns: 'all',
      dates: null,
      evidence: false,
    },
  serialise: JSON.stringify,
})

/** Asks how a list is to be exported, and begins that. */
export default function ExportDialog({
  list: onScreen,
  onClose,
}: {
  list: ListOnScreen
  onClose: () => void
}) {
  const session = useSession().data
  const location = useLocation()
  const navigate = useNavigate()
  const isOfPack = useOpenPack() !== null
  const [choice, setChoice] = useState(lastChoice.load)
  // Evidence is read anew, and an open pack has nobody to ask.
  const isEvidence = choice.evidence && !isOfPack
  const [failed, setFailed] = useState(false)
  const { list, filter, link, title, narrowedBy } = onScreen
  const { format } = choice
  const columns = chosenColumns(onScreen, choice)
  const { known, doubt, isWaiting } = useAddressRequests(filter)
  const { requests, spellings } = known
  const asked = {
    ...{ list, filter },
    ...(hasAddress(filter) && { account: { requests: requests.map(serviceParameters), spellings, doubt } }),
  }
  const { books } = useBooks()
  const { data: size = null } = useBooksView('export-size', books, asked)
  const start = async () => {
    if (!session || session.mark === null) return void navigate(signInHref(location))
    const request = {
      ...{ ...asked, title, format, columns, session: session.mark, books: books?.id ?? null },
    }
    try {
      await (isEvidence ? beginEvidence(request, link) : beginExport(request))
      lastChoice.set(choice)
      onClose()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Sheet
      label={`Export ${title.toLowerCase()}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            icon={<Download aria-hidden />}
            busy={isWaiting}
            onClick={() => void start()}
          >
            Export
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {failed && <p className={styles.caveat}>The export could not be started. Try again.</p>}
        <p>
          <UntrustedText text={`${title} · ${filterWords(onScreen)}`} />
        </p>
        {books && size && (
          <p>
            {counted(size.rows, 'row')}
            {size.isOfBooks ? (
              <>
                , as of <Instant iso={books.ended} />.
              </>
            ) : (
              ' so far. The list is read again for the file.'
            )}
          </p>
        )}
        {narrowedBy.length > 0 && (
          <p className={styles.caveat}>
            Includes rows that this page hides: <UntrustedText text={narrowedBy.join(', ')} />
          </p>
        )}
        <div className={styles.choice}>
          <SegmentedControl
            label="Format"
            value={format}
            options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(value) => setChoice({ ...choice, format: value })}
          />
          <p className={layout.muted}>{formatHints[format]}</p>
        </div>
        <Options list={onScreen} choice={choice} onChange={setChoice} />
        {!isOfPack && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={choice.evidence}
              onChange={({ target }) => setChoice({ ...choice, evidence: target.checked })}
            />
            With evidence
          </label>
        )}
        <p className={layout.muted}>
          {isEvidence
            ? 'One ZIP file, with the signed answers of the service that it follows from. The list is read anew for it.'
            : 'A file alone cannot be verified.'}{' '}
          <Link to="/verify" onClick={onClose}>
            Verify evidence
          </Link>
        </p>
      </div>
    </Sheet>
  )
}

const formatHints: Readonly<Record<ExportFormat, string>> = {
  csv: 'Opens anywhere. Spreadsheets round long amounts; use XLSX for those.',
  json: 'Whole records, with the field names of the API.',
  xlsx: 'Exact amounts as text, with rounded numbers for formulas.',
}

function chosenColumns({ list, shown }: ListOnScreen, choice: Choice): readonly string[] {
  const file = listExport(list)
  const columns = columnsFor(file, choice.columns === 'shown' && choice.format !== 'json' ? shown : 'all')
  return file.isDated ? withDateColumn(columns, choice.dates ?? columns.includes(recordedColumn)) : columns
}

/** The rest of the choice. What is chosen can be read without opening it. */
function Options({
  list,
  choice,
  onChange,
}: {
  list: ListOnScreen
  choice: Choice
  onChange: (choice: Choice) => void
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
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={hasDates}
              onChange={({ target }) => onChange({ ...choice, dates: target.checked })}
            />
            Include dates (slower: asks for each day)
          </label>
        )}
      </div>
    </details>
  )
}

async function beginEvidence(request: ExportRequest, link: string): Promise<void> {
  const { title, list, filter, format, session, columns } = request
  await beginTask<EvidenceRequest>({
    ...{ kind: 'evidence', title, format: `${format.toUpperCase()} with evidence`, session },
    about: filterWords(request),
    activity: { kind: list, format: 'zip', filter: filterTexts(filter) },
    input: {
      about: { format: evidenceFormat, of: 'list', link, file: format, columns },
      ...{ session, challenge: null, name: list },
    },
  })
}

async function beginExport(request: ExportRequest): Promise<void> {
  const { title, list, filter, format, session, books } = request
  await beginTask({
    ...{ kind: 'export', title, format: format.toUpperCase(), about: filterWords(request), session },
    activity: { kind: list, format, filter: { ...filterTexts(filter) } },
    ...(books !== null && { books: [books] }),
    input: request,
  })
}

/** "October 2026 · Pending · Asset ETH", "Cold · Asset ETH", "No filter". */
export function filterWords({ list, filter }: ListQuery): string {
  const { start_date, end_date } = serviceParameters(filter)
  const { start_date: _, end_date: __, ...others } = filter
  const type = vaultTypes.find((each) => balancesList(each).name === list)
  const set = Object.entries(others).map(([name, value]) => {
    const labels = valuesOf(value).map((one) => choiceLabel(name, one))
    return labels.every((label) => label !== undefined)
      ? labels.join(' or ')
      : `${parameterLabel(name)} ${valuesOf(value).join(' or ')}`
  })
  const all = [...(type ? [vaultTypeLabels[type]] : []), ...periodWords(start_date, end_date), ...set]
  return all.length === 0 ? 'No filter' : all.map(withHiddenNamed).join(' · ')
}

function choiceLabel(name: string, value: string): string | undefined {
  if (name === 'status') return labelOf(statusLabels, value)?.label
  return name === 'transaction_type' ? labelOf(typeLabels, value) : undefined
}

function periodWords(start: string | undefined, end: string | undefined): readonly string[] {
  if (start === undefined) return end === undefined ? [] : [`To ${end}`]
  if (end === undefined) return [`From ${start}`]
  if (start === end) return [start]
  const month = /^\d{4}-\d\d-01$/.test(start) ? periodAround('month', start) : null
  return [month?.last === end ? dateLabel(Date.parse(start), 'month') : `${start} to ${end}`]
}
