import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { whitelistsHref } from '../../url/hrefs.ts'

/** Says that no whitelist has this id, and among how many it was looked for: the service itself cannot be asked for one. */
export function UnknownWhitelist({ id, among }: { id: string; among: number }) {
  return (
    <Banner
      tone="warning"
      title="There is no such whitelist"
      actions={
        <ButtonLink small to={whitelistsHref()}>
          All whitelists
        </ButtonLink>
      }
    >
      <p>
        {among === 0 ? (
          'The service lists no whitelists, so none has the id '
        ) : (
          <>
            {among === 1 ? 'The one whitelist' : `None of the ${among} whitelists`} that the service lists has{' '}
            {among === 1 && 'not '}the id{' '}
          </>
        )}
        <UntrustedText text={id} />. It may have been removed since this link was made.
      </p>
    </Banner>
  )
}
