import FileText from 'lucide-react/icons/file-text'
import type { ReactNode } from 'react'
import { reportTarget, useReport } from '../../api/reports.ts'
import type { ReportName } from '../../contract/file-names.ts'
import type { LinkRefusal, Report } from '../../contract/report.ts'
import { FromRecords } from '../../list/FromRecords.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import { EmptyState } from '../../ui/messages.tsx'

/** The report of a link, or why it has none. */
export function FromReport({
  name,
  link,
  currency = null,
  what,
  children,
}: {
  name: ReportName
  /** Path and query of the page. */
  link: string
  currency?: string | null
  /** The start of a sentence: "A statement". */
  what: string
  children: (report: Report) => ReactNode
}) {
  const query = useReport(reportTarget(name, link, currency))
  return (
    <FromRecords query={query} what={what} waiting={<SkeletonText width="40%" />}>
      {(answer) => ('refusal' in answer ? <NoReport refusal={answer.refusal} /> : children(answer.report))}
    </FromRecords>
  )
}

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
