import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { announce } from './LiveRegion.tsx'

/** Copies exactly `text`. `label` names what is copied; with `children` it is a button with words, else an icon. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    announce(done ? `${label}: copied` : `${label}: could not be copied`)
  }
  const icon = copied ? <Check aria-hidden /> : <Copy aria-hidden />
  if (children === undefined) {
    return (
      <IconButton label={label} onClick={() => void copy()}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button small icon={icon} onClick={() => void copy()}>
      {copied ? 'Copied' : children}
    </Button>
  )
}
