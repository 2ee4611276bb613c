import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { UntrustedText } from '../../records/text.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { listPageName } from '../../url/view-link.ts'
import type { SavedView } from './saved-views.ts'
import styles from './ViewsMenu.module.css'

/** One of the reader's own views: the link, and the button that deletes it. */
export function OwnView({
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
export function DeletedView({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <>
      <span className={styles.deleted}>
        Deleted <UntrustedText text={name} />
      </span>
      <Button ref={takeFocus} small kind="quiet" onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}

/** A view as a link. */
export function ViewLink({
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
