/** Finds completed withdrawals to addresses that are neither listed nor the organization's own. */
import { type KnownAddresses, knownAddresses } from '../../addresses/known-addresses.ts'
import { typoInWords } from '../../addresses/party.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { canonicalAddress, chainOf } from '../../chains/index.ts'
import { type OwnAddress, ownAddressesIn } from '../../contract/addresses.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { type FindingRow, type ReviewFinding, resemblanceCells } from './findings.ts'
import { type Recorded, Withdrawals } from './uses.ts'

interface Unlisted {
  /** The same for every spelling of the address. */
  readonly subject: string
  readonly address: string
  readonly network_id: string | null
  readonly withdrawals: Withdrawals
  /** The first few names that the service gives to its owner. */
  readonly named: Map<
    string,
    { readonly type: string | null; readonly id: string | null; readonly text: string }
  >
}

export class UnlistedWithdrawals {
  /** One transaction for each own address and spelling. */
  readonly #evidence: BookedTransaction[] = []
  readonly #own = new Set<string>()
  readonly #destinations = new Map<string, Unlisted>()

  learn(transaction: BookedTransaction): void {
    const { source, destination, network_id } = transaction
    const before = this.#own.size
    for (const address of [
      source.source_type === 'vault' && source.source_address,
      destination.destination_type === 'vault' && destination.destination_address,
    ])
      if (address) this.#own.add(JSON.stringify([network_id, address]))
    if (this.#own.size > before) this.#evidence.push(transaction)
  }

  add(transaction: BookedTransaction, address: string, recorded: Recorded): void {
    const { network_id, destination } = transaction
    const chain = chainOf(network_id)
    const subject = JSON.stringify([chain.name, canonicalAddress(address, chain)])
    const unlisted = this.#destinations.get(subject) ?? {
      ...{ subject, address, network_id, withdrawals: new Withdrawals(), named: new Map() },
    }
    this.#destinations.set(subject, unlisted)
    unlisted.withdrawals.add(transaction, recorded)
    const { destination_type: type, destination_id: id, destination_name: name } = destination
    if (unlisted.named.size < mostNames)
      unlisted.named.set(JSON.stringify([type, id, name]), { type, id, text: name || id || '' })
  }

  get ownAddresses(): readonly OwnAddress[] {
    return ownAddressesIn(this.#evidence)
  }

  own(): KnownAddresses {
    return knownAddresses([], this.ownAddresses)
  }

  /** `isListed` says if a whitelist has that id. */
  findings(trusted: KnownAddresses, isListed: (id: string) => boolean): readonly ReviewFinding[] {
    return [...this.#destinations.values()].flatMap((each) => findingOf(each, trusted, isListed) ?? [])
  }
}

const mostNames = 4

function findingOf(
  { subject, address, network_id, withdrawals, named }: Unlisted,
  trusted: KnownAddresses,
  isListed: (id: string) => boolean,
): ReviewFinding | null {
  const { names, lookAlikes } = trusted.lookup(address, network_id)
  if (names.length > 0) return null
  const resembled = lookAlikes.find(({ likeness }) => likeness !== 'one-end')
  const owners = [...named.values()]
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
    withdrawalIds: withdrawals.ids,
    rows: withdrawals.rows().map((sum) => ({
      cells: {
        ...{ address, ...sum, ...(resembled && resemblanceCells(resembled.known)) },
        named_as: owners.flatMap(({ text }) => text || []).join(', '),
      },
      href: listHref(asked, sum),
    })),
  }
}

/** Null where the service cannot be asked for a row's transactions. */
function listHref(
  asked: Filter<'transactions'>,
  { asset_id, network_id }: FindingRow['cells'],
): string | null {
  return asset_id && network_id ? transactionsHref({ ...asked, asset_id, network_id }) : null
}
