import { useNavigate } from 'react-router-dom'
import { shownPackId } from '../../api/open-pack.ts'
import { useOpenPacks } from '../../api/packs.ts'
import { useSession } from '../../api/session.ts'
import type { Report } from '../../contract/report.ts'
import { SelectField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Box } from '../../ui/messages.tsx'
import { changeHref } from '../../url/packs.ts'
import { FromReport } from '../report/FromReport.tsx'
import { ReportView } from '../report/ReportView.tsx'
import { SideBySide } from './SideBySide.tsx'

/** Compares the records of this page with an open pack, or an open pack with the present records. */
export function Comparison({
  other,
  change,
  onChoose,
}: {
  /** Id of an open pack, `present`, or null. */
  other: string | null
  /** The row that is shown before and after. */
  change: string | null
  onChoose: (other: string | null) => void
}) {
  const { data: packs = [] } = useOpenPacks()
  const session = useSession().data
  const navigate = useNavigate()
  const choices = packs.filter(({ id }) => id !== shownPackId)
  const hasPresent = shownPackId !== null && session?.expiresAt !== null
  return (
    <>
      <Box label="Compare">
        <h2 className={layout.heading}>Compare</h2>
        {choices.length === 0 && !hasPresent ? (
          <p>Open a pack to see what changed since it was made.</p>
        ) : (
          <SelectField
            label={shownPackId === null ? 'The present records with' : 'This pack with'}
            value={other ?? ''}
            onChange={({ target }) => onChoose(target.value || null)}
          >
            <option value="">Nothing</option>
            {hasPresent && <option value="present">The present records</option>}
            {choices.map(({ id, name, as_of }) => (
              <option key={id} value={id}>
                {name}, as of {as_of.slice(0, 16).replace('T', ' ')} UTC
              </option>
            ))}
          </SelectField>
        )}
      </Box>
      {other !== null && (
        <FromReport name="changes" link={changeHref(other)} what="A comparison">
          {(report) => (
            <>
              <ReportView report={report} />
              {change !== null && (
                <ChangedRecord
                  report={report}
                  change={change}
                  onClose={() => void navigate(changeHref(other))}
                />
              )}
            </>
          )}
        </FromReport>
      )}
    </>
  )
}

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
