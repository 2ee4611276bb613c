import { type ReactNode, useState } from 'react'
import type { ListState } from '../../addresses/verdict.ts'
import { Button, CopyButton } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import layout from '../../ui/layout.module.css'
import { AddressNotice, notCompared } from './Address.tsx'
import { useAddressFacts, useComparison } from './book.tsx'
import { asksBeforeCopy, type Caution, cautionOf } from './caution.ts'
import { ofAddress } from './same-address.ts'

/** Copies an address. One that looks like a known one, fails its check, or is not compared yet needs a second look first. */
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
  const comparison = useComparison()
  const [asking, setAsking] = useState(false)
  const facts = useAddressFacts(text, networkId)
  const caution = cautionOf(facts)
  const asks = comparison !== 'read' || asksBeforeCopy(caution)
  return (
    <span {...ofAddress(facts)}>
      <CopyButton text={text} label={`Copy ${label}`} {...(asks && { onAsk: () => setAsking(true) })}>
        {children}
      </CopyButton>
      {asking && (
        <SecondLook
          label={label}
          text={text}
          caution={caution}
          comparison={comparison}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

function SecondLook({
  label,
  text,
  caution,
  comparison,
  onClose,
}: {
  label: string
  text: string
  caution: Caution | null
  comparison: ListState
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
        {comparison === 'failed' && <p>{notCompared}</p>}
        {comparison === 'waiting' && (
          <p>The known addresses are still being read, so it has not been compared with them yet.</p>
        )}
        {comparison === 'read' && !asksBeforeCopy(caution) && (
          <p>It has now been compared with the known addresses. Nothing serious was found.</p>
        )}
        <AddressNotice address={text} caution={caution} />
      </div>
    </Dialog>
  )
}
