import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Trash2 from 'lucide-react/icons/trash'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { presentTime } from '../api/pack-source.ts'
import { UntrustedText } from '../records/text.tsx'
import { notStored } from '../ui/browser-store.ts'
import { Button, IconButton } from '../ui/buttons.tsx'
import { TextField } from '../ui/fields.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { listPageName, viewLink } from '../url/view-link.ts'
import {
  builtInViews,
  longestName,
  nameProblem,
  type SavedView,
  tidyName,
  useSavedViews,
  withoutView,
  withView,
  withViewBack,
} from './saved-views.ts'
import styles from './views.module.css'

/** Opens built-in views and the reader's own, deletes those, and saves the page on screen as one. */
export default function Views({ onOpen }: { onOpen: () => void }) {
  const { pathname, search } = useLocation()
  // Built when the menu opens, so that their dates start from today.
  const [{ inFlight, others }] = useState(() => builtInViews(new Date(presentTime())))
  const { views, isDamaged, isForbidden, change } = useSavedViews()
  const [isSaving, setSaving] = useState(false)
  /** The name of the view that takes the focus. */
  const [focused, setFocused] = useState<string | null>(null)
  const here = viewLink(pathname + search)
  const link = (view: SavedView, more: Partial<Parameters<typeof ViewLink>[0]> = {}) => (
    <ViewLink view={view} current={view.href === here} onOpen={onOpen} {...more} />
  )
  const save = (name: string): string | null => {
    if (here === null || !change((now) => withView(now, { name, href: here }))) return notStored
    setSaving(false)
    setFocused(name)
    announce(`View ${name} saved.`)
    return null
  }
  return (
    <div className={styles.menu}>
      <section>
        <h2 className={styles.heading}>In flight</h2>
        <ul className={styles.row}>
          {inFlight.map((view) => (
            <li key={view.name}>{link(view)}</li>
          ))}
        </ul>
      </section>
      <ul className={styles.list}>
        {others.map((view) => (
          <li key={view.name}>{link(view)}</li>
        ))}
      </ul>
      <section className={styles.part}>
        <h2 className={styles.heading}>Your views</h2>
        <OwnViews
          views={views}
          change={change}
          onRestore={setFocused}
          draw={(view) =>
            link(view, {
              takesFocus: !isSaving && view.name === focused,
              children: <span className={styles.page}>{listPageName(view.href)}</span>,
            })
          }
        />
        <Troubles isDamaged={isDamaged} isForbidden={isForbidden} />
      </section>
      {here !== null && (
        <div className={styles.part}>
          {isSaving ? (
            <ViewName
              taken={[...others, ...inFlight, ...views].map(({ name }) => name)}
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

/** The reader's views, each with a button that deletes it, and the last deleted one to undo. */
function OwnViews({
  views,
  change,
  onRestore,
  draw,
}: Pick<ReturnType<typeof useSavedViews>, 'views' | 'change'> & {
  onRestore: (name: string) => void
  draw: (view: SavedView) => ReactNode
}) {
  const [deleted, setDeleted] = useState<{ view: SavedView; index: number } | null>(null)
  const remove = (view: SavedView, index: number) => {
    if (!change((now) => withoutView(now, view.name))) return announce(notStored)
    setDeleted({ view, index })
  }
  const undo = ({ view, index }: { view: SavedView; index: number }) => {
    if (!change((now) => withViewBack(now, view, index))) return announce(notStored)
    setDeleted(null)
    onRestore(view.name)
  }
  if (views.length === 0 && !deleted)
    return (
      <p className={classes(layout.small, layout.faint, styles.inset)}>
        A view keeps this page’s link under a name.
      </p>
    )
  const lines = views.map((view, index) => (
    <li key={view.name} className={styles.own}>
      {draw(view)}
      <IconButton label={`Delete ${view.name}`} onClick={() => remove(view, index)}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  ))
  if (deleted)
    lines.splice(
      deleted.index,
      0,
      <li key={`deleted ${deleted.view.name}`} className={styles.own}>
        <DeletedView name={deleted.view.name} onUndo={() => undo(deleted)} />
      </li>,
    )
  return <ul className={styles.list}>{lines}</ul>
}

function Troubles({ isDamaged, isForbidden }: { isDamaged: boolean; isForbidden: boolean }) {
  if (!isDamaged && !isForbidden) return null
  return (
    <p className={classes(layout.small, layout.warn, styles.inset)}>
      {isForbidden
        ? 'Storage is switched off in this browser, so views cannot be kept.'
        : 'Some of the views kept in this browser cannot be read. They are dropped the next time you change a view.'}
    </p>
  )
}

function DeletedView({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <>
      <span className={classes(layout.muted, styles.deleted)}>
        Deleted <UntrustedText text={name} />
      </span>
      <Button ref={takeFocus} small kind="quiet" onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}

function ViewLink({
  view: { name, href },
  current,
  takesFocus = false,
  onOpen,
  children,
}: {
  view: SavedView
  current: boolean
  takesFocus?: boolean
  onOpen: () => void
  children?: ReactNode
}) {
  // An effect, because the router's link calls a ref callback on every render.
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  return (
    <Link
      ref={link}
      to={href}
      className={styles.link}
      aria-current={current ? 'page' : undefined}
      onClick={onOpen}
    >
      <span className={styles.name}>
        <UntrustedText text={name} />
      </span>
      {children}
    </Link>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** `onName` saves the view, or returns why it could not. */
function ViewName({
  taken,
  onName,
  onCancel,
}: {
  /** Names of other views. */
  taken: readonly string[]
  onName: (name: string) => string | null
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(nameProblem(name, taken) ?? onName(tidyName(name)))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        ref={selectAll}
        label="Name of this view"
        name="name"
        value={name}
        hint="Kept in this browser. The open record is left out."
        error={problem}
        maxLength={4 * longestName}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(null)
        }}
      />
      <div className={layout.row}>
        <Button small type="submit" kind="primary">
          Save
        </Button>
        <Button small kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function selectAll(input: HTMLInputElement | null): void {
  input?.select()
}
