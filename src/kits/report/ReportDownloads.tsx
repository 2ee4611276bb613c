import { reportTarget } from '../../api/reports.ts'
import { type Report, withParts } from '../../contract/report.ts'
import { DownloadMenu } from '../export/DownloadMenu.tsx'

/** A report as a file, which the gateway makes anew from its link. */
export function ReportDownloads({ report }: { report: Report }) {
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
