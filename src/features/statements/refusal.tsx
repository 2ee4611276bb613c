import ScrollText from 'lucide-react/icons/scroll-text'
import type { LinkRefusal } from '../../contract/report.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { EmptyState } from '../../ui/messages.tsx'
import type { StatementQuery } from '../../url/statements.ts'

/** Null for a valid link. `today` is `YYYY-MM-DD`. */
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

export const noLink = 'No statement for this link'

export function RefusedLink({ refusal: { title, text, links } }: { refusal: LinkRefusal }) {
  return (
    <EmptyState
      icon={<ScrollText />}
      title={title}
      actions={links?.map(({ label, href }) => (
        <ButtonLink key={href} to={href}>
          {label}
        </ButtonLink>
      ))}
    >
      <p>{withHiddenNamed(text)}</p>
    </EmptyState>
  )
}
