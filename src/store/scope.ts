import type { Database } from '../database/database.ts'

/** What every query of one account gets. `account` is its key, and the first parameter of each statement. */
export interface AccountScope {
  readonly database: Database
  readonly account: string
}

/** Another program writes this account now, or the account was forgotten. What was to be written was not. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another program took over this account.')
  }
}
