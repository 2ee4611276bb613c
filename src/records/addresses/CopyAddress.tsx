import { type ReactNode, useEffect, useState } from 'react'
import { Button, CopyButton } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import layout from '../../ui/layout.module.css'
import { AddressNotice } from './Address.tsx'
import { useAddressFacts, useIsBookCurrent } from './book.tsx'
import { asksBeforeCopy, type Caution, cautionOf } from './caution.ts'
import { ofAddress } from './same-address.ts'

/** Copies an address. One that looks like a known one, fails its check, or could not be compared in time needs a second look first. */
export function CopyAddress({
  label,
  text,
  networkId,
  children,
}: {
  /** Such as "source address". */
  label: string
  text: string
  networkId: string | null
  /** The button's words; without them it is an icon. */
  children?: ReactNode
}) {
  const isCurrent = useIsBookCurrent()
  const [asking, setAsking] = useState(false)
  const [pressed, setPressed] = useState<((mayCopy: boolean) => void) | null>(null)
  const facts = useAddressFacts(text, networkId)
  const caution = cautionOf(facts)
  const asks = asksBeforeCopy(caution)
  useEffect(() => {
    if (pressed === null) return
    const answer = (mayCopy: boolean) => {
      setPressed(null)
      setAsking(!mayCopy)
      pressed(mayCopy)
    }
    const timer = setTimeout(() => answer(isCurrent && !asks), isCurrent ? 0 : longestWait)
    return () => clearTimeout(timer)
  }, [pressed, isCurrent, asks])
  const mayCopy = () => new Promise<boolean>((resolve) => setPressed(() => resolve))
  return (
    <span {...ofAddress(facts)}>
      <CopyButton
        text={text}
        label={`Copy ${label}`}
        mayCopy={isCurrent ? undefined : mayCopy}
        {...(asks && { onAsk: () => setAsking(true) })}
      >
        {children}
      </CopyButton>
      {asking && (
        <SecondLook
          label={label}
          text={text}
          caution={caution}
          isCompared={isCurrent}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

/** In milliseconds. Browsers allow copying for some seconds after a press. */
const longestWait = 1000

function SecondLook({
  label,
  text,
  caution,
  isCompared,
  onClose,
}: {
  label: string
  text: string
  caution: Caution | null
  isCompared: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      label={`Copy ${label}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Do not copy</Button>
          <CopyButton text={text} label={`Copy ${label}`} onCopied={onClose}>
            Copy anyway
          </CopyButton>
        </>
      }
    >
      <div className={layout.stack}>
        <h2 className={layout.heading}>Check this address before you use it</h2>
        {!isCompared && (
          <p>The known addresses are still being read, so it has not been compared with them yet.</p>
        )}
        {isCompared && !asksBeforeCopy(caution) && (
          <p>It has now been compared with the known addresses. Nothing serious was found.</p>
        )}
        <AddressNotice address={text} caution={caution} />
      </div>
    </Dialog>
  )
}
