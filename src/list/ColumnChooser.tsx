import Columns3 from 'lucide-react/icons/columns-3'
import { lazy } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyChunk, preloadChunk } from '../ui/LazyBoundary.tsx'
import { Popover } from '../ui/Popover.tsx'
import type { ColumnChoicesProps } from './ColumnChoices.tsx'
import actionStyles from './views/ListActions.module.css'

const loadChoices = lazyChunk(() => import('./ColumnChoices.tsx'))
// Few visits open it; on its way as soon as the button is come near.
const ColumnChoices = lazy(loadChoices)
const preload = () => preloadChunk(loadChoices)

/** The button that opens the choice of a table's columns, their order and the height of its rows. */
export function ColumnChooser(props: Omit<ColumnChoicesProps, 'onClose'>) {
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(button) => (
        <Button {...button} small icon={<Columns3 aria-hidden />} onPointerEnter={preload} onFocus={preload}>
          <span className={actionStyles.words}>Columns</span>
        </Button>
      )}
    >
      {(close) => <ColumnChoices {...props} onClose={close} />}
    </Popover>
  )
}
