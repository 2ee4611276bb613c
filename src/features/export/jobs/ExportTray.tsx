import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { ExportRow } from './ExportRow.tsx'
import styles from './export.module.css'
import type { ExportJob, ExportPhase } from './job.ts'
import { trayTitle, trayWords as words } from './words.ts'

/** The exports of this tab at the foot of every page: how far each is, what it came to, and what can be done about it. */
export function ExportTray({ exports }: { exports: readonly ExportJob[] }) {
  const [folded, setFolded] = useState(false)
  useAnnouncements(exports)
  if (exports.length === 0) return null
  return (
    <section className={styles.tray} aria-label={words.exports} data-print="hide">
      <header className={styles.head}>
        <h2>{trayTitle(exports.map(({ phase }) => phase))}</h2>
        <IconButton
          label={folded ? words.expandAll : words.collapseAll}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
      </header>
      {!folded && (
        <ul className={styles.list}>
          {exports.map((each, index) => (
            <li key={each.id} className={styles.item}>
              <ExportRow export={each} isNewest={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Tells those who listen when an export begins, is held up, and ends; not each page. */
function useAnnouncements(exports: readonly ExportJob[]): void {
  const said = JSON.stringify(exports.map(({ id, request, phase }) => [id, request.title, phase]))
  const [before, setBefore] = useState('[]')
  useEffect(() => {
    if (said === before) return
    const known = new Map(phasesIn(before).map(([id, , phase]) => [id, phase]))
    for (const [id, name, phase] of phasesIn(said))
      if (known.get(id) !== phase) announce(words.announcement(name, phase))
    setBefore(said)
  }, [said, before])
}

function phasesIn(text: string): readonly (readonly [string, string, ExportPhase])[] {
  return JSON.parse(text)
}
