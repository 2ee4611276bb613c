/**
 * SQL that builds the amounts of one asset on one network, for vaults and balances, from the aliases of a row with the four stored
 * amounts and of its asset.
 */
export function holdingObject(row: string, asset: string): string {
  const amounts = parts.map((part) => `${row}.${part}`)
  return `json_build_object(
    'asset_id', ${row}.asset_id,
    'asset_name', ${asset}.asset_name,
    'network_id', ${row}.network_id,
    'network_name', ${asset}.network_name,
    'balances', json_build_object(
      'total_balance', ${decimalText(amounts.join(' + '))},
      ${parts.map((part) => `'${part}', ${decimalText(`${row}.${part}`)}`).join(', ')}
    )
  )`
}

const parts = ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance']

/** trim_scale leaves no zeros at the end, and a numeric is never written with an exponent. */
function decimalText(sql: string): string {
  return `trim_scale(${sql})::text`
}
