/** Finds completed withdrawals to addresses that are neither listed nor the organization's own. */
import type { KnownAddresses } from '../../addresses/known-addresses.ts'
import { typoInWords } from '../../addresses/party.ts'
import { canonicalAddress, chainOf } from '../../chains/index.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { DestinationUse, NamedOwner } from '../../store/queries/destination-uses.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import type { FindingCells } from './finding-columns.ts'
import { type ReviewFinding, resemblanceCells } from './findings.ts'
import { Withdrawals } from './uses.ts'

interface Unlisted {
  /** The same for every spelling of the address. */
  readonly subject: string
  readonly address: string
  readonly network_id: string | null
  readonly key: string
  readonly withdrawals: Withdrawals
}

export class UnlistedWithdrawals {
  readonly #destinations = new Map<string, Unlisted>()

  add(use: DestinationUse): void {
    const { address, network_id, group } = use
    const chain = chainOf(network_id)
    const subject = JSON.stringify([chain.name, canonicalAddress(address, chain)])
    const unlisted = this.#destinations.get(subject) ?? {
      ...{ subject, address, network_id, key: group.destination_key ?? '' },
      withdrawals: new Withdrawals(),
    }
    this.#destinations.set(subject, unlisted)
    unlisted.withdrawals.add(use)
  }

  /** Those that are not trusted. */
  untrusted(trusted: KnownAddresses): readonly UntrustedAddress[] {
    return [...this.#destinations.values()].flatMap((unlisted) => {
      const { names, lookAlikes } = trusted.lookup(unlisted.address, unlisted.network_id)
      if (names.length > 0) return []
      const resembled = lookAlikes.find(({ likeness }) => likeness !== 'one-end') ?? null
      return [{ ...unlisted, resembled }]
    })
  }
}

interface UntrustedAddress extends Unlisted {
  readonly resembled: ReturnType<KnownAddresses['lookup']>['lookAlikes'][number] | null
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
    kind: 'unlisted-withdrawal',
    subject,
    severity: resembled ? 'critical' : 'high',
    because: likeness + claim,
    transactions: withdrawals.transactions,
    rows: withdrawals.rows().map((sum) => ({
      ...sum,
      cells: {
        ...{ address, ...sum.cells, ...(resembled && resemblanceCells(resembled.known)) },
        named_as: owners.flatMap(({ text }) => text || []).join(', '),
      },
      href: listHref(asked, sum.cells),
    })),
  }
}

/** Null where the service cannot be asked for a row's transactions. */
function listHref(asked: Filter<'transactions'>, { asset_id, network_id }: FindingCells): string | null {
  return asset_id && network_id ? transactionsHref({ ...asked, asset_id, network_id }) : null
}
