import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { recordsOf } from './directory.ts'
import { refusal } from './testing/refusal.ts'

test('a list that has no records any more has none, although the old ones are kept', async () => {
  const answers: (() => Promise<{ readonly records: readonly string[] }>)[] = [
    async () => ({ records: ['one'] }),
    async () => {
      throw refusal('WHT-00')
    },
    async () => {
      throw new Error('no answer')
    },
  ]
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
  })
  expect(recordsOf(await observer.refetch())).toEqual(['one'])
  const second = await observer.refetch()
  expect(second.data?.records).toEqual(['one'])
  expect(recordsOf(second)).toEqual([])
  // That it could not be read says nothing of it.
  expect(recordsOf(await observer.refetch())).toEqual(['one'])
})
