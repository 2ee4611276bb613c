import { UntrustedText } from '../display/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { Banner } from '../ui/messages.tsx'
import type { List } from '../url/lists.ts'
import type { InvalidParameter } from '../url/page-state.ts'
import { usePageState } from './list-link.ts'

/** Names the parts of its link that a page could not use, for pages that are no list. */
export function LinkNotice({ codec }: { codec: List['codec'] }) {
  const { view, patch } = usePageState(codec)
  return <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
}

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
      title="Part of this link was ignored"
      actions={
        <Button small onClick={onRemove}>
          Remove from the link
        </Button>
      }
    >
      {invalid.map(({ name, value, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link may repeat a parameter; the order stays
        <p key={index}>
          <strong>
            <UntrustedText text={value === '' ? name : `${name}=${value}`} most={200} />
          </strong>{' '}
          {invalidReasons[reason]}
        </p>
      ))}
    </Banner>
  )
}

const invalidReasons: Readonly<Record<InvalidParameter['reason'], string>> = {
  unknown: 'is not known here.',
  empty: 'has no value.',
  repeated: 'appears more than once. The first is used.',
  'not-a-number': 'is not a whole number in the allowed range. The default is used.',
  unusable: 'has a value that is not known here.',
  hidden: 'has hidden characters. They were removed.',
}
