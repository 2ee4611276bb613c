import { useMutation } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { closePack, useMadePacks } from '../api/packs.ts'
import type { OpenPack } from '../contract/packs.ts'
import { Instant, UntrustedText } from '../display/text.tsx'
import { withHiddenNamed } from '../display/untrusted-text.ts'
import { hasBegunPack } from '../kits/packs/made-periods.ts'
import { packText } from '../pages/packs/PackList.tsx'
import { Button } from '../ui/buttons.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/links.tsx'
import type { PagePath } from '../url/pages.ts'
import styles from './panel.module.css'
import { RecordsLine } from './RecordsLine.tsx'

// So that the parts of the frame that come later are one file.
export { Bell as FrameBell } from '../kits/watch/Bell.tsx'

/** On every page, above the reader's name: how far a pack is made, and the records are read. */
export function FrameFoot() {
  return (
    <>
      <PackProgress />
      <RecordsLine />
    </>
  )
}

/** Over every page of an open pack: which one, as of when, and when it was made. */
export function PackBar({ pack: { id, name, as_of, made_at, key, missing } }: { pack: OpenPack }) {
  const closing = useMutation({
    mutationFn: () => closePack(id),
    onSettled: () => window.location.assign(afterClosing),
  })
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
        · as of <Instant iso={as_of} /> ·{' '}
        <span title={`Signed by the key ${withHiddenNamed(key)}`}>
          made <Instant iso={made_at} />
        </span>
        {missing.length > 0 && (
          <span title={withHiddenNamed(missing.join('\n'))}>
            {' '}
            · <strong>not complete</strong>
          </span>
        )}
      </p>
      <Button
        small
        className={layout.end}
        disabled={closing.isPending}
        onClick={() => closing.mutate()}
        data-print="hide"
      >
        Close
      </Button>
    </section>
  )
}

const afterClosing: PagePath = '/verify'

/** In the frame, of the latest pack that this tab began: how far it is, and that it is ready. */
function PackProgress() {
  const { data: packs = [] } = useMadePacks(hasBegunPack())
  const latest = packs.at(-1)
  if (latest === undefined) return null
  const { state, part } = latest
  return (
    <section aria-label="Audit pack" className={layout.stack}>
      <Link to={packsPage}>
        {packText(latest)}
        {state === 'making' && `, ${Math.floor(100 * part)}%`}
      </Link>
      {state === 'making' && <progress aria-label="Made so far" value={part} />}
    </section>
  )
}

const packsPage: PagePath = '/packs'
