import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { NavigationType, NavLink, useLocation } from 'react-router-dom'
import { IconButton } from './buttons.tsx'
import { grouped } from './decimal-text.ts'
import { Dialog } from './dialogs.tsx'
import { classes, LiveRegion } from './inline.tsx'
import layout from './layout.module.css'
import styles from './page.module.css'

/** How the reader came to this address. The router's own hook loses it if `Routes` get a location. */
export const VisitKind = createContext(NavigationType.Pop)

export interface NavItem {
  to: string
  label: string
  icon: ReactNode
  /** How much there is. */
  count?: number
}

/** The first group has no label. */
export interface NavGroup {
  label: string | null
  items: readonly NavItem[]
}

/**
 * The frame of every signed-in page: a rail, on a smaller screen one of icons, on a phone a bar with a menu. Styles alone decide which, because
 * the frame is prerendered into the page. In a rail of icons `data-rail` is `label` on what is only a tooltip there, and `wide` on what has no
 * room.
 */
export function AppShell({
  product,
  groups,
  refresh,
  search,
  footer,
  count = 0,
  news = 0,
  children,
}: {
  product: ReactNode
  groups: readonly NavGroup[]
  refresh: ReactNode
  search: ReactNode
  footer: ReactNode
  /** In the title of the tab, what waits for the reader; in its place, what is `news`. */
  count?: number | undefined
  news?: number
  children: ReactNode
}) {
  const location = useLocation()
  // Where the menu was opened. Any navigation closes it, in the same render as the new page.
  const [menuOpenedAt, setMenuOpenedAt] = useState<string>()
  const menuOpen = menuOpenedAt === location.key
  const main = useRef<HTMLElement>(null)
  useNewPage(main, location.pathname)

  const skip = (event: MouseEvent) => {
    // No fragment in the URL, which would end up in copied links.
    event.preventDefault()
    main.current?.focus()
    main.current?.scrollIntoView()
  }

  const rail = (
    <>
      <Navigation groups={groups} />
      <div className={classes(layout.stack, styles.footer)}>{footer}</div>
    </>
  )
  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link to a place on the page; only the fragment is kept away */}
      <a className={styles.skip} href="#main" onClick={skip} data-print="hide">
        Skip to content
      </a>
      <header className={styles.rail} data-print="hide">
        <div className={classes(layout.line, styles.product)}>
          {product}
          {refresh}
        </div>
        {search}
        <div className={styles.wide}>{rail}</div>
        <IconButton
          label={news > 0 ? `Menu, ${news} new` : 'Menu'}
          data-news={news > 0 || undefined}
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpenedAt(location.key)}
        >
          <Menu size={20} aria-hidden />
        </IconButton>
      </header>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <TitleCount value={news > 0 ? `(${news} new) ` : count > 0 ? `(${grouped(count)}) ` : ''}>
          {children}
        </TitleCount>
      </main>
      {menuOpen ? (
        <Dialog label="Menu" placement="side" onClose={() => setMenuOpenedAt(undefined)}>
          <div className={styles.sheet}>
            <div className={classes(layout.line, layout.apart)}>
              <div className={classes(layout.line, styles.product)}>{product}</div>
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

const TitleCount = createContext('')

function Navigation({ groups }: { groups: readonly NavGroup[] }) {
  const { search } = useLocation()
  // A view of a page stands for the page while it is open.
  const view = groups.flatMap(({ items }) => items).find(({ to }) => isViewOf(to, search))
  return (
    <nav aria-label="Main" className={layout.parts}>
      {groups.map(({ label, items }) => (
        <div key={label}>
          {label !== null && <h2 className={classes(layout.label, styles.group)}>{label}</h2>}
          <ul className={classes(layout.stack, layout.dense)}>
            {items.map((item) => (
              <li key={item.to}>
                <NavLink
                  to={item.to}
                  aria-current={(view ? item.to === view.to : !item.to.includes('?')) && 'page'}
                  className={() => classes(layout.line, layout.pressable, layout.quiet, styles.item)}
                >
                  {item.icon}
                  <span data-rail="label">{item.label}</span>
                  {item.count !== undefined && (
                    <span className={classes(layout.small, layout.end, styles.count)}>
                      {' '}
                      {grouped(item.count)}
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function isViewOf(to: string, search: string): boolean {
  const [, wanted] = to.split('?')
  const shown = new URLSearchParams(search)
  return (
    wanted !== undefined &&
    [...new URLSearchParams(wanted)].every(([name, value]) => shown.getAll(name).includes(value))
  )
}

/**
 * Begins a new page at its top, and moves the focus to its heading, unless the page has taken it. Only the path makes a page, not filters
 * or an open drawer. The page that the browser itself opened keeps the focus at its top.
 */
function useNewPage(main: { readonly current: HTMLElement | null }, pathname: string): void {
  const type = useContext(VisitKind)
  const shown = useRef(type === 'POP' ? pathname : null)
  // Before the page itself scrolls to an open row. Back and forward are the browser's, which returns to where the reader was.
  useLayoutEffect(() => {
    if (type !== 'POP' && shown.current !== pathname) window.scrollTo({ top: 0 })
  }, [pathname, type])
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

/** The head of a page: its `<h1>`, facts about it, and its actions. Also sets the title of the tab. */
export function PageHeader({
  title,
  meta,
  actions,
  children,
}: {
  title: string
  /** Beside the title, such as "as of 14:03:22 UTC". */
  meta?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const count = useContext(TitleCount)
  useEffect(() => {
    document.title = `${count}${title} · Custody Console`
  }, [title, count])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The reader arrived before this chunk did, and waits on `<main>`.
    if (heading.current && document.activeElement === heading.current.closest('main'))
      heading.current.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes(layout.stack, styles.header)}>
      <div className={classes(layout.row, styles.headline)}>
        <h1 ref={heading} className={layout.title} tabIndex={-1}>
          {title}
        </h1>
        {meta === undefined ? null : (
          <div className={classes(layout.row, layout.muted, styles.meta)}>{meta}</div>
        )}
        {actions === undefined ? null : (
          <div className={classes(layout.row, layout.end)} data-print="hide">
            {actions}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}

export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className={layout.parts} data-print="flow">
      {children}
    </div>
  )
}

/** Fields of a record, as `DescriptionItem`s. */
export function DescriptionList({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={styles.fields}>
      <dl>{children}</dl>
    </div>
  )
}

/** `actions` show on hover and focus, or always without hover. `wide` puts the value below its term. */
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
    <div className={classes(layout.stack, styles.field)} data-wide={wide || undefined}>
      <dt className={layout.muted}>{term}</dt>
      <dd className={classes(layout.line, layout.top)}>
        <div className={layout.fill}>{children}</div>
        {actions !== undefined && actions !== null && (
          <div className={classes(layout.line, layout.tight, styles.valueActions)} data-print="hide">
            {actions}
          </div>
        )}
      </dd>
    </div>
  )
}

export function Mark() {
  return (
    <svg viewBox="0 0 20 20" className={styles.mark} aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" rx="5" fill="currentColor" />
      <path
        d="M6 6.5h8M6 10h8M6 13.5h4.5"
        fill="none"
        stroke="#ffffff"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
