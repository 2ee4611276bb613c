import { expect, it, vi } from 'vitest'
import { DatabaseError } from '../../../database/database.ts'
import { withinTime } from './kept-or-asked.ts'

const never = () => new Promise<never>(() => {})
const nobody = new AbortController().signal

it('leaves a database that does not answer in time, and tells it to stop', async () => {
  vi.useFakeTimers()
  try {
    let told: AbortSignal | undefined
    const left = withinTime(10, nobody, (signal) => {
      told = signal
      return never()
    })
    vi.advanceTimersByTime(10_000)
    expect(await left).toEqual({ isSlow: true })
    expect(told?.aborted).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('tells a database that is away from one that takes too long, and passes on everything else', async () => {
  const failing = (error: Error) => withinTime(10, nobody, () => Promise.reject(error))
  expect(await failing(new DatabaseError('', '08006'))).toEqual({ isSlow: false })
  expect(await failing(new DatabaseError('', '57014'))).toEqual({ isSlow: true })
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
