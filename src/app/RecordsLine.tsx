import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Database from 'lucide-react/icons/database'
import { useRevision, useSyncReport } from '../api/revision.ts'
import type { Revision } from '../contract/revision.ts'
import type { SyncReport } from '../contract/sync.ts'
import { datesOffTexts } from '../display/dates.ts'
import { labelOf } from '../display/labels.ts'
import { Instant, UntrustedText } from '../display/text.tsx'
import { RecordsText, whyNothingKept } from '../list/records-words.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Popover } from '../ui/popovers.tsx'
import appStyles from './app.module.css'
import styles from './panel.module.css'

/** At the foot of the navigation: how far the records are read, as of when, and what is uncertain about them. */
export function RecordsLine() {
  const revision = useRevision()
  const part = revision?.reading?.part ?? null
  return (
    <section className={classes(layout.small, styles.records)} aria-label="Records">
      <Popover
        label="Records"
        placement="start"
        button={(button) => (
          <button
            type="button"
            className={classes(layout.line, layout.pressable, appStyles.menuButton)}
            {...button}
          >
            <Database aria-hidden />
            <span className={layout.fill} data-rail="label">
              {revision ? <RecordsText revision={revision} /> : 'Records'}
            </span>
            <ChevronsUpDown aria-hidden data-rail="wide" />
          </button>
        )}
      >
        {() => (
          <div className={classes(layout.stack, styles.recordsMenu)}>
            {revision && <RecordsDetails revision={revision} />}
          </div>
        )}
      </Popover>
      {part !== null && <progress aria-label="Records read so far" value={part} />}
    </section>
  )
}

/** Asked for once it is opened. */
function RecordsDetails({ revision: { not_kept, as_of, read_whole } }: { revision: Revision }) {
  const { data: report } = useSyncReport(not_kept === null)
  if (not_kept !== null) return <p>{whyNothingKept[not_kept]}</p>
  return (
    <>
      {as_of !== null && (
        <p>
          As of <Instant iso={as_of} />
        </p>
      )}
      {read_whole !== null && (
        <p>
          Last full reading: <Instant iso={read_whole} />
        </p>
      )}
      {report &&
        limitsOf(report).map((limit) => (
          <p key={limit}>
            <UntrustedText text={limit} />
          </p>
        ))}
    </>
  )
}

function limitsOf({ read_whole, doubtful_lists, refused_lists, dates }: SyncReport): readonly string[] {
  const datesOff = dates?.off ?? null
  return [
    ...(read_whole?.doubts ?? []),
    ...Object.entries(doubtful_lists).flatMap(([list, doubts]) => doubts.map((doubt) => `${list}: ${doubt}`)),
    ...Object.entries(refused_lists).map(([list, code]) => `${list} cannot be read (${code}).`),
    ...(datesOff === null ? [] : [labelOf(datesOffTexts, datesOff) ?? 'There are no dates.']),
  ]
}
