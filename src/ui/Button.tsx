import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './Button.module.css'
import { classes } from './classes.ts'

/** How loud a button is. One primary at most in a view. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet'

interface Looks {
  kind?: ButtonKind
  small?: boolean
  icon?: ReactNode
}

/** A button. While `busy` it cannot be pressed and says so. */
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

/** A link within the console that looks like a button. */
export function ButtonLink({
  kind = 'secondary',
  small = false,
  icon,
  children,
  className,
  ...rest
}: Looks & LinkProps) {
  return (
    <Link {...rest} className={look(kind, small, className)}>
      {icon}
      {children}
    </Link>
  )
}

/** A button that shows nothing but an icon; `label` is its name for everybody who does not see it. */
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
      className={classes(styles.icon, className)}
    >
      {children}
    </button>
  )
}

function look(kind: ButtonKind, small: boolean, className: string | undefined): string {
  return classes(styles.button, styles[kind], small && styles.small, className)
}
