import ScrollText from 'lucide-react/icons/scroll-text'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { EmptyState } from '../../ui/messages.tsx'
import type { StatementQuery } from '../../url/statements.ts'

/** Why a link has no statement, as a title and a sentence. */
export interface LinkRefusal {
  readonly title: string
  readonly text: string
}

/** Null where it has one. `today` is `YYYY-MM-DD`. */
export function linkRefusal(
  invalid: readonly { readonly name: string; readonly reason: string }[],
  { period }: StatementQuery,
  today: string,
): LinkRefusal | null {
  const unusable = ['vaults', 'assets', 'period', 'zone', 'at'].filter((name) =>
    invalid.some((each) => each.name === name && (each.reason === 'unusable' || each.reason === 'empty')),
  )
  if (unusable.length > 0)
    return {
      title: noLink,
      text: `The link has no valid value for ${unusable.join(' and ')}. Correct it, or remove it from the link.`,
    }
  if (period.first > today)
    return { title: 'This period has not begun', text: 'Choose a period that has begun.' }
  return null
}

export function vaultRefusal(unknown: readonly string[]): LinkRefusal {
  return {
    title: 'No such vault',
    text: `The books have no vault with the id ${unknown.join(' or ')}, and no transaction that names one. Choose other vaults.`,
  }
}

export const noLink = 'No statement for this link'

export function RefusedLink({ refusal: { title, text } }: { refusal: LinkRefusal }) {
  return (
    <EmptyState icon={<ScrollText />} title={title}>
      <p>{withHiddenNamed(text)}</p>
    </EmptyState>
  )
}
