import { type ComponentProps, useEffect, useLayoutEffect, useState } from 'react'
import { notLoaded } from './dialogs.tsx'
import { Fetched } from './lazy.tsx'

/** Around a drawer of another chunk, which is open while there are `children`. Its place is kept before the chunk is there. */
export function FetchedDrawer({
  onClose,
  ...drawer
}: Omit<ComponentProps<typeof Fetched>, 'around'> & { onClose: () => void }) {
  const [isPageDrawn, setPageDrawn] = useState(false)
  useEffect(() => setPageDrawn(true), [])
  return (
    <>
      {drawer.children ? <DrawerPlace isPageDrawn={isPageDrawn} /> : null}
      <Fetched {...drawer} around={notLoaded(onClose)} />
    </>
  )
}

/** Sets `data-beside` on the root, so that the head and the pager of the page end at the drawer. `:has()` would check the whole page. */
export function DrawerPlace({ isPageDrawn = true }: { isPageDrawn?: boolean }) {
  // Measured before the drawer is drawn: later the whole page would be laid out once more.
  const [measured] = useState(isPageDrawn ? widthAtColumn : null)
  useLayoutEffect(() => {
    const root = document.documentElement
    const width = measured ?? widthAtColumn()
    root.toggleAttribute('data-beside', true)
    root.style.setProperty('--drawer-width', width)
    const unfit = () => root.style.removeProperty('--drawer-width')
    window.addEventListener('resize', unfit)
    return () => {
      window.removeEventListener('resize', unfit)
      unfit()
      root.toggleAttribute('data-beside', false)
    }
  }, [measured])
  return null
}

/** Where a column of the list begins not far from the drawer, the drawer begins there, and cuts none. */
function widthAtColumn(): string {
  const { clientWidth } = document.documentElement
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const column = [...document.querySelectorAll('main thead th')]
    .map((header) => (clientWidth - header.getBoundingClientRect().left) / rem)
    .findLast((width) => width >= 30)
  return column !== undefined && column <= 37 ? `${column}rem` : ''
}
