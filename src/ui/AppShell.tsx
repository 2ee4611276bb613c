import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { countText } from '../contract/count-text.ts'
import { IconButton } from './buttons.tsx'
import { Dialog } from './dialogs.tsx'
import { classes, LiveRegion } from './inline.tsx'
import layout from './layout.module.css'
import { Link } from './links.tsx'
import { useLostFocus } from './lost-focus.ts'
import styles from './page.module.css'
import { TitleCount } from './page.tsx'

export interface NavItem {
  to: string
  label: string
  icon: ReactNode
  count?: number
}

/** The first group has no label. */
export interface NavGroup {
  label: string | null
  items: readonly NavItem[]
}

/**
 * The frame of every signed-in page: a rail, on a smaller screen one of icons, on a phone a bar with a menu. Styles alone decide which, because
 * the build draws the frame into the page. A rail of icons shows `data-rail="label"` as tooltips, and hides `data-rail="wide"`.
 */
export function AppShell({
  product,
  groups,
  refresh,
  search,
  bell,
  footer,
  news = 0,
  children,
}: {
  product: ReactNode
  groups: readonly NavGroup[]
  refresh: ReactNode
  search: ReactNode
  /** Beside the search. `true` is its room, before it is fetched. */
  bell: ReactNode
  footer: ReactNode
  /** In the title of the tab. */
  news?: number
  children: ReactNode
}) {
  const location = useLocation()
  // The address at which the menu was opened. Any navigation closes it, in the same render as the new page.
  const [menuOpenedAt, setMenuOpenedAt] = useState<string>()
  const isMenuOpen = menuOpenedAt === location.key
  const main = useRef<HTMLElement>(null)
  useNewPage(main, location.pathname)
  useLostFocus()
  const rail = (
    <>
      <Navigation groups={groups} />
      <div className={classes(layout.stack, styles.footer)}>{footer}</div>
    </>
  )
  return (
    <div className={styles.shell}>
      <SkipLink main={main} />
      <header className={styles.rail} data-print="hide">
        <div className={classes(layout.line, styles.product)}>
          {product}
          {refresh}
        </div>
        {search && (
          <div className={classes(layout.line, styles.find)}>
            {search}
            {bell && <span className={styles.bell}>{bell}</span>}
          </div>
        )}
        <div className={styles.wide}>{rail}</div>
        <IconButton
          label="Menu"
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpenedAt(location.key)}
        >
          <Menu size={20} aria-hidden />
        </IconButton>
      </header>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <TitleCount value={news > 0 ? `(${countText(news)} new) ` : ''}>{children}</TitleCount>
      </main>
      {isMenuOpen && (
        <MenuDialog product={product} onClose={() => setMenuOpenedAt(undefined)}>
          {rail}
        </MenuDialog>
      )}
      <LiveRegion />
    </div>
  )
}

function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  const skip = (event: MouseEvent) => {
    // No fragment in the URL, which would end up in copied links.
    event.preventDefault()
    main.current?.focus()
    main.current?.scrollIntoView()
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a link to a place on the page; only the fragment is kept away
    <a className={styles.skip} href="#main" onClick={skip} data-print="hide">
      Skip to content
    </a>
  )
}

function MenuDialog({
  product,
  onClose,
  children,
}: {
  product: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog label="Menu" placement="side" onClose={onClose}>
      <div className={styles.sheet}>
        <div className={classes(layout.line, layout.apart)}>
          <div className={classes(layout.line, styles.product)}>{product}</div>
          <IconButton label="Close menu" className={styles.menu} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
        {children}
      </div>
    </Dialog>
  )
}

function Navigation({ groups }: { groups: readonly NavGroup[] }) {
  const current = currentItem(groups, useLocation())
  return (
    <nav aria-label="Main" className={layout.parts}>
      {groups.map(({ label, items }) => (
        <div key={label}>
          {label !== null && <h2 className={classes(layout.label, styles.group)}>{label}</h2>}
          <ul className={classes(layout.stack, layout.dense)}>
            {items.map((item) => (
              <li key={item.to}>
                <Link
                  to={item.to}
                  aria-current={item === current ? 'page' : undefined}
                  className={classes(layout.line, layout.pressable, layout.quiet, styles.item)}
                >
                  {item.icon}
                  <span data-rail="label">{item.label}</span>
                  {item.count !== undefined && (
                    <span className={classes(layout.small, layout.end, styles.count)}>
                      {' '}
                      {countText(item.count)}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** A view of a page, such as one of its filters, comes before the page, in whatever order its rows are; a record belongs to its list. */
function currentItem(groups: readonly NavGroup[], { pathname, search }: Location): NavItem | undefined {
  const shown = new URLSearchParams(search)
  const items = groups
    .flatMap((group) => group.items)
    .filter(({ to }) => {
      const [path, view] = to.split('?')
      const isPage = pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
      const set = new URLSearchParams(view)
      const valuesIn = (parameters: URLSearchParams, name: string) => String(parameters.getAll(name).sort())
      return (
        isPage &&
        [...set.keys()].every((name) => name === 'sort' || valuesIn(set, name) === valuesIn(shown, name))
      )
    })
  return items.find(({ to }) => to.includes('?')) ?? items[0]
}

/**
 * Begins a new page at its top and moves the focus to its heading, unless the page has taken the focus. Another filter or an open drawer is
 * no new page. A page that the browser itself opens keeps the focus where the browser puts it.
 */
function useNewPage(main: { readonly current: HTMLElement | null }, pathname: string): void {
  const type = useNavigationType()
  const shown = useRef(type === 'POP' ? pathname : null)
  // Before the page itself scrolls to an open row. On Back and Forward the browser restores the place.
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

/** The product's mark: the lines of a ledger. */
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
