/** Finds completed withdrawals to addresses that are neither listed nor the organization's own. */
import type { KnownAddresses } from '../../addresses/known-addresses.ts'
import { typoInWords } from '../../addresses/party.ts'
import { canonicalAddress } from '../../chains/chain.ts'
import { chainOf } from '../../chains/index.ts'
import { groupBy } from '../../ledger/group-by.ts'
import type { DestinationUse, NamedOwner } from '../../store/queries/destination-uses.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { type ReviewFinding, resemblanceCells } from './findings.ts'
import { Withdrawals } from './uses.ts'

interface UntrustedAddress {
  /** The same for every spelling of the address. */
  readonly subject: string
  readonly address: string
  readonly key: string
  readonly withdrawals: Withdrawals
  readonly resembled: ReturnType<KnownAddresses['lookup']>['lookAlikes'][number] | null
}

export function untrustedAddresses(
  uses: readonly DestinationUse[],
  trusted: KnownAddresses,
): readonly UntrustedAddress[] {
  const bySubject = groupBy(uses, ({ address, network_id }) => {
    const chain = chainOf(network_id)
    return JSON.stringify([chain.name, canonicalAddress(address, chain)])
  })
  return [...bySubject].flatMap(([subject, own]) => {
    const { address = '', network_id = null, group } = own[0] ?? {}
    const { names, lookAlikes } = trusted.lookup(address, network_id)
    if (names.length > 0) return []
    const withdrawals = new Withdrawals()
    for (const use of own) withdrawals.add(use)
    const resembled = lookAlikes.find(({ likeness }) => likeness !== 'one-end') ?? null
    return [{ subject, address, key: group?.destination_key ?? '', withdrawals, resembled }]
  })
}

/** `isListed` says if a whitelist has that id. */
export function unlistedFinding(
  { subject, address, withdrawals, resembled }: UntrustedAddress,
  owners: readonly NamedOwner[],
  isListed: (id: string) => boolean,
): ReviewFinding {
  const claim = owners.some(({ id }) => id !== null && isListed(id))
    ? 'The transaction names a whitelist that does not have this address now.'
    : owners.some(({ type }) => type === 'whitelist')
      ? 'The transaction names a whitelist that the service does not list.'
      : 'No whitelist has this address now.'
  const likeness =
    resembled?.likeness === 'typo'
      ? `It is nearly a trusted address: ${typoInWords(resembled.typo)}. `
      : resembled
        ? 'It looks like a trusted address, but is different. '
        : ''
  const asked = { transaction_type: 'withdraw', status: 'completed', destination_address: address }
  return {
    ...{ kind: 'unlisted-withdrawal', subject, severity: resembled ? 'critical' : 'high' },
    because: likeness + claim,
    transactions: withdrawals.transactions,
    rows: withdrawals.rows().map((sum) => {
      const { asset_id, network_id } = sum.cells
      return {
        ...sum,
        cells: {
          ...{ address, ...sum.cells, ...(resembled && resemblanceCells(resembled.known)) },
          named_as: owners.flatMap(({ text }) => text || []).join(', '),
        },
        // The service cannot be asked for transactions without an asset or a network.
        href: asset_id && network_id ? transactionsHref({ ...asked, asset_id, network_id }) : null,
      }
    }),
  }
}
