import Download from 'lucide-react/icons/download'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type ExportFormat, exportFormats } from '../../../files/facts.ts'
import { columnsFor, type ExportColumn, recordedColumn, withDateColumn } from '../../../files/list-export.ts'
import { listExport } from '../../../files/lists.ts'
import type { ExportRequest } from '../../../files/run.ts'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import type { ListOnScreen } from './dialog-state.ts'
import styles from './export.module.css'
import { filterWords, dialogWords as words } from './words.ts'

/** Asks in which form a list is to be exported. Says what will be in it, and what will not. */
export function ExportDialog({
  list: onScreen,
  onClose,
  onStart,
}: {
  list: ListOnScreen
  onClose: () => void
  onStart: (request: Omit<ExportRequest, 'service' | 'session'>) => void
}) {
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
  // It is about the list of that page, also where "back" was pressed.
  const { pathname } = useLocation()
  const [openedOn] = useState(pathname)
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (pathname !== openedOn) leave()
  }, [pathname, openedOn])
  return (
    <Sheet
      label={words.title(title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            icon={<Download aria-hidden />}
            onClick={() => onStart({ title, list, filter, format, columns: chosen, link })}
          >
            {words.export}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
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
