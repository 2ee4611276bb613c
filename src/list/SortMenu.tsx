import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { lazy } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyChunk, preloadChunk } from '../ui/LazyBoundary.tsx'
import { Popover } from '../ui/Popover.tsx'
import styles from './FilterBar.module.css'
import type { SortChoicesProps } from './SortChoices.tsx'

const loadChoices = lazyChunk(() => import('./SortChoices.tsx'))
const SortChoices = lazy(loadChoices)
const preload = () => preloadChunk(loadChoices)

/** Sorts the rows where they are cards, which have no headers to press. Where those can be seen it is not. */
export function SortMenu(props: SortChoicesProps) {
  const { columns, current, impossible } = props
  const column = impossible === null && columns.find(({ id }) => id === current?.column)
  const descending = current?.descending ?? false
  const Icon = !column ? ArrowUpDown : descending ? ArrowDown : ArrowUp
  return (
    <div className={styles.sort} data-print="hide">
      <Popover
        label="Sort"
        button={(button) => (
          <Button
            {...button}
            icon={<Icon aria-hidden />}
            aria-label={
              column ? `Sorted by ${column.header}, ${descending ? 'descending' : 'ascending'}` : undefined
            }
            onPointerEnter={preload}
            onFocus={preload}
          >
            {column ? column.header : 'Sort'}
          </Button>
        )}
      >
        {() => <SortChoices {...props} />}
      </Popover>
    </div>
  )
}
