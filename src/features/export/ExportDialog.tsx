import Download from 'lucide-react/icons/download'
import { type ComponentProps, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../api/hooks.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { serviceName } from '../../contract/session.ts'
import { type ExportFormat, exportFormats } from '../../files/facts.ts'
import {
  columnsFor,
  type ExportColumn,
  type ListQuery,
  recordedColumn,
  withDateColumn,
} from '../../files/list-export.ts'
import { listExport } from '../../files/lists.ts'
import type { ExportRequest } from '../../files/run.ts'
import { parameterLabel, vaultTypeLabels } from '../../records/labels.ts'
import { UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { balancesList } from '../../url/lists.ts'
import { signInHref } from '../../url/sign-in.ts'
import { beginTask } from '../../work/work.ts'
import styles from './export.module.css'

/** A list as it is on screen. */
interface ListOnScreen extends ListQuery {
  /** What the list is called: "Transactions". */
  readonly title: string
  /** The ids of the table's columns on screen. */
  readonly shown: readonly string[]
  /** The view as a path with its query. */
  readonly link: string
  /** What narrows the page beside the filter, and the file not: what was typed to find something. */
  readonly narrowedBy: readonly string[]
}

/** Asks in which form a list is to be exported, and begins that. Says what will be in it, and what will not. */
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
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [extent, setExtent] = useState<'shown' | 'all'>('all')
  const { list, filter, shown, link, title, narrowedBy } = onScreen
  const file = listExport(list)
  const isShown = extent === 'shown' && format !== 'json'
  const ofExtent = columnsFor(file, isShown ? shown : 'all')
  // As the columns have it, until somebody says otherwise.
  const [dates, setDates] = useState<boolean | null>(null)
  const hasDates = dates ?? ofExtent.includes(recordedColumn)
  const chosen = file.dated ? withDateColumn(ofExtent, hasDates) : ofExtent
  const [failed, setFailed] = useState(false)
  const start = async () => {
    if (!session || session.mark === null) return void navigate(signInHref(location))
    const { mark, service, accountId: account } = session
    const about = { title, list, filter, format, columns: chosen, link }
    try {
      await beginExport({ ...about, session: mark, service: { address: serviceName(service), account } })
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
          <Button kind="primary" icon={<Download aria-hidden />} onClick={() => void start()}>
            Export
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {failed && (
          <p className={styles.caveat}>The part of the console that writes exports could not be loaded.</p>
        )}
        <p>
          Exports every page, not only this one: <UntrustedText text={filterWords(onScreen)} />.
        </p>
        {narrowedBy.length > 0 && (
          <p className={styles.caveat}>
            The file also includes rows that are hidden on this page by:{' '}
            <UntrustedText text={narrowedBy.join(', ')} />.
          </p>
        )}
        <Choice
          label="Format"
          value={format}
          options={formats}
          onChange={setFormat}
          hint={formatHints[format]}
        />
        {format !== 'json' && (
          <Choice
            label="Columns"
            value={extent}
            options={extents(columnsFor(file, 'all').length)}
            onChange={setExtent}
            hint={columnWords(file.columns, chosen)}
          />
        )}
        {file.dated && <DatesChoice checked={hasDates} onChange={setDates} />}
        <FactsNote format={format} onLeave={onClose} />
      </div>
    </Sheet>
  )
}

function extents(all: number) {
  return [
    { value: 'all', label: `All ${all}` },
    { value: 'shown', label: 'As shown' },
  ] as const
}

async function beginExport(request: ExportRequest): Promise<void> {
  const { title, list, filter, format, session } = request
  await beginTask({
    ...{ kind: 'export', title, format: format.toUpperCase(), about: filterWords(request), session },
    activity: { kind: list, format, filter: { ...filter } },
    input: request,
  })
}

function DatesChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <div className={styles.choice}>
      <span className={layout.muted} aria-hidden>
        Dates
      </span>
      <label className={styles.check}>
        <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
        Include the date of each transaction
      </label>
      <p className={classes(layout.muted, styles.hint)}>
        The day on which the service recorded it. No record holds it, so the service is asked for one day
        after another, which adds requests.
      </p>
    </div>
  )
}

function FactsNote({ format, onLeave }: { format: ExportFormat; onLeave: () => void }) {
  return (
    <p className={classes(layout.muted, styles.hint)}>
      The facts come {format === 'xlsx' && 'in the workbook and '}as a second, small file: what was asked,
      which service answered and when, exact totals and digests. With them you can{' '}
      <Link to="/verify" onClick={onLeave}>
        verify the export
      </Link>{' '}
      at any time. The list is read twice. If that does not prove the file complete, its name says READ-ONCE
      or PARTIAL.
    </p>
  )
}

const formats = exportFormats.map((value) => ({ value, label: value.toUpperCase() }))

const formatHints: Readonly<Record<ExportFormat, string>> = {
  csv: 'Plain text that any program can open. Amounts are exact, and formulas are made harmless. Spreadsheets that detect numbers round long amounts to 15 digits and turn a memo like 0007 into 7. For those, choose XLSX.',
  json: 'Whole records as the service sent them, including fields that the specification does not have. Numbers become text, so no digit is lost.',
  xlsx: 'A workbook for spreadsheets. Each exact amount is text, next to a rounded number for formulas. Memos stay as they are. The workbook has a summary, and the facts.',
}

/** A choice with its label before it and, under it, what the chosen value means. */
function Choice<T extends string>({
  hint,
  ...choice
}: ComponentProps<typeof SegmentedControl<T>> & { hint: string }) {
  return (
    <div className={styles.choice}>
      <span className={layout.muted} aria-hidden>
        {choice.label}
      </span>
      <SegmentedControl {...choice} />
      <p className={classes(layout.muted, styles.hint)}>{hint}</p>
    </div>
  )
}

function columnWords(columns: readonly ExportColumn[], chosen: readonly string[]): string {
  const labels = chosen.map((name) => columns.find((column) => column.name === name)?.label ?? name)
  return `${labels.join(', ')}.`
}

/** The filter in words: "Status pending, Asset ETH", "Cold, Asset ETH"; "No filter" where there is none. */
export function filterWords({ list, filter }: ListQuery): string {
  const type = vaultTypes.find((each) => balancesList(each).name === list)
  const set = Object.entries(filter).map(
    ([name, value]) => `${parameterLabel(name)} ${withHiddenNamed(value)}`,
  )
  const all = [...(type ? [vaultTypeLabels[type]] : []), ...set]
  return all.length === 0 ? 'No filter' : all.join(', ')
}
