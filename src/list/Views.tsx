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
          <p className={classes(layout.small, layout.faint, styles.inset)}>
            A view keeps this page’s link under a name.
          </p>
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
    return (
      <p className={classes(layout.small, layout.warn, styles.inset)}>
        Storage is switched off in this browser, so views cannot be kept.
      </p>
    )
  return isDamaged ? (
    <p className={classes(layout.small, layout.warn, styles.inset)}>
      Some of the views kept in this browser cannot be read. They are dropped the next time you change a view.
    </p>
  ) : null
}

/** One of the reader's own views: the link, and the button that deletes it. */
function OwnView({
  view,
  current,
  takesFocus,
  onOpen,
  onDelete,
}: {
  view: SavedView
  /** It is what is on screen. */
  current: boolean
  takesFocus: boolean
  onOpen: () => void
  onDelete: () => void
}) {
  return (
    <>
      <ViewLink view={view} current={current} takesFocus={takesFocus} onOpen={onOpen}>
        <span className={styles.page}>{listPageName(view.href)}</span>
      </ViewLink>
      <IconButton label={`Delete ${view.name}`} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  )
}

/** In the place of a view that was just deleted. */
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

/** A view as a link. */
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
  // By an effect: the router's link calls a ref anew each time that it is drawn.
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

/** Asks for the name of a view. `onName` keeps it, or says in a sentence why it could not. */
function ViewName({
  label,
  taken,
  action,
  onName,
  onCancel,
}: {
  label: string
  /** Names that other views have. */
  taken: readonly string[]
  /** What the button that keeps the name says. */
  action: string
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
        label={label}
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
          {action}
        </Button>
        <Button small kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The form appears where a button was pressed: writing goes on in it. */
function selectAll(input: HTMLInputElement | null): void {
  input?.select()
}
