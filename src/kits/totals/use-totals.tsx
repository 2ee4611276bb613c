import Sigma from 'lucide-react/icons/sigma'
import { useId } from 'react'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { changePreferences, usePreferences } from '../../display/preferences.ts'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyComponent } from '../../ui/lazy.tsx'
import styles from './count.module.css'

const tally = lazyComponent(() => import('./Tally.tsx'))

/** The button and the strip with the totals of a filter. Whether it is open is remembered by the name of the page. */
export function useTotals(page: string, filter: TransactionFilter) {
  const { totals } = usePreferences()
  const isOpen = totals.includes(page)
  const setOpen = (open: boolean) => {
    const others = totals.filter((name: string) => name !== page)
    changePreferences({ totals: open ? [...others, page] : others })
  }
  const id = useId()
  return {
    button: (
      <Button
        {...tally.preloadOnHover}
        small
        icon={<Sigma aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        data-print="hide"
      >
        <span className={layout.roomy}>Totals</span>
      </Button>
    ),
    strip: isOpen && (
      <section
        id={id}
        className={classes(layout.box, styles.strip)}
        aria-label="Count and totals"
        data-print="flow"
      >
        <LazyBoundary>
          <tally.View filter={filter} />
        </LazyBoundary>
      </section>
    ),
  }
}
