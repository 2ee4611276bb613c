import BookOpen from 'lucide-react/icons/book-open'
import type { PackLabel } from '../api/pack-source.ts'
import { WatchLine } from '../features/watch/WatchLine.tsx'
import { Instant, UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { closeBooks } from '../work/open-pack.ts'
import styles from './panel.module.css'
import { RecordsLine } from './RecordsLine.tsx'

/** On every page, above the reader's name: what is watched, and how far the records are read. */
export function FrameFoot({ onNews }: { onNews: (count: number) => void }) {
  return (
    <>
      <WatchLine onNews={onNews} />
      <RecordsLine />
    </>
  )
}

/** Over every page while a pack is open: which one, as of when, and when it was signed. */
export function PackBar({ pack: { name, asOf, signed, missing } }: { pack: PackLabel }) {
  return (
    <section
      className={classes(
        layout.line,
        layout.muted,
        missing.length > 0 ? layout.warning : layout.info,
        styles.bar,
      )}
      aria-label="Open pack"
    >
      <BookOpen aria-hidden />
      <p>
        Opened from{' '}
        <strong>
          <UntrustedText text={name} />
        </strong>{' '}
        · as of <Instant iso={asOf} /> ·{' '}
        <span title={`Key ${signed.key}`}>
          signed <Instant iso={signed.at} />
        </span>
        {missing.length > 0 && (
          <span title={missing.join('\n')}>
            {' '}
            · <strong>not proved complete</strong>
          </span>
        )}
      </p>
      <Button small className={layout.end} onClick={closeBooks} data-print="hide">
        Close
      </Button>
    </section>
  )
}
