import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Trash2 from 'lucide-react/icons/trash'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { presentTime } from '../api/open-pack.ts'
import { UntrustedText } from '../display/text.tsx'
import { withHiddenNamed } from '../display/untrusted-text.ts'
import { notStored } from '../ui/browser-store.ts'
import { Button, IconButton } from '../ui/buttons.tsx'
import controls from '../ui/controls.module.css'
import { TextField } from '../ui/fields.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/links.tsx'
import { listPageName, viewLink } from '../url/lists.ts'
import styles from './list.module.css'
import {
  builtInViews,
  longestName,
  nameProblem,
  type SavedView,
  tidyName,
  useSavedViews,
} from './saved-views.ts'

/** Opens built-in views and the reader's own, deletes those, and saves the page on screen as one. */
export default function Views({ onOpen }: { onOpen: () => void }) {
  const { pathname, search } = useLocation()
  // Built when the menu opens, so that their dates start from today.
  const [{ inFlight, others }] = useState(() => builtInViews(new Date(presentTime())))
  const { views, change } = useSavedViews()
  const [isSaving, setSaving] = useState(false)
  const here = viewLink(pathname + search)
  const link = ({ name, href }: SavedView, page: string | null = null) => (
    <Link
      to={href}
      className={classes(layout.line, layout.fill, layout.pressable, controls.option)}
      aria-current={href === here ? 'page' : undefined}
      onClick={onOpen}
    >
      <span className={layout.fill}>
        <UntrustedText text={name} />
      </span>
      {page && <span className={classes(layout.small, layout.nowrap)}>{page}</span>}
    </Link>
  )
  const save = (name: string): string | null => {
    if (here === null || !change((now) => [...now, { name, href: here }])) return notStored
    setSaving(false)
    announce(`View ${withHiddenNamed(name)} saved.`)
    return null
  }
  return (
    <div className={classes(layout.stack, styles.form)}>
      <ul className={classes(layout.stack, layout.dense)}>
        {[...inFlight, ...others].map((view) => (
          <li key={view.name}>{link(view)}</li>
        ))}
      </ul>
      <OwnViews draw={(view) => link(view, listPageName(view.href))} />
      <div>
        {isSaving ? (
          <ViewName
            taken={[...others, ...inFlight, ...views].map(({ name }) => name)}
            onName={save}
            onCancel={() => setSaving(false)}
          />
        ) : (
          here !== null && (
            <Button
              small
              kind="quiet"
              icon={<BookmarkPlus aria-hidden />}
              onClick={() => setSaving(true)}
              data-takes-focus
            >
              Save this view…
            </Button>
          )
        )}
      </div>
    </div>
  )
}

/** The reader's own views, each with a button that deletes it. */
function OwnViews({ draw }: { draw: (view: SavedView) => ReactNode }) {
  const { views, change } = useSavedViews()
  const [isRefused, setRefused] = useState(false)
  const remove = ({ name }: SavedView) => {
    const isDeleted = change((now) => now.filter((view) => view.name !== name))
    setRefused(!isDeleted)
    if (!isDeleted) return
    announce(`View ${withHiddenNamed(name)} deleted.`)
  }
  return (
    <section>
      <h2 tabIndex={-1} className={layout.label} data-takes-focus>
        Your views
      </h2>
      {views.length === 0 && (
        <p className={classes(layout.small, layout.faint)}>
          A view keeps this page’s filters, sorting and page size.
        </p>
      )}
      {isRefused && (
        <p role="alert" className={classes(layout.small, layout.bad)}>
          {notStored}
        </p>
      )}
      <ul className={classes(layout.stack, layout.dense)}>
        {views.map((view) => (
          <li key={view.name} className={classes(layout.line, styles.columnLine)}>
            {draw(view)}
            <IconButton label={`Delete ${withHiddenNamed(view.name)}`} onClick={() => remove(view)}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `onName` saves the view, or returns why it could not. */
function ViewName({
  taken,
  onName,
  onCancel,
}: {
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
    <form className={layout.stack} onSubmit={submit}>
      <TextField
        ref={takeFocus}
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

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
