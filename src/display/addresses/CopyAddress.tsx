import { type ReactNode, useState } from 'react'
import { Button, CopyButton } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import layout from '../../ui/layout.module.css'
import { AddressNotice, notCompared } from './Address.tsx'
import { useAddressFacts, useComparison } from './book.tsx'
import { asksBeforeCopy, cautionOf } from './caution.ts'
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
  const [isAsking, setAsking] = useState(false)
  const facts = useAddressFacts(text, networkId)
  const caution = cautionOf(facts)
  const asks = comparison !== 'read' || asksBeforeCopy(caution)
  const copy = `Copy ${label}`
  const close = () => setAsking(false)
  return (
    <span {...ofAddress(facts)}>
      <CopyButton text={text} label={copy} {...(asks && { onAsk: () => setAsking(true) })}>
        {children}
      </CopyButton>
      {isAsking && (
        <Dialog
          label={copy}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>Do not copy</Button>
              <CopyButton text={text} label={copy} onCopied={close}>
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
            {!asks && <p>It has now been compared with the known addresses. Nothing serious was found.</p>}
            <AddressNotice address={text} caution={caution} />
          </div>
        </Dialog>
      )}
    </span>
  )
}
