import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { whitelistsHref } from '../../url/hrefs.ts'
import { links, unknown } from './words.ts'

/** Says that no whitelist has this id, and among how many it was looked for: the service itself cannot be asked for one. */
export function UnknownWhitelist({ id, among }: { id: string; among: number }) {
  return (
    <Banner
      tone="warning"
      title={unknown.title}
      actions={
        <ButtonLink small to={whitelistsHref()}>
          {links.all}
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
