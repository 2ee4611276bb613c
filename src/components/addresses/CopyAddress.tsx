import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { AddressNotice } from './AddressNotice.tsx'
import styles from './addresses.module.css'
import { useAddressFacts } from './book.tsx'
import { asksBeforeCopy, type Caution, cautionOf } from './caution.ts'
import { ofAddress } from './same-address.ts'

/** Copies an address. One that looks like a known one, or that cannot be right, is copied only after a second look. */
export function CopyAddress({
  label,
  text,
  networkId,
  children,
}: {
  /** What is copied: "source address". */
  label: string
  text: string
  networkId: string | null
  /** The words of the button; without them it is an icon. */
  children?: ReactNode
}) {
  const [asking, setAsking] = useState(false)
  const facts = useAddressFacts(text, networkId)
  const caution = cautionOf(facts)
  const asks = asksBeforeCopy(caution)
  return (
    <span {...ofAddress(facts)}>
      <CopyButton text={text} label={`Copy ${label}`} {...(asks && { onAsk: () => setAsking(true) })}>
        {children}
      </CopyButton>
      {asking && asks && (
        <SecondLook label={label} text={text} caution={caution} onClose={() => setAsking(false)} />
      )}
    </span>
  )
}

function SecondLook({
  label,
  text,
  caution,
  onClose,
}: {
  label: string
  text: string
  caution: Caution
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
            Copy it all the same
          </CopyButton>
        </>
      }
    >
      <div className={styles.ask}>
        <h2>Look twice before you use this address</h2>
        <AddressNotice address={text} caution={caution} />
      </div>
    </Dialog>
  )
}
