import { expect, it } from 'vitest'
import { Shares, Turns } from './shares.ts'

const reader = (name: string) => ({ key: name.slice(0, 1), session: name })

it('leaves something for others, however many take as much as they get', () => {
  const shares = new Shares(128)
  const taken = (name: string) => {
    while (shares.take(reader(name), 1));
    return shares.usedBy(reader(name)).session
  }
  // Sessions of one key, then of others.
  expect(['a1', 'a2', 'a3', 'b1', 'c1', 'd1'].map(taken)).toEqual([64, 21, 0, 21, 11, 5])
  shares.release(reader('a1'), 64)
  expect(shares.usedBy(reader('a1'))).toEqual({ key: 21, session: 0 })
  expect(taken('a3')).toBeGreaterThan(0)
})

it('gives the next turn to the key with the fewest, then to its session with the fewest, then to who came first', async () => {
  const turns = new Turns(4)
  const { signal } = new AbortController()
  let begun: string[] = []
  for (const name of ['a1', 'a1', 'a1', 'a2', 'b1', 'c1', 'c2'])
    void turns.take(reader(name), signal).then(() => begun.push(name))
  const after = async (released?: string) => {
    if (released) turns.release(reader(released))
    begun = []
    await Promise.resolve()
    return begun.join(' ')
  }
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'a1', 'b1'])
  expect(await after('a1')).toBe('c1')
  expect(await after('b1')).toBe('a2')
  expect(await after('a1')).toBe('a1')
  expect(await after('a2')).toBe('c2')
})

it('takes nobody who has left', async () => {
  const turns = new Turns(4)
  const leaving = new AbortController()
  const { signal } = new AbortController()
  await turns.take(reader('a1'), signal)
  await turns.take(reader('a1'), signal)
  const left = turns.take(reader('a2'), leaving.signal)
  const next = turns.take(reader('b1'), signal)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  turns.release(reader('a1'))
  await next
})
