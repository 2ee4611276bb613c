import { writeDecimal } from '../../contract/decimal.ts'
import type { HoldingRow, OrganisationBooks, TransactionRow } from '../service/database/tables.ts'
import { assets } from './assets.ts'
import { type HistoryOptions, writeHistory } from './history.ts'
import { openPositions, type Position } from './ledger.ts'
import { buildOrganisation, type Organisation } from './organisation.ts'

/**
 * The books of an invented organisation. The same seed, number and day give the same bytes. The history ends minutes before the last
 * midnight (UTC). Only the ledger is kept in memory, never the rows.
 *
 * The rows add up by the rules of `ledger.ts`. The read API has no transaction for staking rewards: at each full hour (UTC) after the first
 * row's, up to the last row's and before the rows of that hour, each claimable amount grows by floor(staking × `hourlyReward` / 10^12) base
 * units.
 */
export function generateBooks(options: HistoryOptions): OrganisationBooks {
  const organisation = buildOrganisation(options.seed)
  let walked: readonly Position[] | undefined
  function* walk(): Generator<TransactionRow> {
    walked = undefined
    const positions = openPositions(organisation.vaults)
    yield* writeHistory(options, organisation, positions)
    walked = positions
  }
  return {
    ...standingRows(organisation),
    transactions: { [Symbol.iterator]: walk },
    holdings() {
      if (walked === undefined) throw new Error('walk the transactions to their end first')
      return walked.map(holdingRow)
    },
  }
}

function standingRows({ vaults, whitelists }: Organisation) {
  return {
    assets: assets.map(({ id, name, network }) => ({
      asset_id: id,
      network_id: network.id,
      asset_name: name,
      network_name: network.name,
    })),
    vaults: vaults.map(({ id, name, type }) => ({ vault_id: id, vault_name: name, vault_type: type })),
    whitelists: whitelists.map(({ id, name, type }) => ({
      whitelist_id: id,
      whitelist_name: name,
      whitelist_type: type,
    })),
    whitelistAddresses: whitelists.flatMap(({ id, addresses }) =>
      addresses.map(({ asset, address, memo }, position) => ({
        whitelist_id: id,
        position,
        asset_id: asset.id,
        network_id: asset.network.id,
        address,
        memo,
      })),
    ),
  }
}

function holdingRow({ vault, asset, ...holding }: Position): HoldingRow {
  const text = (baseUnits: bigint) => writeDecimal({ digits: baseUnits, scale: asset.decimals })
  return {
    vault_id: vault.id,
    asset_id: asset.id,
    network_id: asset.network.id,
    available_balance: text(holding.available),
    processing_balance: text(holding.processing),
    staking_balance: text(holding.staking),
    claimable_balance: text(holding.claimable),
  }
}
