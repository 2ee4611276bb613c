import { useMadePacks } from '../../api/packs.ts'
import { hasBegunPack } from '../../kits/packs/made-periods.ts'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import type { PagePath } from '../../url/pages.ts'
import { packText } from './PackList.tsx'

/** In the frame, of the latest pack that this tab began: how far it is, and that it is ready. */
export function PackProgress() {
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
