import { transactionStatuses, transactionTypes } from '../../../contract/enumerations.ts'
import type {
  AssetRow,
  DemonstrationRecords,
  HoldingRow,
  TransactionRow,
  VaultRow,
  WhitelistAddressRow,
  WhitelistRow,
} from '../tables.ts'

const longestAmount = `${'123456789'.repeat(6)}.${'987654321'.repeat(2)}987651`

const assets: readonly AssetRow[] = [
  { asset_id: 'BTC', network_id: 'BTC', asset_name: 'Bitcoin', network_name: 'Bitcoin' },
  { asset_id: 'ETH', network_id: 'ETH', asset_name: 'Ether', network_name: 'Ethereum' },
  { asset_id: 'USDC', network_id: 'ARB', asset_name: 'USD Coin', network_name: 'Arbitrum One' },
  { asset_id: 'USDC', network_id: 'ETH', asset_name: 'USD Coin', network_name: 'Ethereum' },
  { asset_id: 'XRP', network_id: 'XRP', asset_name: 'XRP', network_name: 'XRP Ledger' },
]

const vaults: readonly VaultRow[] = [
  // Two of one name: the id decides. Capitals before small letters: no language's order, but the same everywhere.
  { vault_id: 'vault-2', vault_name: 'Treasury', vault_type: 'cold' },
  { vault_id: 'vault-1', vault_name: 'Treasury', vault_type: 'warm' },
  { vault_id: 'vault-3', vault_name: 'apex', vault_type: 'cold' },
  { vault_id: 'vault-empty', vault_name: 'Zürich "Süd" <1>', vault_type: 'warm' },
]

function holding(vault_id: string, asset_id: string, network_id: string, amounts: string): HoldingRow {
  const [available = '', processing = '', staking = '', claimable = ''] = amounts.split(' ')
  return {
    vault_id,
    asset_id,
    network_id,
    available_balance: available,
    processing_balance: processing,
    staking_balance: staking,
    claimable_balance: claimable,
  }
}

const holdings: readonly HoldingRow[] = [
  holding('vault-1', 'BTC', 'BTC', '0.10000000 0.00000001 0 0.00'),
  holding('vault-1', 'USDC', 'ETH', '1000.500000 0 0 0'),
  holding('vault-2', 'BTC', 'BTC', '21000000 0 0 0'),
  holding('vault-2', 'ETH', 'ETH', `${longestAmount} 0 0.000000000000000001 0`),
  holding('vault-2', 'USDC', 'ARB', '0.0 0.0 0.0 0.0'),
  holding('vault-3', 'ETH', 'ETH', '0 0 32 0.012345678901234567'),
]

const whitelists: readonly WhitelistRow[] = [
  { whitelist_id: 'list-2', whitelist_name: 'Exchange', whitelist_type: 'third_party' },
  { whitelist_id: 'list-1', whitelist_name: 'Exchange', whitelist_type: 'my_organization' },
  { whitelist_id: 'list-3', whitelist_name: 'desk', whitelist_type: 'third_party' },
  { whitelist_id: 'list-empty', whitelist_name: 'Empty', whitelist_type: 'my_organization' },
]

function address(whitelist_id: string, position: number, pair: string, memo = ''): WhitelistAddressRow {
  const [asset_id = '', network_id = ''] = pair.split('/')
  return {
    whitelist_id,
    position,
    asset_id,
    network_id,
    address: `address-${whitelist_id}-${position}`,
    memo,
  }
}

const whitelistAddresses: readonly WhitelistAddressRow[] = [
  address('list-1', 0, 'XRP/XRP', '104 "tag"'),
  address('list-1', 1, 'BTC/BTC'),
  address('list-2', 0, 'USDC/ARB'),
  address('list-2', 1, 'ETH/ETH'),
  address('list-3', 0, 'USDC/ETH'),
]

/** Instants at the edges of days, some of them shared, so that ties and ranges both show. */
const instants = [
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00.000Z',
  '2026-11-01T00:00:00.000Z',
  '2026-11-01T12:30:15.250Z',
  '2026-11-01T23:59:59.999Z',
  '2026-11-02T00:00:00.000Z',
  '2026-11-02T00:00:00.000Z',
  '2026-11-02T00:00:00.000Z',
  '2026-11-03T08:00:00.001Z',
]

const notes = [
  '',
  'Gehälter "November"',
  '給与の支払い',
  'line one\nline two\t\\',
  'مرحبا \u202e 🚀',
  '</script>',
]

/** Counts down through the letters, so that the order by id is not the order of insertion. */
function idOf(index: number): string {
  return `txn-${String.fromCharCode(122 - (index % 26))}${index}`
}

function transactionAt(index: number): TransactionRow {
  const asset = assets[index % assets.length] ?? assets[0]
  return {
    transaction_id: idOf(index),
    recorded_at: instants[index % instants.length] ?? '',
    transaction_type: transactionTypes[index % transactionTypes.length] ?? 'withdraw',
    status: transactionStatuses[Math.floor(index / 7) % transactionStatuses.length] ?? 'pending',
    asset_id: asset?.asset_id ?? '',
    network_id: asset?.network_id ?? '',
    amount: index === 0 ? longestAmount : `${index}.000000000000000001`,
    fee: index % 3 === 0 ? '0' : '0.000021',
    source_type: index % 4 === 0 ? 'external' : 'vault',
    source_id: index % 4 === 0 ? '' : `vault-${(index % 3) + 1}`,
    source_name: index % 4 === 0 ? '' : 'Treasury',
    source_address: `source-${index % 5}`,
    destination_type: index % 2 === 0 ? 'whitelist' : 'vault',
    destination_id: index % 2 === 0 ? `list-${(index % 3) + 1}` : `vault-${(index % 3) + 1}`,
    destination_name: index === 5 ? 'Broker' : 'Exchange',
    destination_address: `destination-${index % 6}`,
    memo: index % 5 === 4 ? String(index) : '',
    txn_hash: index % 7 === 0 ? '' : `hash-${index}`,
    blockexplorer_link: index % 7 === 0 ? '' : `https://explorer.example/tx/hash-${index}`,
    note: notes[index % notes.length] ?? '',
  }
}

export const fixtureTransactions: readonly TransactionRow[] = Array.from({ length: 63 }, (_, index) =>
  transactionAt(index),
)

/** Small books by hand: every type with every status, ties, edges of days, odd characters, long amounts. */
export const fixtureBooks: DemonstrationRecords = {
  assets,
  vaults,
  whitelists,
  whitelistAddresses,
  transactions: fixtureTransactions,
  holdings: () => holdings,
}
