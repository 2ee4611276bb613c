/** Addresses that transactions show: those of the account's vaults, and those that it sent to. */
import {
  type FormerDestination,
  mostAddresses,
  type OwnAddress,
  ownAddressesIn,
} from '../../../contract/addresses.ts'
import { limitRange } from '../../../contract/endpoints.ts'
import type { AddressRows } from '../../../store/queries/own-addresses.ts'
import { valuesIn } from '../../../store/queries/read-query.ts'
import { listTransactions } from '../../../sync/service/endpoints.ts'
import { type Page, readFullPage } from '../../../sync/service/paging.ts'
import type { ServiceRead } from '../../../sync/service/service-read.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { type ApiContext, keptAnswer, listAnswer } from './kept-or-asked.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export function answerOwnAddresses(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const addresses = valuesIn(call.query, 'address')
  return listAnswer<OwnAddress, OwnAddress>(context, call, {
    list: 'transactions',
    fromStore: async (kept, signal) =>
      addressAnswer(
        kept,
        addresses === undefined
          ? await context.answers.addresses(kept, 'own', () =>
              kept.rows.ownAddresses(mostAddresses, undefined, ofAllRows),
            )
          : await kept.rows.ownAddresses(mostAddresses, addresses, { signal }),
      ),
    // Which address is whose cannot be asked of a service.
    fromService: addresses === undefined ? shownByWithdrawals() : null,
    rowOf: (own) => own,
  })
}

export function answerFormerDestinations(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  return listAnswer<FormerDestination, FormerDestination>(context, call, {
    list: 'transactions',
    fromStore: async (kept) =>
      addressAnswer(
        kept,
        await context.answers.addresses(kept, 'destinations', () =>
          kept.rows.formerDestinations(mostAddresses, ofAllRows),
        ),
      ),
    fromService: null,
    rowOf: (destination) => destination,
  })
}

/** They read every row, so lists of the embedded database go first. */
const ofAllRows = { purpose: 'report' } as const

/** Withdrawals leave vaults. The latest ones show those that are in use. */
function* shownByWithdrawals(): ServiceRead<Page<OwnAddress>> {
  const page = yield* readFullPage(
    'transactions',
    (range) => listTransactions({ transaction_type: 'withdraw', ...range }),
    ({ transaction_id }) => transaction_id,
    // One more is asked for, and no service has to give more than the default.
    { limit: limitRange.default - 1, offset: 0 },
  )
  return { ...page, records: ownAddressesIn(page.records) }
}

function addressAnswer<Row>(kept: KeptRecords, { rows, total }: AddressRows<Row>): ApiAnswer {
  return keptAnswer(kept, 'transactions', rows, { total, undecided: 0, has_next: rows.length < total })
}
