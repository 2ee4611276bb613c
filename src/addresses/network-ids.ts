/**
 * How services call the networks whose address rules are known, without capitals, punctuation and a closing "mainnet". Nothing
 * ambiguous stands here: "CRO" may mean a chain of the EVM or one of Cosmos, "ASTR" one of the EVM or of Polkadot, and an address is
 * not judged by a guess.
 */
export const networkIds = {
  EVM: `eth ethereum erc20 etc ethereumclassic ethw sepolia ethsepolia ethereumsepolia ethtest ethtest5 ethtest6 goerli holesky
    hoodi arb arbitrum arbitrumone arb1 arbitrumnova arbitrumsepolia pol polygon matic polygonpos polygonzkevm polygonamoy amoy
    op optimism opmainnet opsepolia optimismsepolia base basesepolia bsc bnb bep20 bnbsmartchain binancesmartchain bnbchain opbnb
    avax avaxc avalanche avalanchec avalanchecchain cchain fuji ftm fantom fantomopera sonic gno gnosis xdai celo linea scroll zksync
    zksyncera mantle mnt blast cronos glmr moonbeam movr moonriver aurora metis boba klay klaytn kaia flr flare sgb songbird mode
    manta taiko worldchain unichain bera berachain ink soneium plasma hyperevm monad`,
  Rootstock: 'rsk rootstock rbtc',
  Bitcoin: 'btc bitcoin xbt',
  'Bitcoin testnet': 'btctest btctestnet bitcointestnet tbtc testnet3 testnet4 signet bitcoinsignet',
  'Bitcoin Cash': 'bch bitcoincash',
  Litecoin: 'ltc litecoin',
  Dogecoin: 'doge dogecoin',
  Dash: 'dash',
  Zcash: 'zec zcash',
  Solana: 'sol solana spl solanadevnet soltest',
  'XRP Ledger': 'xrp xrpl ripple xrpledger',
  Stellar: 'xlm stellar stellarlumens',
  TRON: 'trx tron trc20',
  Cardano: 'ada cardano',
  Polkadot: 'dot polkadot polkadotassethub',
  Kusama: 'ksm kusama',
  Algorand: 'algo algorand',
  Tezos: 'xtz tezos',
  TON: 'ton toncoin theopennetwork',
  Aptos: 'apt aptos',
  Sui: 'sui',
  NEAR: 'near',
  Hedera: 'hbar hedera',
  EOS: 'eos vaulta',
  'Cosmos Hub': 'atom cosmos cosmoshub cosmoshub4',
  Osmosis: 'osmo osmosis osmosis1',
  Celestia: 'tia celestia',
  dYdX: 'dydx dydxchain dydxmainnet1',
  Injective: 'inj injective injective1',
  Kava: 'kava kava222210',
  Sei: 'sei pacific1',
  Juno: 'juno juno1',
  Axelar: 'axl axelar axelardojo1',
  Noble: 'noble noble1',
  Stride: 'strd stride stride1',
  THORChain: 'rune thorchain thorchain1',
} as const

export type FamilyName = keyof typeof networkIds
