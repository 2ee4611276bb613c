import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { announce } from './LiveRegion.tsx'

/** Copies exactly `text`. `label` names what is copied; with `children` it is a button with words, else an icon. */
export function CopyButton({
  text,
  label,
  onAsk,
  mayCopy,
  onCopied,
  children,
}: {
  text: string
  label: string
  /** Asked in place of copying: opens a dialog that copies in its turn. */
  onAsk?: () => void
  /** Asked on the press where it is not known yet whether to ask; what comes of it is copied only where it says so. */
  mayCopy?: (() => Promise<boolean>) | undefined
  /** Told once it is copied. */
  onCopied?: () => void
  children?: ReactNode
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (mayCopy && !(await mayCopy())) return
    const done = await copyText(text)
    setCopied(done)
    announce(done ? `${label}: copied` : `${label}: could not be copied`)
    if (done) onCopied?.()
  }
  const icon = copied ? <Check aria-hidden /> : <Copy aria-hidden />
  const press = {
    onClick: () => (onAsk ? onAsk() : void copy()),
    ...(onAsk && { 'aria-haspopup': 'dialog' as const }),
  }
  if (children === undefined) {
    return (
      <IconButton label={label} {...press}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button small icon={icon} {...press}>
      {copied ? 'Copied' : children}
    </Button>
  )
}
