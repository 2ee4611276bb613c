import FileText from 'lucide-react/icons/file-text'
import { type ReactNode, useMemo } from 'react'
import { reportTarget, useReport } from '../../api/reports.ts'
import type { ReportName } from '../../contract/list-names.ts'
import type { LinkRefusal, Report } from '../../contract/report.ts'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { FromRecords } from '../../list/FromRecords.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { useDataTable } from '../../ui/data-table.ts'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { EmptyState } from '../../ui/messages.tsx'

/** The report of a link, or why it has none. */
export function FromReport({
  name,
  link,
  currency = null,
  what,
  columns,
  children,
}: {
  name: ReportName
  /** Path and query of the page. */
  link: string
  currency?: string | null
  /** The start of a sentence: "A statement". */
  what: string
  /** Names of those that its first table always has. */
  columns: readonly string[]
  children: (report: Report) => ReactNode
}) {
  const query = useReport(reportTarget(name, link, currency))
  return (
    <FromRecords query={query} what={what} waiting={<ReportSkeleton columns={columns} />}>
      {(answer) => ('refusal' in answer ? <NoReport refusal={answer.refusal} /> : children(answer.report))}
    </FromRecords>
  )
}

function ReportSkeleton({ columns }: { columns: readonly string[] }) {
  const table = useDataTable<object>({
    columns: useMemo(
      () => columns.map((header) => ({ id: header, header, cell: () => null, enableSorting: false })),
      [columns],
    ),
    data: noRows,
  })
  return (
    <div className={layout.parts}>
      <p data-print="only">Incomplete: this was printed while the report was loading.</p>
      <p className={layout.heading}>
        <SkeletonText width="16rem" />
      </p>
      {columns.length > 0 && <DataTable caption="Loading" table={table} loading skeletonRows={14} />}
    </div>
  )
}

const noRows: object[] = []
export function NoReport({ refusal: { title, text, links } }: { refusal: LinkRefusal }) {
  return (
    <EmptyState
      icon={<FileText />}
      title={title}
      actions={links?.map(({ label, href }) => (
        <ButtonLink key={href} to={href}>
          {label}
        </ButtonLink>
      ))}
    >
      <p>{withHiddenNamed(text)}</p>
    </EmptyState>
  )
}
