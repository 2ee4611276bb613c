import Sigma from 'lucide-react/icons/sigma'
import { useState } from 'react'
import type { Filter } from '../../contract/endpoints.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { Tally } from '../count/index.ts'
import { countAll } from './words.ts'

/** Counts and totals everything that the filters match, under the list, when asked. */
export function CountAll({ filter }: { filter: Filter<'transactions'> }) {
  const [asked, setAsked] = useState(false)
  const button = (
    <div data-print="hide">
      <Button small icon={<Sigma aria-hidden />} busy={asked} onClick={() => setAsked(true)}>
        {countAll}
      </Button>
    </div>
  )
  if (!asked) return button
  return (
    <LazyBoundary fallback={button}>
      <Tally filter={filter} button={countAll} startsAtOnce />
    </LazyBoundary>
  )
}
