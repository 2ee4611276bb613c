import Maximize2 from 'lucide-react/icons/maximize-2'
import { failureOf } from '../../api/api-error.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import type { Whitelist } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { RecordProps } from '../../list/list-page.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { ButtonLink, CopyButton } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/dialogs.tsx'
import { whitelistHref } from '../../url/hrefs.ts'
import { UnknownWhitelist, WhitelistDetails, WhitelistSkeleton } from './WhitelistDetails.tsx'
import { unnamedWhitelist } from './words.ts'

type DrawerProps = RecordProps<Whitelist, keyof Filter<'whitelists'>, 'whitelist'>

/** The open whitelist beside the list: from the list's own rows where it is among them, else from all whitelists. */
export default function WhitelistDrawer({ id, rows, isLoaded, patch }: DrawerProps) {
  const inRows = rows.find((row) => row.whitelist_id === id)
  const query = useAllWhitelists({}, { live: false, enabled: isLoaded && !inRows })
  const whitelist = inRows ?? query.data?.records.find((row) => row.whitelist_id === id)
  const failure = whitelist ? null : failureOf(query)
  const href = whitelistHref(id)
  return (
    <Drawer
      label="Whitelist"
      heading={<UntrustedText text={whitelist?.whitelist_name ?? null} fallback={unnamedWhitelist} />}
      onClose={() => patch({ params: { whitelist: null } })}
      toolbar={
        <>
          <CopyButton text={new URL(href, window.location.href).href} label="Copy link to this whitelist" />
          <ButtonLink to={href} kind="quiet" small icon={<Maximize2 aria-hidden />}>
            Open
          </ButtonLink>
        </>
      }
    >
      {whitelist ? (
        <WhitelistDetails whitelist={whitelist} />
      ) : failure ? (
        <ErrorBanner error={failure} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <UnknownWhitelist id={id} among={query.data.records.length} />
      ) : (
        <WhitelistSkeleton />
      )}
    </Drawer>
  )
}
