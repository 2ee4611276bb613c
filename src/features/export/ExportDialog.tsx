import Download from 'lucide-react/icons/download'
import { type ComponentProps, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../api/hooks.ts'
import { serviceName } from '../../contract/session.ts'
import { type ExportFormat, exportFormats } from '../../files/facts.ts'
import type { ListQuery } from '../../files/list-export.ts'
import { columnsFor, type ExportColumn, recordedColumn, withDateColumn } from '../../files/list-export.ts'
import { listExport } from '../../files/lists.ts'
import type { ExportRequest } from '../../files/run.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { signInHref } from '../../url/sign-in.ts'
import { beginTask } from '../../work/work.ts'
import styles from './export.module.css'
import { filterWords, dialogWords as words } from './words.ts'

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
  const { columns } = file
  const isShown = extent === 'shown' && format !== 'json'
  const ofExtent = columnsFor(file, isShown ? shown : 'all')
  // As the columns have it, until somebody says otherwise.
  const [dates, setDates] = useState<boolean | null>(null)
  const hasDates = dates ?? ofExtent.includes(recordedColumn)
  const chosen = file.dated ? withDateColumn(ofExtent, hasDates) : ofExtent
  const [failed, setFailed] = useState(false)
  const start = async () => {
    if (!session || session.mark === null) return void navigate(signInHref(location))
    const request: ExportRequest = {
      ...{ title, list, filter, format, columns: chosen, link },
      session: session.mark,
      service: { address: serviceName(session.service), account: session.accountId },
    }
    try {
      await beginTask({
        kind: 'export',
        title,
        format: format.toUpperCase(),
        about: filterWords(request),
        session: session.mark,
        activity: { kind: list, format, filter: { ...filter } },
        input: request,
      })
      onClose()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Sheet
      label={words.title(title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" icon={<Download aria-hidden />} onClick={() => void start()}>
            {words.export}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {failed && <p className={styles.caveat}>{words.failed}</p>}
        <p>
          {words.everyPage} <UntrustedText text={filterWords(onScreen)} />.
        </p>
        {narrowedBy.length > 0 && (
          <p className={styles.caveat}>
            {words.hiddenRows} <UntrustedText text={narrowedBy.join(', ')} />.
          </p>
        )}
        <Choice
          label={words.format}
          value={format}
          options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={setFormat}
          hint={words.formats[format]}
        />
        {format !== 'json' && (
          <Choice
            label={words.columns}
            value={extent}
            options={[
              { value: 'all', label: words.allColumns(columnsFor(file, 'all').length) },
              { value: 'shown', label: words.shownColumns },
            ]}
            onChange={setExtent}
            hint={columnWords(columns, chosen)}
          />
        )}
        {file.dated && (
          <div className={styles.choice}>
            <span className={styles.label} aria-hidden>
              {words.dates}
            </span>
            <label className={styles.check}>
              <input type="checkbox" checked={hasDates} onChange={({ target }) => setDates(target.checked)} />
              {words.includeDates}
            </label>
            <p className={styles.hint}>{words.datesHint}</p>
          </div>
        )}
        <p className={styles.hint}>
          {words.facts(format)}{' '}
          <Link to="/verify" onClick={onClose}>
            {words.verify}
          </Link>{' '}
          {words.anyTime} {words.readTwice}
        </p>
      </div>
    </Sheet>
  )
}

/** A choice with its label before it and, under it, what the chosen value means. */
function Choice<T extends string>({
  hint,
  ...choice
}: ComponentProps<typeof SegmentedControl<T>> & { hint: string }) {
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden>
        {choice.label}
      </span>
      <SegmentedControl {...choice} />
      <p className={styles.hint}>{hint}</p>
    </div>
  )
}

function columnWords(columns: readonly ExportColumn[], chosen: readonly string[]): string {
  const labels = chosen.map((name) => columns.find((column) => column.name === name)?.label ?? name)
  return words.columnNames(labels)
}
