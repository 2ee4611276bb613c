import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigationType } from 'react-router-dom'
import styles from './AppShell.module.css'
import { Dialog } from './Dialog.tsx'
import { LiveRegion } from './LiveRegion.tsx'

/** One place in the navigation. */
export interface NavItem {
  to: string
  label: string
  icon: ReactNode
}

/** Pages that belong together; the first group has no name. */
export interface NavGroup {
  label: string | null
  items: readonly NavItem[]
}

/**
 * The frame of every signed-in page: a rail on the left, or on a narrow screen a bar whose button opens the same rail. Which of the two is
 * for the styles to say: the built page holds this frame before any script runs.
 */
export function AppShell({
  product,
  groups,
  search,
  footer,
  children,
}: {
  product: ReactNode
  groups: readonly NavGroup[]
  /** The way to search everything; always in sight. */
  search: ReactNode
  /** The foot of the rail. */
  footer: ReactNode
  children: ReactNode
}) {
  const location = useLocation()
  // Kept as the place where it was opened: going anywhere closes it in the same drawing that shows the new page.
  const [menuOpenedAt, setMenuOpenedAt] = useState<string>()
  const menuOpen = menuOpenedAt === location.key
  const main = useRef<HTMLElement>(null)
  useFocusOnNewPage(main, location.pathname)

  const skip = (event: MouseEvent) => {
    // A fragment in the URL would be one more thing in every link passed on.
    event.preventDefault()
    main.current?.focus()
    main.current?.scrollIntoView()
  }

  const rail = (
    <>
      <Navigation groups={groups} />
      <div className={styles.footer}>{footer}</div>
    </>
  )
  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link to a place on the page; only the fragment is kept away */}
      <a className={styles.skip} href="#main" onClick={skip} data-print="hide">
        Skip to content
      </a>
      <header className={styles.rail} data-print="hide">
        <div className={styles.product}>{product}</div>
        {search}
        <div className={styles.wide}>{rail}</div>
        <button
          type="button"
          className={styles.menu}
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpenedAt(location.key)}
        >
          <Menu size={20} aria-hidden />
        </button>
      </header>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {menuOpen ? (
        <Dialog label="Menu" placement="side" onClose={() => setMenuOpenedAt(undefined)}>
          <div className={styles.sheet}>
            <div className={styles.sheetHead}>
              <div className={styles.product}>{product}</div>
              <button
                type="button"
                className={styles.menu}
                aria-label="Close menu"
                onClick={() => setMenuOpenedAt(undefined)}
              >
                <X size={20} aria-hidden />
              </button>
            </div>
            {rail}
          </div>
        </Dialog>
      ) : null}
      <LiveRegion />
    </div>
  )
}

function Navigation({ groups }: { groups: readonly NavGroup[] }) {
  return (
    <nav aria-label="Main" className={styles.groups}>
      {groups.map(({ label, items }) => (
        <div key={label}>
          {label !== null && <h2 className={styles.group}>{label}</h2>}
          <ul className={styles.items}>
            {items.map((item) => (
              <li key={item.to}>
                <NavLink to={item.to} className={() => styles.item}>
                  {item.icon}
                  <span>{item.label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/**
 * On a new page, reading goes on at its heading. Only the path makes a page: filters and an opened drawer do not. Focus
 * that the page holds already, or has taken, is left alone. The first page is new too where the console itself led here, as from the sign-in
 * page; what the browser opened it reads from the top.
 */
function useFocusOnNewPage(main: { readonly current: HTMLElement | null }, pathname: string): void {
  const type = useNavigationType()
  const shown = useRef(type === 'POP' ? pathname : null)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const page = main.current
    if (!page) return
    const holder = document.activeElement?.closest('main, dialog')
    if (holder && holder !== document.activeElement) return
    const heading = page.querySelector<HTMLElement>('h1[tabindex]')
    const target = heading ?? page
    target.focus({ preventScroll: true })
  }, [main, pathname])
}
