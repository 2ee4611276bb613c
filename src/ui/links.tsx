/** Links within the console. */
import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

let base = ''

/** Called before anything is drawn, with what the addresses of all pages begin with. */
export function setPageBase(path: string): void {
  base = path
}

/** The path and query that a browser needs for a link of the console. */
export function addressOf(href: string): string {
  return base + href
}

export interface LinkProps extends ComponentProps<'a'> {
  to: string
}

/** The router's own `Link` adds 15 KB that only its framework uses. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useFollowHref()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event) || rest.target) return
    event.preventDefault()
    follow(to)
  }
  return <a {...rest} href={addressOf(to)} onClick={press} />
}

/** Whether the browser would follow a link in this tab. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}

/** Goes to an address as a link does: the address on screen gets no second entry in the history. */
export function useFollowHref(): (href: string) => void {
  const navigate = useNavigate()
  return (href) => {
    const { pathname, search } = window.location
    void navigate(href, { replace: addressOf(href) === pathname + search })
  }
}
