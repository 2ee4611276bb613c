import { useNavigate } from 'react-router-dom'
import { shownPackId } from '../../api/open-pack.ts'
import { useOpenPacks } from '../../api/packs.ts'
import { useSession } from '../../api/session.ts'
import type { Report } from '../../contract/report.ts'
import { FromReport } from '../../kits/report/FromReport.tsx'
import { ReportView } from '../../kits/report/ReportView.tsx'
import { comparisonHref } from '../../url/changes.ts'
import { SideBySide } from './SideBySide.tsx'

/** Compares the records of this page with an open pack, or an open pack with the present records. */
export function Comparison({
  other,
  change,
}: {
  /** Id of an open pack, or `present`. */
  other: string
  /** The row that is shown before and after. */
  change: string | null
}) {
  const navigate = useNavigate()
  return (
    <FromReport name="changes" link={comparisonHref(other)} what="A comparison" columns={columns}>
      {(report) => (
        <>
          <ReportView report={report} />
          {change !== null && (
            <ChangedRecord
              report={report}
              change={change}
              onClose={() => void navigate(comparisonHref(other))}
            />
          )}
        </>
      )}
    </FromReport>
  )
}

const columns = ['What', 'Before and after']

function ChangedRecord({ report, change, onClose }: { report: Report; change: string; onClose: () => void }) {
  const row = report.tables.flatMap(({ rows }) => rows).find(({ id }) => id === change)
  const { earlier_as_of = '', later = '' } = report.parameters
  return row ? (
    <SideBySide
      row={row}
      asOf={[earlier_as_of, report.basis.as_of]}
      // The records that the rest of the console shows.
      isCurrent={shownPackId === null && later === 'the present records'}
      onClose={onClose}
    />
  ) : null
}

/** What the records can be compared with, by the name that links have for it. */
export function useComparable(): readonly { readonly value: string; readonly label: string }[] {
  const { data: packs = [] } = useOpenPacks()
  const session = useSession().data
  const hasPresent = shownPackId !== null && session?.expiresAt !== null
  return [
    ...(hasPresent ? [{ value: 'present', label: 'Compared with the present records' }] : []),
    ...packs
      .filter(({ id }) => id !== shownPackId)
      .map(({ id, name, as_of }) => ({
        value: id,
        label: `Compared with ${name}, as of ${as_of.slice(0, 16).replace('T', ' ')} UTC`,
      })),
  ]
}
