/** What is wrong with a link, or with the reading behind the rows. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { ErrorBanner } from '../records/errors.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { useLostFocus } from '../ui/hooks.ts'
import { Banner } from '../ui/messages.tsx'
import type { InvalidParameter } from '../url/list-view.ts'
import styles from './list.module.css'

/** Why a reading failed: instead of rows, or over the first of them, so that none moves. */
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

export interface FailureShown {
  /** `isOver`: the banner lies over rows. */
  readonly banner: { readonly error: ApiError; readonly isOver: boolean } | null
  /** Mentioned beside "as of" instead. */
  readonly mentioned: ApiError | null
  /** The reader chose between banner and mention. */
  readonly isAsked: boolean
  readonly show: () => void
  readonly hide: () => void
}

/**
 * Where a failure is shown. Without rows, in their place. With rows, an automatic refresh that fails is only mentioned until the reader
 * asks; a failure that only the reader can resolve, such as a key that the service refuses, opens over the rows. The end of a session clears
 * the rows first.
 */
export function useFailureShown(
  error: ApiError | null,
  {
    hasRows,
    reading,
    isUrgent = false,
  }: {
    hasRows: boolean
    /** Always opens: the missing data would otherwise look like an empty result. */
    isUrgent?: boolean
    /** Names the page and its last good reading. The reader's choice ends with the next one. */
    reading: string
  },
): FailureShown {
  const [choice, setChoice] = useState<{ reading: string; shown: boolean } | null>(null)
  const byItself = isUrgent || error?.remedy === 'sign-in' || error?.remedy === 'begin-again'
  const isAsked = choice?.reading === reading
  const isShown = !hasRows || (isAsked ? choice.shown : byItself)
  const ask = (shown: boolean) => () => setChoice({ reading, shown })
  return {
    banner: error && isShown ? { error, isOver: hasRows } : null,
    mentioned: isShown ? null : error,
    isAsked,
    show: ask(true),
    hide: ask(false),
  }
}

/** Names the parts of a link that the page could not use. */
export function InvalidParameters({
  invalid,
  onRemove,
}: {
  invalid: readonly InvalidParameter[]
  onRemove: () => void
}) {
  if (invalid.length === 0) return null
  return (
    <Banner
      tone="warning"
      title="Part of this link could not be used"
      actions={
        <Button small onClick={onRemove}>
          Remove from the link
        </Button>
      }
    >
      {invalid.map(({ name, value, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same parameter may stand there several times, in this order
        <p key={index}>
          <strong>
            <UntrustedText text={value === '' ? name : `${name}=${value}`} />
          </strong>{' '}
          {invalidReasons[reason]}
        </p>
      ))}
    </Banner>
  )
}

const invalidReasons: Readonly<Record<InvalidParameter['reason'], string>> = {
  unknown: 'is not a parameter of this page.',
  empty: 'has no value.',
  repeated: 'appears more than once. The first one counts.',
  'not-a-number': 'is not a whole number in the allowed range. The default is used.',
  unusable: 'is not a value this page knows.',
  hidden: 'has hidden characters. They were taken out.',
}
