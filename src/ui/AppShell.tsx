import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigationType } from 'react-router-dom'
import styles from './AppShell.module.css'
import { Dialog } from './Dialog.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { useMediaQuery } from './use-media-query.ts'

/** One place in the navigation. */
export interface NavItem {
  to: string
  label: string
  icon: ReactNode
}

/** The frame of every signed-in page: a rail on the left, or on a narrow screen a bar whose button opens the same rail. */
export function AppShell({
  product,
  service,
  items,
  search,
  footer,
  children,
}: {
  product: ReactNode
  /** Who serves, under the product's name. */
  service: ReactNode
  items: readonly NavItem[]
  /** The way to search everything; always in sight. */
  search: ReactNode
  /** The foot of the rail: theme, time zone, sign-out. */
  footer: ReactNode
  children: ReactNode
}) {
  const location = useLocation()
  const wide = useMediaQuery('(width >= 800px)')
  // Kept as the place where it was opened: going anywhere closes it in the same drawing that shows the new page.
  const [menuOpenedAt, setMenuOpenedAt] = useState<string>()
  const menuOpen = !wide && menuOpenedAt === location.key
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
      <Navigation items={items} />
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
        <div className={styles.brand}>
          <div className={styles.product}>{product}</div>
          <div className={styles.service}>{service}</div>
        </div>
        {search}
        {wide ? (
          rail
        ) : (
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
        )}
      </header>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {menuOpen ? (
        <Dialog label="Menu" placement="side" onClose={() => setMenuOpenedAt(undefined)}>
          <div className={styles.sheet}>
            <div className={styles.sheetHead}>
              <div className={styles.brand}>
                <div className={styles.product}>{product}</div>
                <div className={styles.service}>{service}</div>
              </div>
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

function Navigation({ items }: { items: readonly NavItem[] }) {
  return (
    <nav aria-label="Main">
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
