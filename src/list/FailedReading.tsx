import type { ComponentProps, ReactNode } from 'react'
import { ErrorBanner } from '../records/ErrorBanner.tsx'
import { useLostFocus } from '../ui/use-lost-focus.ts'
import styles from './FailedReading.module.css'
import type { FailureShown } from './use-failure-shown.ts'

/** Why a reading failed: in place of the rows, or over the first of those that are there, which do not move. */
export function FailedReading({
  failed: { banner, isAsked, hide },
  ...actions
}: { failed: FailureShown } & Pick<
  ComponentProps<typeof ErrorBanner>,
  'onRetry' | 'onClearFilters' | 'back'
>): ReactNode {
  if (!banner) return null
  return banner.isOver ? (
    <OverRows isAsked={isAsked}>
      <ErrorBanner error={banner.error} onHide={hide} {...actions} />
    </OverRows>
  ) : (
    <ErrorBanner error={banner.error} {...actions} />
  )
}

function OverRows({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const frame = useLostFocus<HTMLDivElement>(isAsked)
  return (
    <div className={styles.over} ref={frame} tabIndex={-1}>
      {children}
    </div>
  )
}
