import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './controls.module.css'
import { announce, classes } from './inline.tsx'
import layout from './layout.module.css'
import { Link, type LinkProps } from './links.tsx'

/** At most one primary button in a view. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet'

interface Looks {
  kind?: ButtonKind
  small?: boolean
  icon?: ReactNode
}

export function Button({
  kind = 'secondary',
  small = false,
  icon,
  busy = false,
  children,
  className,
  disabled,
  ...rest
}: Looks & { busy?: boolean; ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={look(kind, small, className)}
    >
      {icon}
      {children}
    </button>
  )
}

/** A link that looks like a button. Without an address it is a disabled link, as ARIA describes it. */
export function ButtonLink({
  kind = 'secondary',
  small = false,
  icon,
  to,
  children,
  className,
  ...rest
}: Looks & Omit<LinkProps, 'to'> & { to: LinkProps['to'] | null }) {
  const style = look(kind, small, className)
  if (to === null)
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: what leads nowhere takes no focus
      // biome-ignore lint/a11y/useSemanticElements: an <a> without href has no role of its own
      <span className={style} role="link" aria-disabled="true">
        {icon}
        {children}
      </span>
    )
  return (
    <Link {...rest} to={to} className={style}>
      {icon}
      {children}
    </Link>
  )
}

/** Hands the file at an address to the browser, which shows how it comes. Without an address it is a disabled link. */
export function FileLink({ href, children }: { href: string | null; children: ReactNode }) {
  return (
    <a
      {...(href === null ? { role: 'link', 'aria-disabled': true } : { href, download: '' })}
      className={look('secondary', true, undefined)}
    >
      {children}
    </a>
  )
}

export function IconButton({
  label,
  className,
  children,
  ...rest
}: { label: string; ref?: Ref<HTMLButtonElement> } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'title'
>) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(styles.iconButton, className)}
    >
      {children}
    </button>
  )
}

export function IconLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.iconButton} aria-label={label} title={label}>
      {children}
    </Link>
  )
}

function look(kind: ButtonKind, small: boolean, className: string | undefined): string {
  return classes(styles.button, styles[kind], small && styles.small, className)
}

/** Copies exactly `text`. `label` names what is copied. An icon, or with `children` a button with words. */
export function CopyButton({
  text,
  label,
  onAsk,
  onCopied,
  roomy = false,
  children,
}: {
  text: string
  label: string
  /** Called instead of copying, to ask first. */
  onAsk?: () => void
  onCopied?: () => void
  /** Without its words on a phone. */
  roomy?: boolean
  children?: ReactNode
}) {
  const [outcome, setOutcome] = useState<'Copied' | 'Failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), 1500)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    const done = await copyText(text)
    setOutcome(done ? 'Copied' : 'Failed')
    announce(done ? `${label}: copied` : `${label}: could not be copied`)
    if (done) onCopied?.()
  }
  const Icon = outcome === null ? Copy : outcome === 'Copied' ? Check : TriangleAlert
  const icon = <Icon aria-hidden />
  const press = {
    onClick: () => (onAsk ? onAsk() : void copy()),
    ...(onAsk && { 'aria-haspopup': 'dialog' as const }),
  }
  if (children === undefined) {
    return (
      <IconButton label={label} {...press}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button small icon={icon} {...press}>
      {/* On top of each other, so that the button keeps its width. */}
      <span className={classes(styles.outcomes, roomy && layout.roomy)}>
        <span data-unsaid={outcome !== null}>{children}</span>
        <span data-unsaid={outcome !== 'Copied'}>Copied</span>
        <span data-unsaid={outcome !== 'Failed'}>Failed</span>
      </span>
    </Button>
  )
}

/** False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without TLS, other hosts than localhost have no clipboard API.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = layout.hidden ?? ''
  // Otherwise spaces beside each other are copied as one.
  area.style.whiteSpace = 'pre'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}

export function TabLinks({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { readonly to: string; readonly label: string }[]
}) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.tabs} aria-label={label} data-print="hide">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={styles.tab}
          aria-current={tab.to.split('?')[0] === pathname ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
