import Icon from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './ExternalLink.module.css'
import { UntrustedText } from './UntrustedText.tsx'
import { safeHttpLink } from './untrusted-text.ts'

/** A link that came from outside: opens only if it is http(s), in a new tab, without referrer; else its text alone. */
export function ExternalLink({ link, children }: { link: string | null; children?: ReactNode }) {
  const href = safeHttpLink(link)
  if (href === null) return <UntrustedText text={link} />
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {children ?? <UntrustedText text={link} />}
      <Icon aria-hidden />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}
