/** What a whitelist review asks of the transactions of an account: sums, and few of the transactions themselves. */
import type { OwnAddress } from '../../contract/addresses.ts'
import type { Queries } from '../../database/database.ts'
import {
  type ComparedTransactions,
  comparedTransactions,
  type DestinationUse,
  destinationUses,
  idsOfUses,
  type NamedOwner,
  namedOwners,
  type UseIds,
  type UseQuestion,
} from './destination-uses.ts'
import { type FaultyWithdrawals, faultyWithdrawals, type MemoCheck } from './memo-faults.ts'
import { vaultAddresses } from './own-addresses.ts'

export interface DestinationQueries {
  compared(): Promise<ComparedTransactions>
  /**
   * Completed withdrawals, and everything sent to a whitelisted address, by first transaction. `isAnywhere`: a whitelisted address has no
   * network and so matches any: all uses are returned.
   */
  uses(isAnywhere: boolean): Promise<readonly DestinationUse[]>
  /** In the order of the questions. */
  ids(questions: readonly UseQuestion[]): Promise<readonly UseIds[]>
  /** The first few that completed withdrawals name, by the key of an address. */
  owners(keys: readonly string[]): Promise<ReadonlyMap<string, readonly NamedOwner[]>>
  /** A withdrawal whose memo the service does not tell has no fault. */
  faulty(checks: readonly MemoCheck[]): Promise<readonly FaultyWithdrawals[]>
  /** Every one that a transaction shows, in the order in which they are shown first. */
  vaultAddresses(): Promise<readonly OwnAddress[]>
}

export function destinationQueries(queries: Queries, account: string): DestinationQueries {
  return {
    compared: () => comparedTransactions(queries, account),
    uses: (isAnywhere) => destinationUses(queries, account, isAnywhere),
    ids: (questions) => idsOfUses(queries, account, questions),
    owners: (keys) => namedOwners(queries, account, keys),
    faulty: (checks) => faultyWithdrawals(queries, account, checks),
    vaultAddresses: () => vaultAddresses(queries, account),
  }
}
