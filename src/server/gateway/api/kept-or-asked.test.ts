import { getEventListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import { DatabaseError } from '../../../database/database.ts'
import { Turns } from '../shares.ts'
import { pageInTurn, withinTime } from './kept-or-asked.ts'

const never = () => new Promise<never>(() => {})
const nobody = new AbortController().signal

it('leaves a database that does not answer in time, and tells it to stop', async () => {
  vi.useFakeTimers()
  let told: AbortSignal | undefined
  const left = withinTime(10, nobody, (signal) => {
    told = signal
    return never()
  })
  vi.advanceTimersByTime(10_000)
  expect(await left).toMatchObject({ unanswered: { code: '57014' } })
  expect(told?.aborted).toBe(true)
})

it('tells why there is no answer of the database, and passes on everything else', async () => {
  const failing = (error: Error) => withinTime(10, nobody, () => Promise.reject(error))
  const away = new DatabaseError('', '08006')
  expect(await failing(away)).toEqual({ unanswered: away })
  await expect(failing(new Error('ours'))).rejects.toThrow('ours')
  expect(await withinTime(10, nobody, async () => 'answered')).toBe('answered')
})

it('ends for a reader who has gone', async () => {
  const reader = new AbortController()
  const left = withinTime(10, reader.signal, never)
  reader.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(withinTime(10, reader.signal, never)).rejects.toThrow('gone')
})

it('keeps no listener, with which Node would keep the signal and the answer', async () => {
  const told: AbortSignal[] = []
  const answered = withinTime(10, nobody, async (signal) => void told.push(signal))
  const failed = withinTime(10, nobody, (signal) => {
    told.push(signal)
    return Promise.reject(new DatabaseError('', '08006'))
  })
  await Promise.all([answered, failed])
  expect(told.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []])
})

it('leaves pages of others a turn, however many one session asks for', async () => {
  const context = { turns: new Turns(4, 20) }
  const begun: string[] = []
  const ask = (signIn: string) =>
    void pageInTurn(context, { session: { apiKey: `key of ${signIn}`, signIn } }, nobody, () => {
      begun.push(signIn)
      return never()
    })
  for (let page = 0; page < 10; page += 1) ask('one')
  ask('other')
  await vi.waitFor(() => expect(begun).toContain('other'))
  expect(begun).toEqual(['one', 'one', 'other'])
})
