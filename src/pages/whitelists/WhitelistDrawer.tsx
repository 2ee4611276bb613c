import { failureOf } from '../../api/failure.ts'
import { nameOrId, type Whitelist } from '../../contract/normal-records.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { RecordLinks, RecordSkeleton } from '../../display/record.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { whitelistHref } from '../../url/hrefs.ts'
import { useWhitelist } from './use-whitelist.ts'
import { UnknownWhitelist, unnamedWhitelist, WhitelistDetails } from './WhitelistDetails.tsx'

/** The open whitelist: from the list's rows where it is among them, else from all whitelists. */
export default function WhitelistDrawer({
  id,
  rows,
  isLoaded,
  onClose,
}: {
  id: string
  rows: readonly Whitelist[]
  isLoaded: boolean
  onClose: () => void
}) {
  const inRows = rows.find((row) => row.whitelist_id === id)
  const { query, found } = useWhitelist(id, { enabled: isLoaded && !inRows })
  const whitelist = inRows ?? found?.records[0]
  const failure = failureOf(query)
  return (
    <Drawer
      label="Whitelist"
      heading={
        <UntrustedText
          text={nameOrId(whitelist?.whitelist_name, whitelist?.whitelist_id)}
          fallback={unnamedWhitelist}
        />
      }
      onClose={onClose}
      toolbar={<RecordLinks noun="whitelist" href={whitelistHref(id)} />}
    >
      {whitelist ? (
        <WhitelistDetails whitelist={whitelist} />
      ) : failure ? (
        <ErrorBanner error={failure} onRetry={() => void query.refetch()} />
      ) : found ? (
        <UnknownWhitelist id={id} isWhole={found.isWhole} />
      ) : (
        <RecordSkeleton noun="whitelist" />
      )}
    </Drawer>
  )
}
