/**
 * `npm run bench:addresses`: how often an address that nobody made to look alike is taken for a look-alike. For each kind of address, a
 * million at random (ADDRESSES) are looked up among a thousand trusted ones of the same kind (TRUSTED), and so timed. The same
 * addresses each time.
 */

import { knownAddresses } from '../src/addresses/known-addresses.ts'
import { sampleWhitelist } from '../src/addresses/testing/examples.ts'
import { type Encoder, encoders } from '../src/chains/testing/encoders.ts'
import { randomFrom } from '../src/server/demonstration/prng.ts'
import { grouped, print, row } from './harness.ts'

const count = Number(process.env.ADDRESSES ?? '1000000')
const trusted = Number(process.env.TRUSTED ?? '1000')

/** The kinds that are met most, one or two a chain. */
const kinds = [
  'ETH account',
  'BTC key hash',
  'BTC key hash in SegWit',
  'BTC Taproot',
  'SOL public key',
  'XRP account',
  'XLM account',
  'TRX account',
  'ADA base',
  'DOT account',
  'ATOM account',
  'ALGO account',
  'TON bounceable',
  'XTZ account',
]

print(`${grouped(count)} random addresses of each kind against ${grouped(trusted)} trusted ones`)
print(row('kind', 'nearly the same', 'both ends', 'one end', 'rate of one end', 'lookups a second'))
for (const encoder of encoders) {
  const kind = `${encoder.networkId} ${encoder.kind}`
  if (kinds.includes(kind)) print(row(kind, ...measured(encoder)))
}

function measured({ networkId, kind, bytes, encode }: Encoder): readonly string[] {
  const random = randomFrom(1, `${networkId} ${kind}`)
  const next = () => encode(random.bytes(bytes))
  const entries = Array.from({ length: trusted }, () => ({ network_id: networkId, address: next() }))
  const known = knownAddresses([sampleWhitelist('Trusted', entries)], [])
  const found = { typo: 0, 'both-ends': 0, 'one-end': 0 }
  let milliseconds = 0
  // In portions, so that writing addresses is not timed and memory does not grow.
  for (let left = count; left > 0; left -= 10_000) {
    const addresses = Array.from({ length: Math.min(left, 10_000) }, next)
    const start = performance.now()
    for (const address of addresses) {
      const [worst] = known.lookup(address, networkId).lookAlikes
      if (worst) found[worst.likeness] += 1
    }
    milliseconds += performance.now() - start
  }
  return [
    String(found.typo),
    String(found['both-ends']),
    String(found['one-end']),
    `${((100 * found['one-end']) / count).toFixed(3)} %`,
    grouped((1000 * count) / milliseconds),
  ]
}
