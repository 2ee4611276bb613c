import type { TransactionStatus } from '../../contract/enumerations.ts'

/** Dust that is sent as soon as, `from` that share of the history on, somebody of that family has been paid. */
export interface Dusting {
  readonly from: number
  readonly family: 'EVM' | 'BTC' | 'TRX'
  readonly after: 'withdraw' | 'rebalance'
  readonly ending: 'same ending' | 'other ending'
}

export const dustings: readonly Dusting[] = [
  { from: 0.12, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.17, family: 'TRX', after: 'withdraw', ending: 'same ending' },
  { from: 0.2, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.23, family: 'BTC', after: 'withdraw', ending: 'same ending' },
  { from: 0.28, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.41, family: 'EVM', after: 'rebalance', ending: 'same ending' },
  { from: 0.52, family: 'EVM', after: 'withdraw', ending: 'other ending' },
  { from: 0.63, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.84, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.97, family: 'EVM', after: 'withdraw', ending: 'same ending' },
]

/** A withdrawal that, `from` that share of the history on, does not go where it was planned to go. */
export interface Diversion {
  readonly from: number
  readonly to: 'look-alike' | 'former address' | 'removed whitelist' | 'no memo' | 'another memo'
  /** Those in which the withdrawal has to stand already. */
  readonly statuses: readonly TransactionStatus[]
  readonly note: string
}

export const diversions: readonly Diversion[] = [
  {
    from: 0.11,
    to: 'removed whitelist',
    statuses: ['completed'],
    note: 'Closing of the account, final balance',
  },
  { from: 0.19, to: 'former address', statuses: ['completed'], note: '' },
  {
    from: 0.22,
    to: 'look-alike',
    statuses: ['rejected', 'cancelled'],
    note: 'Stopped: this is not the address on file, only its ends are the same. Copied from a dust deposit',
  },
  { from: 0.26, to: 'removed whitelist', statuses: ['completed'], note: '' },
  {
    from: 0.3,
    to: 'look-alike',
    statuses: ['failed'],
    note: 'Signer refused: the address is a look-alike of the beneficiary’s',
  },
  { from: 0.36, to: 'former address', statuses: ['completed'], note: '' },
  {
    from: 0.45,
    to: 'look-alike',
    statuses: ['completed'],
    note: 'Incident: paid to a look-alike of the beneficiary’s address, reported the same day',
  },
  {
    from: 0.58,
    to: 'former address',
    statuses: ['completed'],
    note: 'To the address before the change of custodian',
  },
  { from: 0.71, to: 'former address', statuses: ['completed'], note: '' },
  { from: 0.9, to: 'former address', statuses: ['completed'], note: '' },
  { from: 0.24, to: 'no memo', statuses: ['completed'], note: '' },
  { from: 0.48, to: 'another memo', statuses: ['completed'], note: '' },
]

/** A whitelist that is there no more: its withdrawals still name it. */
export const removedWhitelist = 'Pelham & Rooke Brokers'
