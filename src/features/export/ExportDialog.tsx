import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasAddress } from '../../addresses/requests.ts'
import { useOpenPack, useSession } from '../../api/hooks.ts'
import { counted } from '../../contract/count-text.ts'
import { needsBooks } from '../../contract/endpoints.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import {
  columnsFor,
  type ExportRequest,
  type ListQuery,
  listExport,
  recordedColumn,
  withDateColumn,
} from '../../files/list-export.ts'
import { useAddressRequests } from '../../list/address-requests.ts'
import { dateLabel } from '../../records/instant.ts'
import { labelOf, parameterLabel, statusLabels, typeLabels, vaultTypeLabels } from '../../records/labels.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { filterTexts, serviceParameters, valuesOf } from '../../url/list-view.ts'
import { balancesList } from '../../url/lists.ts'
import { periodAround } from '../../url/periods.ts'
import { signInHref } from '../../url/sign-in.ts'
import { useBooks, useBooksView } from '../../work/use-books.ts'
import { beginTask } from '../../work/work.ts'
import {
  EvidenceFields,
  type FileChoice,
  FormatField,
  isChallengeText,
  lastFileChoice,
} from '../evidence/index.ts'
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
  const [choice, setChoice] = useState(lastFileChoice.load)
  const [challenge, setChallenge] = useState('')
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
      await (isEvidence ? beginEvidence(request, link, challenge.trim() || null) : beginExport(request))
      lastFileChoice.set(choice)
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
            disabled={isEvidence && !isChallengeText(challenge)}
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
        <FormatField value={format} onChange={(value) => setChoice({ ...choice, format: value })} />
        <Options list={onScreen} choice={choice} onChange={setChoice} />
        {!isOfPack && (
          <EvidenceFields
            choice={choice}
            what={evidenceText(onScreen, books?.transactions.rows ?? null, size?.rows ?? null)}
            challenge={challenge}
            onChange={setChoice}
            onChallenge={setChallenge}
          />
        )}
        <p className={layout.muted}>
          {!isEvidence && 'A file alone cannot be verified. '}
          <Link to="/verify" onClick={onClose}>
            Verify evidence
          </Link>
        </p>
      </div>
    </Sheet>
  )
}

/** Which records leave the house with it. */
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

/** The rest of the choice. What is chosen can be read without opening it. */
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
          <label className={layout.line}>
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

async function beginEvidence(request: ExportRequest, link: string, challenge: string | null): Promise<void> {
  const { title, list, filter, format, session, columns } = request
  await beginTask<EvidenceRequest>({
    ...{ kind: 'evidence', title, format: `${format.toUpperCase()} with evidence`, session },
    about: filterWords(request),
    activity: { kind: list, format: 'zip', filter: filterTexts(filter) },
    input: {
      about: { format: evidenceFormat, of: 'list', link, file: format, columns },
      ...{ inputs: {}, session, challenge, name: list },
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
