import { expect, it } from 'vitest'
import { openEither } from '../database/testing/databases.ts'
import { readRecordsCommand, runRecordsCommand } from './records-command.ts'
import { openStore } from './store.ts'

it('npm run records lists what is kept without any key, and forgets one account alone', async () => {
  const database = await openEither()
  const store = await openStore(database)
  const identity = { service: 'https://custody.example', apiKey: 'a secret key' }
  const typed = await store.account({ ...identity, reader: { kind: 'typed' }, accountId: null })
  const named = await store.account({
    ...identity,
    reader: { kind: 'named', name: 'Treasury' },
    accountId: 'acct-1',
  })
  const list = async () => (await runRecordsCommand(database, { name: 'list' })).output
  expect(await list()).toEqual([
    `${typed}\ta typed key\tno account id\thttps://custody.example\t0 transactions\tnot read yet`,
    `${named}\tTreasury\tacct-1\thttps://custody.example\t0 transactions\tnot read yet`,
  ])
  const fence = (await store.of(typed).takeLease('a gateway', 30)) ?? ''
  expect((await runRecordsCommand(database, { name: 'forget', account: typed })).exitCode).toBe(0)
  expect(await list()).toHaveLength(1)
  await expect(store.of(typed).beginStaging(fence)).rejects.toThrow('took over')
  expect(await runRecordsCommand(database, { name: 'forget', account: typed })).toMatchObject({ exitCode: 1 })
})

it.each([
  [['list'], { name: 'list' }],
  [['forget', 'x'], { name: 'forget', account: 'x' }],
  [['list', 'x'], undefined],
  [['forget'], undefined],
  [['forget', 'x', 'y'], undefined],
  [[], undefined],
])('reads %j', (words, command) => {
  expect(readRecordsCommand(words)).toEqual(command)
})
