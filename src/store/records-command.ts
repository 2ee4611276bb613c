/** `npm run records`: what is kept of each account, and an end to it. */
import type { Database } from '../database/database.ts'
import type { AccountReader } from './identity.ts'
import { type AccountSummary, openStore } from './store.ts'

export type RecordsCommand = { readonly name: 'list' } | { readonly name: 'forget'; readonly account: string }

export const recordsUsage = [
  'Usage:',
  '  npm run records -- list             show the accounts whose records are kept',
  '  npm run records -- forget ACCOUNT   remove all records of an account; ACCOUNT is its first word in the list',
]

export function readRecordsCommand([name, account, ...more]: readonly string[]): RecordsCommand | undefined {
  if (more.length > 0) return undefined
  if (name === 'list') return account === undefined ? { name } : undefined
  return name === 'forget' && account !== undefined ? { name, account } : undefined
}

export async function runRecordsCommand(database: Database, command: RecordsCommand) {
  const store = await openStore(database)
  if (command.name === 'list') {
    return { output: (await store.accounts()).map(describeAccount), messages: [], exitCode: 0 }
  }
  if (await store.forget(command.account)) return { output: [], messages: [], exitCode: 0 }
  return { output: [], messages: [`There is no account ${command.account}.`], exitCode: 1 }
}

function describeAccount({ account, service, reader, accountId, rows, state }: AccountSummary): string {
  return [
    ...[account, readerText(reader), accountId ?? 'no account id', service],
    ...[`${rows} transactions`, state.asOf === null ? 'not read yet' : `as of ${state.asOf}`],
  ].join('\t')
}

function readerText(reader: AccountReader): string {
  if (reader.kind === 'named') return reader.name
  return reader.kind === 'pack' ? 'an opened pack' : 'a typed key'
}
