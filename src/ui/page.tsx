import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigationType } from 'react-router-dom'
import { IconButton } from './buttons.tsx'
import { Dialog } from './dialogs.tsx'
import { classes, LiveRegion } from './inline.tsx'
import layout from './layout.module.css'
import styles from './page.module.css'

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
        <IconButton
          label="Menu"
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpenedAt(location.key)}
        >
          <Menu size={20} aria-hidden />
        </IconButton>
      </header>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {menuOpen ? (
        <Dialog label="Menu" placement="side" onClose={() => setMenuOpenedAt(undefined)}>
          <div className={styles.sheet}>
            <div className={styles.sheetHead}>
              <div className={styles.product}>{product}</div>
              <IconButton
                label="Close menu"
                className={styles.menu}
                onClick={() => setMenuOpenedAt(undefined)}
              >
                <X size={20} aria-hidden />
              </IconButton>
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

/** The head of every page: its one `<h1>`, what is said about it, and what can be done. Names the browser tab too. */
export function PageHeader({
  title,
  meta,
  actions,
  children,
}: {
  title: string
  /** Beside the title, muted: "as of 14:03:22 UTC". */
  meta?: ReactNode
  /** At the end of the line. */
  actions?: ReactNode
  /** Under the line: tabs, a filter bar. */
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Custody Console`
  }, [title])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Who came before the page was fetched waits where it was to be.
    if (heading.current && document.activeElement === heading.current.closest('main'))
      heading.current.focus({ preventScroll: true })
  }, [])
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {meta === undefined ? null : <div className={styles.meta}>{meta}</div>}
        {actions === undefined ? null : (
          <div className={classes(layout.row, styles.actions)} data-print="hide">
            {actions}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}

/** What stands under a page's head, part under part; what lies over its beginning is placed within it. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className={classes(layout.parts, styles.body)} data-print="flow">
      {children}
    </div>
  )
}

/** Terms and their values, one under the other: the fields of a record. Holds `DescriptionItem`s. */
export function DescriptionList({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={styles.fields}>
      <dl>{children}</dl>
    </div>
  )
}

/**
 * One term and its value. `actions` (copy, open) show on hover and focus, and always where there is no hover;
 * `wide` puts the value under its term over the whole width.
 */
export function DescriptionItem({
  term,
  children,
  actions,
  wide = false,
}: {
  term: ReactNode
  children: ReactNode
  actions?: ReactNode
  wide?: boolean
}): ReactNode {
  return (
    <div className={styles.field} data-wide={wide || undefined}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>
        <div className={styles.valueText}>{children}</div>
        {actions !== undefined && actions !== null && <div className={styles.valueActions}>{actions}</div>}
      </dd>
    </div>
  )
}

/** The product's mark: the lines of a ledger. Decoration only. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" className={styles.mark} aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" rx="5" className={styles.door} />
      <path d="M6 6.5h8M6 10h8M6 13.5h4.5" className={styles.lines} />
    </svg>
  )
}
