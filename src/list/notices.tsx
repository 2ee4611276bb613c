/** What is wrong with a link, or with the reading of what it asks for. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { ErrorBanner } from '../records/errors.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { useLostFocus } from '../ui/hooks.ts'
import { Banner } from '../ui/messages.tsx'
import type { InvalidParameter } from '../url/list-view.ts'
import styles from './list.module.css'

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

/** How a failed reading is shown on a page that has rows, or has none. */
export interface FailureShown {
  /** The failure in full, and whether it lies over the rows, which must not move; null where it is only mentioned. */
  readonly banner: { readonly error: ApiError; readonly isOver: boolean } | null
  /** What is mentioned beside "as of", and led to in full. */
  readonly mentioned: ApiError | null
  /** The reader said how it is to be shown. */
  readonly isAsked: boolean
  /** The reader wants to see it, or asked for the reading that may fail. */
  readonly show: () => void
  readonly hide: () => void
}

/** A failure that is only mentioned, as it stands beside "as of". */
export function mentionedBy({ mentioned, isAsked, show }: FailureShown) {
  return mentioned && { error: mentioned, isAsked, onDetails: show }
}

/**
 * Decides where a failure is said. Without rows it takes their place. Rows stay where they are: an automatic refresh that fails is
 * mentioned only, until the reader asks; what only the reader can help (the session has ended) is said at once, over the rows.
 */
export function useFailureShown(
  error: ApiError | null,
  {
    hasRows,
    reading,
    isUrgent = false,
  }: {
    hasRows: boolean
    /** It is said at once: the reader asked for this reading, or what is missing would be taken for nothing. */
    isUrgent?: boolean
    /** Names the page and its last good reading: with the next one, what was asked for is over. */
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

/** Says which parts of a link the page could not use, so that nobody takes the list for what the link asked for. */
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
}
