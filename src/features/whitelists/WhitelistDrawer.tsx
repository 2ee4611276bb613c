import Maximize2 from 'lucide-react/icons/maximize-2'
import { failureOf } from '../../api/api-error.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import type { Whitelist } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { RecordProps } from '../../list/ListRecord.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { ButtonLink, CopyButton } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/dialogs.tsx'
import layout from '../../ui/layout.module.css'
import { transactionsHref, whitelistHref } from '../../url/hrefs.ts'
import { UnknownWhitelist, WhitelistSkeleton } from './UnknownWhitelist.tsx'
import { WhitelistDetails } from './WhitelistDetails.tsx'
import { copyLink, unnamedWhitelist, whitelistLinks } from './words.ts'

type DrawerProps = RecordProps<Whitelist, keyof Filter<'whitelists'>, 'whitelist'>

/** The open whitelist beside the list: from the list's own rows where it is among them, else from all whitelists. */
export default function WhitelistDrawer({ id, rows, isLoaded, patch }: DrawerProps) {
  const inRows = rows.find((row) => row.whitelist_id === id)
  const query = useAllWhitelists({}, { live: false, enabled: isLoaded && !inRows })
  const whitelist = inRows ?? query.data?.records.find((row) => row.whitelist_id === id)
  const failure = whitelist ? null : failureOf(query)
  const link = new URL(whitelistHref(id), window.location.href).href
  return (
    <Drawer
      label="Whitelist"
      heading={<UntrustedText text={whitelist?.whitelist_name ?? null} fallback={unnamedWhitelist} />}
      onClose={() => patch({ params: { whitelist: null } })}
      toolbar={
        <>
          <CopyButton text={link} label={copyLink} />
          <ButtonLink to={whitelistHref(id)} kind="quiet" small icon={<Maximize2 aria-hidden />}>
            {whitelistLinks.open}
          </ButtonLink>
        </>
      }
    >
      {whitelist ? (
        <WhitelistDetails whitelist={whitelist} headings="h3">
          {whitelist.whitelist_id && (
            <div className={layout.row}>
              <ButtonLink to={transactionsHref({ source_id: whitelist.whitelist_id })}>
                {whitelistLinks.from}
              </ButtonLink>
              <ButtonLink to={transactionsHref({ destination_id: whitelist.whitelist_id })}>
                {whitelistLinks.to}
              </ButtonLink>
            </div>
          )}
        </WhitelistDetails>
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
