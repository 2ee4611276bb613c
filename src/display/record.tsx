import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ListFilter from 'lucide-react/icons/list-filter'
import Maximize2 from 'lucide-react/icons/maximize-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import type { TransactionFilter } from '../contract/console-api.ts'
import type { OtherField } from '../contract/normal-records.ts'
import { ButtonLink, CopyButton, IconButton, IconLink } from '../ui/buttons.tsx'
import { classes, SkeletonText, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { addressOf } from '../ui/links.tsx'
import { DescriptionItem, DescriptionList } from '../ui/page.tsx'
import { Popover } from '../ui/popovers.tsx'
import { checkHref, transactionsHref } from '../url/hrefs.ts'
import { CopyAddress } from './addresses/CopyAddress.tsx'
import { useKeyHint } from './keys.ts'
import styles from './records.module.css'
import { UntrustedText } from './text.tsx'
import { withHiddenNamed } from './untrusted-text.ts'

export function ValueActions({
  label,
  value,
  filter,
  address,
}: {
  /** Such as "source address". */
  label: string
  value: string | null
  /** Absent where the service cannot filter by the value. */
  filter?: TransactionFilter | null
  address?: { readonly networkId: string | null }
}) {
  if (!value) return null
  return (
    <>
      {address ? (
        <>
          <CopyAddress label={label} text={value} networkId={address.networkId} />
          <IconLink
            to={checkHref({ address: value, network_id: address.networkId })}
            label={`Check this ${label}`}
          >
            <ShieldCheck aria-hidden />
          </IconLink>
        </>
      ) : (
        <CopyButton text={value} label={`Copy ${label}`} />
      )}
      {filter && (
        <IconLink to={transactionsHref(filter)} label={`Show all transactions with this ${label}`}>
          <ListFilter aria-hidden />
        </IconLink>
      )}
    </>
  )
}

export function RecordLinks({ noun, href }: { noun: string; href: string }) {
  return (
    <>
      <CopyButton
        text={new URL(addressOf(href), window.location.href).href}
        label={`Copy link to this ${noun}`}
      />
      <ButtonLink to={href} kind="quiet" small icon={<Maximize2 aria-hidden />}>
        Open
      </ButtonLink>
    </>
  )
}

/** To the records before and after the open one; undefined where there is none. */
export function StepButtons({
  noun,
  previous,
  next,
}: {
  noun: string
  previous: (() => void) | undefined
  next: (() => void) | undefined
}) {
  return (
    <>
      <StepButton label={`Previous ${noun}`} shortcut="[" onStep={previous}>
        <ChevronUp aria-hidden />
      </StepButton>
      <StepButton label={`Next ${noun}`} shortcut="]" onStep={next}>
        <ChevronDown aria-hidden />
      </StepButton>
    </>
  )
}

function StepButton({
  label,
  shortcut,
  onStep,
  children,
}: {
  label: string
  shortcut: '[' | ']'
  onStep: (() => void) | undefined
  children: ReactNode
}) {
  const keyHint = useKeyHint()
  return (
    // A disabled button would lose the focus.
    <IconButton
      label={label}
      aria-keyshortcuts={keyHint(shortcut)}
      aria-disabled={!onStep || undefined}
      onClick={() => onStep?.()}
    >
      {children}
    </IconButton>
  )
}

export function RecordSkeleton({ noun }: { noun: string }) {
  return (
    <div aria-busy>
      <VisuallyHidden>Loading the {noun}</VisuallyHidden>
      {['60%', '40%', '90%', '75%', '85%', '50%'].map((width) => (
        <p key={width}>
          <SkeletonText width={width} />
        </p>
      ))}
    </div>
  )
}

export function OtherFields({ others }: { others: readonly OtherField[] }) {
  if (others.length === 0) return null
  return (
    <section>
      <h3 className={layout.heading}>Other fields</h3>
      <DescriptionList>
        {others.map(({ path, value }) => (
          <DescriptionItem
            key={path}
            term={<UntrustedText text={path} />}
            actions={<CopyButton text={value} label={`Copy ${withHiddenNamed(path)}`} />}
          >
            <UntrustedText text={value} />
          </DescriptionItem>
        ))}
      </DescriptionList>
    </section>
  )
}

export function RecordMenu({ received }: { received: unknown }) {
  return (
    <Popover
      label="Record as received"
      placement="end"
      button={(button) => (
        <IconButton {...button} label="More" data-print="hide">
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    >
      {() => <Received json={JSON.stringify(received, null, 2)} />}
    </Popover>
  )
}

function Received({ json }: { json: string }) {
  return (
    <div className={layout.stack} data-wide>
      <div className={classes(layout.row, layout.apart)}>
        <h2 className={layout.label}>Record as received</h2>
        <CopyButton text={json} label="Record as JSON">
          Copy as JSON
        </CopyButton>
      </div>
      <pre className={classes(layout.box, layout.small, styles.json)}>
        {/* Whole, because readers compare with it. */}
        <UntrustedText text={json} most={1_000_000} />
      </pre>
    </div>
  )
}
