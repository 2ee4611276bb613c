/** Published addresses of one account in several forms, and records with only the fields that a test names. */

import type { Transaction, Whitelist, WhitelistAsset } from '../../contract/normal-records.ts'
import { normaliseTransaction, normaliseWhitelist } from '../../sync/service/normalise.ts'

/** From the tests of ripple-address-codec, the reference of XLS-5: an account with the tag 4294967295 in it, and without. */
export const tagged = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'
export const ofTagged = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'

/** From the same tests: a form without a tag, and its account. */
export const untagged = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ'
export const ofUntagged = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'

/** From SEP-23, "Valid test cases": an account with the memo 0 in it, and without. */
export const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'
export const ofMuxed = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

/** docs.ton.org, "Smart contract addresses": an account, bounceable and not. */
export const bounceable = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'
export const notBounceable = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'

/** An address that begins and ends as this one does. */
export function poisonOf(address: string): string {
  return address.slice(0, 6) + 'A'.repeat(address.length - 10) + address.slice(-4)
}

/** A whitelist whose id is its name. */
export function sampleWhitelist(name: string, assets: readonly Partial<WhitelistAsset>[]): Whitelist {
  return normaliseWhitelist({
    whitelist_id: name,
    whitelist_name: name,
    whitelist_type: 'third_party',
    assets,
  })
}

/** A completed transaction between two ends. */
export function transaction(
  fields: Partial<Pick<Transaction, 'network_id' | 'asset_id' | 'transaction_type'>>,
  source: Partial<Transaction['source']>,
  destination: Partial<Transaction['destination']>,
): Transaction {
  return normaliseTransaction({ status: 'completed', transaction: { ...fields, source, destination } })
}
