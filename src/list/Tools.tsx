import Ellipsis from 'lucide-react/icons/ellipsis'
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '../ui/buttons.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Popover } from '../ui/popovers.tsx'
import styles from './list.module.css'

/** The buttons in the head of a list. Where it has no room for their words, they are in one menu. */
export function Tools({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={classes(layout.line, styles.tools)}>{children}</div>
      <span className={styles.more}>
        <Popover
          label="Tools"
          placement="end"
          button={(button) => (
            <IconButton label="Tools" {...button}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        >
          {(close) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what happens to the buttons inside it
            // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
            <div
              className={classes(layout.stack, layout.dense, styles.menu)}
              onClick={(event) => leavesMenu(event) && close()}
            >
              {children}
            </div>
          )}
        </Popover>
      </span>
    </>
  )
}

/** A press that leads elsewhere or changes the page. What opens a layer of its own, or copies, leaves the menu where it is. */
function leavesMenu({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a, [aria-expanded]:not([aria-haspopup])') !== null
}
