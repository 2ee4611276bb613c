import { Bookmark } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ahead, part } from '../../ui/Fetched.tsx'
import { Popover } from '../../ui/Popover.tsx'
import actionStyles from './ListActions.module.css'

const loadViews = part(() => import('./Views.tsx'))
// Few visits open it; on its way as soon as the button is come near.
const Views = lazy(loadViews)
const preload = () => ahead(loadViews)

/** The button of a list page that opens its views: built in and the reader's own. */
export function ViewsMenu() {
  return (
    <Popover
      label="Views"
      placement="end"
      button={(props) => (
        <Button small icon={<Bookmark aria-hidden />} {...props} onPointerEnter={preload} onFocus={preload}>
          <span className={actionStyles.words}>Views</span>
        </Button>
      )}
    >
      {(close) => <Views onOpen={close} />}
    </Popover>
  )
}
