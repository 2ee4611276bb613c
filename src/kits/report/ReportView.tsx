import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useId, useState } from 'react'
import { reportTarget } from '../../api/reports.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type Report, type ReportTable, remarksOf, withParts } from '../../contract/report.ts'
import { parameterLabel } from '../../display/labels.ts'
import { embeddedService, PaperHead } from '../../display/PaperHead.tsx'
import { Instant, UntrustedItems, UntrustedText } from '../../display/text.tsx'
import { usePrinting } from '../../ui/hooks.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Banner } from '../../ui/messages.tsx'
import { Summary } from '../../ui/page.tsx'
import { DownloadMenu } from '../export/DownloadMenu.tsx'
import { ReportTableView } from './ReportTableView.tsx'
import styles from './report.module.css'

/** On paper as on screen, with a head above it, what it is based on, and lines to sign. */
export function ReportView({
  report,
  only,
  selectedId,
  isOpen = false,
  actions,
  children,
}: {
  report: Report
  /** The only table on screen. Paper has all of them. */
  only?: string | undefined
  /** Of the row whose record is open beside the report. */
  selectedId?: string | null
  /** Every row, at first. */
  isOpen?: boolean
  actions?: ReactNode
  children?: ReactNode
}): ReactNode {
  const { headline, tables, basis } = report
  const heading = useId()
  const Icon = headline.tone === 'good' ? CircleCheck : TriangleAlert
  const isPrinting = usePrinting()
  const shown = only === undefined || isPrinting ? tables : tables.filter(({ name }) => name === only)
  const isOnly = shown.filter(({ isSecondary }) => !isSecondary).length === 1
  return (
    <section className={layout.parts} aria-label={report.title} data-print="flow">
      <PaperHead lines={headLines(report)} />
      <div className={layout.row}>
        <p className={classes(layout.line, layout.heading, styles.headline)}>
          {headline.tone !== 'neutral' && <Icon className={toneClasses[headline.tone]} aria-hidden />}
          <span className={layout.row}>
            <span>
              {headline.link ? headline.text.slice(0, -headline.link.text.length) : headline.text}
              {headline.link && <Link to={headline.link.href}>{headline.link.text}</Link>}
            </span>{' '}
            <span className={layout.muted}>
              As of <Instant iso={basis.as_of} />
            </span>
          </span>
        </p>
        <div className={classes(layout.row, layout.end)} data-print="hide">
          <ReportDownloads report={report} />
          {actions}
        </div>
      </div>
      {basis.doubts.length > 0 && (
        <Banner tone="warning" title="Partial">
          {basis.doubts.map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
        </Banner>
      )}
      {children}
      {shown.map((table) =>
        table.isSecondary ? (
          <Folded key={table.name} title={`${table.title} (${countText(table.rows.length)})`}>
            <TablePart table={table} />
          </Folded>
        ) : (
          <section
            key={table.name}
            className={classes(layout.stack, styles.part)}
            // The only one has the name of the report around it.
            aria-labelledby={isOnly ? undefined : `${heading}-${table.name}`}
          >
            <h2 id={`${heading}-${table.name}`} className={layout.heading} hidden={isOnly}>
              {table.title}
            </h2>
            <TablePart table={table} selectedId={selectedId} isOpen={isOpen} />
          </section>
        ),
      )}
      <SourceDetails report={report} />
      <Signatures />
    </section>
  )
}

function Signatures() {
  return (
    <div className={styles.signatures} data-print="only">
      {['Prepared by', 'Reviewed by'].map((who) => (
        <p key={who}>{who}, date and signature</p>
      ))}
    </div>
  )
}

const toneClasses = { good: layout.good, warning: layout.warn, bad: layout.bad } as const

function TablePart({
  table,
  selectedId,
  isOpen = false,
}: {
  table: ReportTable
  selectedId?: string | null | undefined
  isOpen?: boolean
}) {
  const { remarks = [] } = table
  return (
    <>
      {remarks.length > 0 && (
        <p className={layout.muted}>
          <UntrustedText text={remarks.join(' ')} />
        </p>
      )}
      <ReportTableView table={table} selectedId={selectedId ?? null} isOpen={isOpen} />
    </>
  )
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  const isPrinting = usePrinting()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles.folded}
      open={isOpen || isPrinting}
      // Printing opens it too, and the browser says so later.
      onToggle={({ currentTarget }) => !isPrinting && setOpen(currentTarget.open)}
    >
      <Summary>{title}</Summary>
      {children}
    </details>
  )
}

function SourceDetails({ report }: { report: Report }) {
  const { service, account, as_of, read_whole, read, endpoints, update } = report.basis
  return (
    <Folded title="What this is based on">
      <ul>
        <UntrustedItems texts={remarksOf(report)} />
        <li>
          Made of {counted(read.records, 'record')}, as of <Instant iso={as_of} />: {endpoints.join(', ')}.
          {read_whole !== null && update === undefined && (
            <>
              {' '}
              Full reading: <Instant iso={read_whole} />.
            </>
          )}
        </li>
        <li>
          Service: <UntrustedText text={serviceText(service)} />.
          {account && (
            <>
              {' '}
              Account: <UntrustedText text={account} />.
            </>
          )}
        </li>
      </ul>
    </Folded>
  )
}

/** The id of an installation means nothing to people. Files have it. */
function serviceText(service: string): string {
  return service.startsWith('embedded:') ? embeddedService : service
}

function headLines({ basis, parameters, shown }: Report): readonly (readonly [string, string | null])[] {
  return [
    ['Service', serviceText(basis.service)],
    ['Account', basis.account],
    ...Object.entries(parameters).map(
      ([name, value]) =>
        [parameterLabel(name).replaceAll('_', ' '), value && (shown?.[name] ?? value)] as const,
    ),
  ]
}

/** A report as a file, which the gateway makes anew from its link. */
function ReportDownloads({ report }: { report: Report }) {
  const { name, title, link, parameters, shown, basis, inputs } = report
  const { doubts, proof, as_of } = basis
  const isComplete = doubts.length === 0 && (proof === undefined || proof.proved === proof.of)
  return (
    <DownloadMenu
      label={`Export ${title}`}
      isSignedFirst
      target={reportTarget(name, link, inputs?.prices?.rows[0]?.currency)}
      title={title}
      filter={{ ...parameters, ...shown }}
      rows={{ rows: rowsOf(report), undecided: 0, as_of, completeness: isComplete ? 'complete' : 'partial' }}
    />
  )
}

function rowsOf({ tables }: Report): number {
  return tables.reduce((sum, { rows, isSecondary }) => sum + (isSecondary ? 0 : withParts(rows).length), 0)
}
