import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { presentTime } from '../../api/pack-source.ts'
import { notStored } from '../../ui/browser-store.ts'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { viewLink } from '../../url/view-link.ts'
import { builtInViews } from './built-in-views.ts'
import { DeletedView, OwnView, ViewLink } from './OwnView.tsx'
import { type SavedView, useSavedViews, withoutView, withView, withViewBack } from './saved-views.ts'
import { ViewName } from './ViewName.tsx'
import styles from './ViewsMenu.module.css'

/** The views to open, those of the reader to delete, and the way to keep what is on screen as one. */
export default function Views({ onOpen }: { onOpen: () => void }) {
  const { pathname, search } = useLocation()
  // Made when the menu opens, so that their dates are today's.
  const [{ inFlight, others }] = useState(() => builtInViews(new Date(presentTime())))
  const { views, isDamaged, isForbidden, change } = useSavedViews()
  const [isSaving, setSaving] = useState(false)
  /** The view that takes the focus, by its name. */
  const [focused, setFocused] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<{ view: SavedView; index: number } | null>(null)
  const here = viewLink(pathname + search)
  const taken = [...others, ...inFlight, ...views].map(({ name }) => name)

  const save = (name: string): string | null => {
    if (here === null || !change((now) => withView(now, { name, href: here }))) return notStored
    setSaving(false)
    setFocused(name)
    announce(`View ${name} saved.`)
    return null
  }
  const remove = (view: SavedView, index: number) => {
    if (!change((now) => withoutView(now, view.name))) return announce(notStored)
    setDeleted({ view, index })
  }
  const undo = ({ view, index }: { view: SavedView; index: number }) => {
    if (!change((now) => withViewBack(now, view, index))) return announce(notStored)
    setDeleted(null)
    setFocused(view.name)
  }

  const own = views.map((view, index) => (
    <li key={view.name} className={styles.own}>
      <OwnView
        view={view}
        current={view.href === here}
        takesFocus={!isSaving && view.name === focused}
        onOpen={onOpen}
        onDelete={() => remove(view, index)}
      />
    </li>
  ))
  if (deleted)
    own.splice(
      deleted.index,
      0,
      <li key={`deleted ${deleted.view.name}`} className={styles.own}>
        <DeletedView name={deleted.view.name} onUndo={() => undo(deleted)} />
      </li>,
    )

  return (
    <div className={styles.menu}>
      <section>
        <h2 className={styles.heading}>In flight</h2>
        <ul className={styles.row}>
          {inFlight.map((view) => (
            <li key={view.name}>
              <ViewLink view={view} current={view.href === here} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </section>
      <ul className={styles.list}>
        {others.map((view) => (
          <li key={view.name}>
            <ViewLink view={view} current={view.href === here} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <section className={styles.part}>
        <h2 className={styles.heading}>Your views</h2>
        {own.length > 0 ? (
          <ul className={styles.list}>{own}</ul>
        ) : (
          <p className={styles.hint}>A view keeps this page’s link under a name.</p>
        )}
        <Troubles isDamaged={isDamaged} isForbidden={isForbidden} />
      </section>
      {here !== null && (
        <div className={styles.part}>
          {isSaving ? (
            <ViewName
              label="Name of this view"
              taken={taken}
              action="Save"
              onName={save}
              onCancel={() => setSaving(false)}
            />
          ) : (
            <Button small kind="quiet" icon={<BookmarkPlus aria-hidden />} onClick={() => setSaving(true)}>
              Save this view…
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Troubles({ isDamaged, isForbidden }: { isDamaged: boolean; isForbidden: boolean }) {
  if (isForbidden)
    return <p className={styles.trouble}>Storage is switched off in this browser, so views cannot be kept.</p>
  return isDamaged ? (
    <p className={styles.trouble}>
      Some of the views kept in this browser cannot be read. They are dropped the next time you change a view.
    </p>
  ) : null
}
