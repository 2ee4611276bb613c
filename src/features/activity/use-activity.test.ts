import { QueriesObserver, QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { addUp, type Figure } from './figures.ts'
import { combineFigures } from './use-activity.ts'

it('gives the same figures at every render, and others once a period is read', () => {
  const client = new QueryClient()
  const queries = ['October', 'November'].map((month) => ({ queryKey: [month], enabled: false }))
  const combine = (results: QueryObserverResult[]) => combineFigures(results as QueryObserverResult<Figure>[])
  const observer = new QueriesObserver<ReturnType<typeof combine>>(client, queries, { combine })
  observer.subscribe(() => {})
  const render = () => {
    const [, combined] = observer.getOptimisticResult(queries, combine)
    return combined().figures
  }
  expect(render()).toEqual([undefined, undefined])

  const october = figure('2026-11-23T10:00:00Z')
  client.setQueryData(['October'], october)
  const read = render()
  expect(read).toEqual([october, undefined])
  void client.cancelQueries({ queryKey: ['November'] })
  expect(render()).toBe(read)

  client.setQueryData(['November'], figure('2026-11-23T10:00:01Z'))
  expect(render()).not.toBe(read)
  expect(render()[0]).toBe(october)
})

function figure(readAt: string): Figure {
  return { ...addUp([]), ids: [], isPart: false, readAt }
}
