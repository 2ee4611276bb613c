import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { notStored } from '../../ui/browser-store.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { viewLink } from '../../url/view-link.ts'
import { builtInViews } from './built-in-views.ts'
import { DeletedView, OwnView, ViewLink } from './OwnView.tsx'
import {
  type SavedView,
  useSavedViews,
  withName,
  withoutView,
  withView,
  withViewBack,
} from './saved-views.ts'
import { ViewName } from './ViewName.tsx'
import styles from './ViewsMenu.module.css'

/** What is being done to which view. */
type Doing =
  | { readonly what: 'rename'; readonly name: string }
  | { readonly what: 'save' }
  | { readonly what: 'none'; readonly focus?: string }

/** The views to open, those of the reader to rename and delete, and the way to keep what is on screen as one. */
export default function Views({ onOpen }: { onOpen: () => void }) {
  const { pathname, search } = useLocation()
  // Made when the menu opens, so that their dates are today's.
  const [{ inFlight, others }] = useState(() => builtInViews(new Date()))
  const { views, isDamaged, isForbidden, change } = useSavedViews()
  const [doing, setDoing] = useState<Doing>({ what: 'none' })
  const [deleted, setDeleted] = useState<{ view: SavedView; index: number } | null>(null)
  const here = viewLink(pathname + search)
  const taken = [...others, ...inFlight, ...views].map(({ name }) => name)

  const save = (name: string): string | null => {
    if (here === null || !change((now) => withView(now, { name, href: here }))) return notStored
    setDoing({ what: 'none', focus: name })
    announce(`View ${name} saved.`)
    return null
  }
  const rename = (from: string, to: string): string | null => {
    if (!change((now) => withName(now, from, to))) return notStored
    setDoing({ what: 'none', focus: to })
    return null
  }
  const remove = (view: SavedView, index: number) => {
    if (!change((now) => withoutView(now, view.name))) return announce(notStored)
    setDeleted({ view, index })
  }
  const undo = ({ view, index }: { view: SavedView; index: number }) => {
    if (!change((now) => withViewBack(now, view, index))) return announce(notStored)
    setDeleted(null)
    setDoing({ what: 'none', focus: view.name })
  }

  const own = views.map((view, index) => (
    <li key={view.name} className={styles.own}>
      {doing.what === 'rename' && doing.name === view.name ? (
        <ViewName
          label="New name"
          name={view.name}
          taken={taken.filter((name) => name !== view.name)}
          action="Rename"
          onName={(name) => rename(view.name, name)}
          onCancel={() => setDoing({ what: 'none', focus: view.name })}
        />
      ) : (
        <OwnView
          view={view}
          current={view.href === here}
          takesFocus={doing.what === 'none' && doing.focus === view.name}
          onOpen={onOpen}
          onRename={() => setDoing({ what: 'rename', name: view.name })}
          onDelete={() => remove(view, index)}
        />
      )}
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
          {doing.what === 'save' ? (
            <ViewName
              label="Name of this view"
              taken={taken}
              action="Save"
              onName={save}
              onCancel={() => setDoing({ what: 'none' })}
            />
          ) : (
            <Button
              small
              kind="quiet"
              icon={<BookmarkPlus aria-hidden />}
              onClick={() => setDoing({ what: 'save' })}
            >
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
