import type { KnownAddress } from '../../addresses/known.ts'
import { needsMemo } from '../../addresses/memo.ts'
import { usePreferences } from '../../records/preferences.ts'
import { TruncatedList } from '../../records/TruncatedList.tsx'
import { UntrustedText, untrustedText } from '../../records/UntrustedText.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { vaultHref, whitelistHref } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { Section } from './Section.tsx'
import type { Check } from './use-check.ts'
import { unknownOwner } from './words.ts'

/** Whose address it is: every whitelist and every own vault that has it, for each asset. */
export function NamesSection({ check: { names, elsewhere, comparedWith, whitelists } }: { check: Check }) {
  const { compact } = usePreferences()
  const rows = [...names, ...elsewhere].flatMap(rowsOf)
  return (
    <Section title="Known as">
      {rows.length > 0 ? (
        <DataTable
          caption="Known as"
          columns={columns}
          rows={rows}
          rowId={({ known, memo }) => JSON.stringify([known.kind, known.id, known.networkId, memo])}
          rowHref={({ known: { id, kind } }) =>
            id ? (kind === 'vault' ? vaultHref(id) : whitelistHref(id)) : null
          }
          rowLabel={({ known: { name, id, kind } }) => `${name || id || 'Without a name'}: ${kind}`}
          compact={compact}
        />
      ) : (
        <p className={styles.note}>
          {whitelists.reading === 'read'
            ? unknownOwner.read(comparedWith, whitelists.count)
            : unknownOwner[whitelists.reading]}
        </p>
      )}
    </Section>
  )
}

/** The assets for which somebody has the address with one memo. */
interface Row {
  readonly known: KnownAddress
  readonly assetIds: readonly string[]
  readonly memo: string | null
}

function rowsOf(known: KnownAddress): readonly Row[] {
  const memos = [...new Set(known.memos)]
  return memos.map((memo) => ({
    known,
    memo,
    assetIds: known.assetIds.filter((_id, at) => known.memos[at] === memo),
  }))
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ known: { name, id } }) => <UntrustedText text={name || id} fallback="Without a name" />,
    width: '16rem',
  },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ known: { kind } }) => (kind === 'vault' ? 'Own vault' : 'Whitelist'),
    card: 'aside',
    width: '7rem',
  },
  {
    id: 'network_id',
    header: 'Network',
    cell: ({ known: { networkId } }) => untrustedText(networkId),
    width: '8rem',
  },
  {
    id: 'asset_id',
    header: 'Assets',
    cell: ({ assetIds }) => <TruncatedList items={assetIds} />,
    width: '16rem',
  },
  { id: 'memo', header: 'Memo', cell: (row) => <UntrustedText text={row.memo} fallback={noMemo(row)} /> },
]

/** Missing is said where there should be one. */
function noMemo({ known: { kind, networkId }, assetIds }: Row): string {
  return kind === 'whitelist' && needsMemo(networkId, assetIds[0] ?? null) === true ? 'No memo' : '–'
}
