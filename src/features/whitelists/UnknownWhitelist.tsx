import { UntrustedText } from '../../records/text.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { SkeletonText, VisuallyHidden } from '../../ui/inline.tsx'
import { Banner } from '../../ui/messages.tsx'
import { whitelistsHref } from '../../url/hrefs.ts'
import { loading, unknown, whitelistLinks } from './words.ts'

/** Says that no whitelist has this id, and among how many it was looked for: the service itself cannot be asked for one. */
export function UnknownWhitelist({ id, among }: { id: string; among: number }) {
  return (
    <Banner
      tone="warning"
      title={unknown.title}
      actions={
        <ButtonLink small to={whitelistsHref()}>
          {whitelistLinks.all}
        </ButtonLink>
      }
    >
      <p>
        {unknown.before(among)}
        <UntrustedText text={id} />
        {unknown.after}
      </p>
    </Banner>
  )
}

/** Stands in for a whitelist that is on its way. */
export function WhitelistSkeleton() {
  return (
    <div aria-busy>
      <VisuallyHidden>{loading}</VisuallyHidden>
      {['40%', '60%', '90%', '75%', '85%'].map((width) => (
        <p key={width}>
          <SkeletonText width={width} />
        </p>
      ))}
    </div>
  )
}
