import { expect, test } from 'vitest'
import type { ApiError } from '../../api/api-error.ts'
import { refusal } from '../../api/testing/refusal.ts'
import { type Position, type ReadingControl, type ReadingProgress, readInSession } from './read-in-session.ts'

const session = { mark: 'mark-of-a', service: 'https://custody.invalid', account: null }

/** A reading that meets a failure after so many rows, and what is told of it. */
function meeting(error: ApiError, rows: number) {
  const told: Partial<ReadingProgress<Position>>[] = []
  const read = async ({ session, onProgress, onFailure, onSignInNeeded }: ReadingControl<Position>) => {
    onProgress({ rows })
    const help = error.remedy === 'retry' || error.remedy === 'correct-filter' ? onFailure : onSignInNeeded
    await help?.(error)
    return `whole, as ${session.mark} has it`
  }
  const { signal } = new AbortController()
  const done = readInSession(async () => session, read, {
    signal,
    stop: signal,
    gate: async () => {},
    tell: (change) => {
      told.push(change)
      // The reader lets it go on at once.
      change.heldUp?.goOn()
    },
  })
  return { done, told }
}

test.each(['ERR-00', 'GTW-04', 'ERR-02'])('%s holds it up, and it goes on from there', async (code) => {
  const error = refusal(code)
  const { done, told } = meeting(error, 1000)
  expect(await done).toEqual({ result: 'whole, as mark-of-a has it', mark: 'mark-of-a' })
  expect(told).toEqual([
    { position: { rows: 1000 } },
    { heldUp: { error, goOn: expect.any(Function) } },
    { heldUp: null },
  ])
})

test.each(['ERR-00', 'GTW-04'])('%s ends it where nothing was read that could be lost', async (code) => {
  const { done, told } = meeting(refusal(code), 0)
  await expect(done).rejects.toMatchObject({ failure: { code } })
  expect(told).toEqual([{ position: { rows: 0 } }])
})

test('another key that is signed in ends it, however much was read', async () => {
  const { done, told } = meeting(refusal('GTW-12'), 1000)
  await expect(done).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
  expect(told).toEqual([{ position: { rows: 1000 } }])
})

test('without a session nothing is read', async () => {
  const { signal } = new AbortController()
  const done = readInSession(
    () => Promise.reject(refusal('GTW-04')),
    () => Promise.reject(new Error('it was read')),
    { signal, stop: signal, gate: async () => {}, tell: () => {} },
  )
  await expect(done).rejects.toMatchObject({ failure: { code: 'GTW-04' } })
})
