import Bookmark from 'lucide-react/icons/bookmark'
import { useLocation } from 'react-router-dom'
import { Button, CopyButton } from '../ui/buttons.tsx'
import layout from '../ui/layout.module.css'
import { lazyComponent } from '../ui/lazy.tsx'
import { addressOf } from '../ui/links.tsx'
import { Popover } from '../ui/popovers.tsx'

export function ListActions() {
  const link = usePageLink()
  return (
    <>
      <ViewsMenu />
      <CopyButton text={link} label="Link to this view" roomy>
        Copy link
      </CopyButton>
    </>
  )
}

const views = lazyComponent(() => import('./Views.tsx'))

function ViewsMenu() {
  return (
    <Popover
      label="Views"
      placement="end"
      button={(props) => (
        <Button small icon={<Bookmark aria-hidden />} {...props} {...views.preloadOnHover}>
          <span className={layout.roomy}>Views</span>
        </Button>
      )}
    >
      {(close) => <views.View onOpen={close} />}
    </Popover>
  )
}

export function usePageLink(): string {
  const { pathname, search } = useLocation()
  return new URL(addressOf(`${pathname}${search}`), window.location.href).href
}
