import { expect, it } from 'vitest'
import { Refusal } from '../http.ts'
import { type Consumer, mostReadings, mostReadingsTogether, Rounds, Shares, Turns } from './shares.ts'

const reader = (name: string) => ({ key: name.slice(0, 1), session: name, isReading: false })
const reading = (name: string) => ({ ...reader(name), isReading: true })

it('leaves something for others, however many take as much as they get', () => {
  const shares = new Shares(128)
  const taken = (name: string) => {
    while (shares.take(reader(name), 1));
    return shares.usedBy(reader(name)).session
  }
  // Sessions of one key, then of others.
  expect(['a1', 'a2', 'a3', 'b1', 'c1', 'd1'].map(taken)).toEqual([64, 21, 0, 21, 11, 5])
  shares.release(reader('a1'), 64)
  expect(shares.usedBy(reader('a1'))).toMatchObject({ key: 21, session: 0 })
  expect(taken('a3')).toBeGreaterThan(0)
})

it('gives the next turn to the key with the fewest, then to its session with the fewest, then to who came first', async () => {
  const turns = new Turns(4, 40)
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

it('has those who read everything wait for all others, and begin no more than a few of each session', async () => {
  const few = new Turns(4, 40)
  const many = new Turns(40, 400)
  const { signal } = new AbortController()
  let begun: string[] = []
  const take = (turns: Turns, consumer: Consumer) => {
    const name = consumer.isReading ? `${consumer.session} reading` : consumer.session
    void turns.take(consumer, signal).then(() => begun.push(name))
  }
  for (const name of ['a1', 'a1', 'b1']) take(few, reader(name))
  take(few, reading('c1'))
  take(few, reader('c1'))
  await Promise.resolve()
  begun = []
  few.release(reader('a1'))
  await Promise.resolve()
  expect(begun).toEqual(['c1'])

  begun = []
  for (let time = 0; time <= mostReadings; time += 1) take(many, reading('a1'))
  take(many, reading('a2'))
  take(many, reader('a1'))
  await Promise.resolve()
  expect(begun).toEqual([...Array<string>(mostReadings).fill('a1 reading'), 'a2 reading', 'a1'])
  begun = []
  many.release(reading('a1'))
  await Promise.resolve()
  expect(begun).toEqual(['a1 reading'])

  begun = []
  for (const name of ['b1', 'c1'])
    for (let time = 0; time < mostReadings; time += 1) take(many, reading(name))
  take(many, reader('b1'))
  await Promise.resolve()
  expect(begun.filter((name) => name.endsWith('reading'))).toHaveLength(mostReadingsTogether - 5)
  expect(begun).toContain('b1')
})

it('takes nobody who has left', async () => {
  const turns = new Turns(4, 40)
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

it('has places to wait for everybody, however many one session asks for', async () => {
  const turns = new Turns(4, 40)
  const refused: string[] = []
  const take = (name: string) =>
    turns
      .take(reader(name), new AbortController().signal)
      .catch((error: Error) => refused.push(`${name}: ${error.message}`))
  for (let time = 0; time < 60; time += 1) void take('a1')
  await Promise.resolve()
  await Promise.resolve()
  expect(refused.length).toBeGreaterThan(30)
  expect(new Set(refused)).toEqual(new Set(['a1: GTW-23 The gateway is busy']))
  refused.length = 0
  void take('b1')
  void turns.take(reading('a1'), new AbortController().signal)
  await Promise.resolve()
  await Promise.resolve()
  expect(refused).toEqual([])
})

it('gives several owners a turn at once, and each of them one', async () => {
  const rounds = new Rounds(3, 2)
  const refusal = new Refusal('GTW-23')
  const { signal } = new AbortController()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (owner: string, name: string) =>
    rounds.run(owner, { signal, refusal }, () => {
      begun.push(name)
      return new Promise<void>((resolve) => void ends.set(name, resolve))
    })
  const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1'), run('c', 'c1')]
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await end('')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  for (const name of ['b1', 'c1', 'a2']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  await Promise.all(all)
})

it('lets nobody who asks again and again keep a place from others', async () => {
  const rounds = new Rounds(3)
  const refusal = new Refusal('GTW-23')
  const { signal } = new AbortController()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string, own = signal) =>
    rounds.run(owner, { signal: own, refusal }, () => {
      begun.push(owner)
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const leaving = new AbortController()
  const mine = [run('a'), run('a'), run('a'), run('a')]
  await expect(run('a')).rejects.toBe(refusal)
  const left = run('b', leaving.signal)
  const others = [run('c'), run('b')]
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await expect(run('b', leaving.signal)).rejects.toThrow('left')
  for (let time = 0; time < 3; time += 1) await endOne()
  mine.push(run('a'))
  for (let time = 0; time < 4; time += 1) await endOne()
  expect(begun.join('')).toBe('acbaaaa')
  await Promise.all([...mine, ...others])
  await expect(
    rounds.run('a', { signal, refusal }, () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow('failed')
  expect(await rounds.run('a', { signal, refusal }, async () => 'free again')).toBe('free again')
})
