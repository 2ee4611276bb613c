import { Amount } from '../../components/Amount.tsx'
import { amountColumns } from '../../components/holdings/amount-columns.tsx'
import { ColdShare } from '../../components/holdings/ColdShare.tsx'
import { PartsBar } from '../../components/holdings/PartsBar.tsx'
import { vaultTypeLabels } from '../../components/labels.ts'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { vaultTypes } from '../../contract/enumerations.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import type { BalanceRow } from './rows.ts'

/** The columns of the balance table; those of cold and warm vaults stand only beside the balances of all. */
export function balanceColumns(
  rows: readonly BalanceRow[],
  withSplit: boolean,
): readonly Column<BalanceRow>[] {
  const [total, ...parts] = amountColumns(rows)
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      cell: (row) => <UntrustedText text={row.asset_id} />,
      width: '8rem',
    },
    {
      id: 'asset_name',
      header: 'Name',
      cell: (row) => <UntrustedText text={row.asset_name} />,
      width: '8rem',
    },
    {
      id: 'network_name',
      header: 'Network',
      cell: (row) => <UntrustedText text={row.network_name} />,
      width: '8rem',
      card: 'aside',
    },
    ...(total ? [total] : []),
    {
      id: 'parts',
      header: 'Made of',
      hint: 'What the total is made of: available, processing, staking, claimable',
      cell: (row) => <PartsBar balances={row.balances} bare />,
      width: '7rem',
    },
    ...(withSplit ? splitColumns(rows) : []),
    ...parts,
  ]
}

function splitColumns(rows: readonly BalanceRow[]): readonly Column<BalanceRow>[] {
  const share: Column<BalanceRow> = {
    id: 'share',
    header: 'Cold share',
    hint: 'How much of the total is in cold vaults',
    cell: ({ split, balances }) => <ColdShare split={split} total={balances.total_balance} bare />,
    width: '8rem',
  }
  const amounts = vaultTypes.map((type): Column<BalanceRow> => {
    const fraction = longestFraction(rows.map(({ split }) => split[type]))
    return {
      id: type,
      header: vaultTypeLabels[type],
      hint: `Held in ${type} vaults`,
      align: 'end',
      cell: ({ split }) => <Amount value={split[type]} fractionWidth={fraction} />,
    }
  })
  return [share, ...amounts]
}
