import { useLocation } from 'react-router-dom'

/** The absolute address of what is seen. */
export function usePageLink(): string {
  const { pathname, search } = useLocation()
  return new URL(`${pathname}${search}`, window.location.href).href
}
