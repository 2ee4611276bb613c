import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ReadWriteLock } from './read-write-lock.ts'

/** Each takes its turn when it is begun, and keeps it until it is ended. */
function takers() {
  const lock = new ReadWriteLock()
  const under: string[] = []
  const ends = new Map<string, () => void>()
  const begin = async (name: string) => {
    const work = async () => {
      under.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      under.splice(under.indexOf(name), 1)
    }
    void (name.startsWith('read') ? lock.read(work) : lock.write(work))
    await turn()
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { lock, under, begin, end }
}

it('lets one side wait until the other had its turn', async () => {
  const { under, begin, end } = takers()
  await begin('read 1')
  await begin('read 2')
  await begin('write 1')
  await begin('write 2')
  expect(under).toEqual(['read 1', 'read 2'])
  await end('read 1')
  expect(under).toEqual(['read 2'])
  await end('read 2')
  expect(under).toEqual(['write 1', 'write 2'])
  await begin('read 3')
  await begin('write 3')
  await end('write 1')
  expect(under).toEqual(['write 2'])
  await end('write 2')
  expect(under).toEqual(['read 3'])
  await end('read 3')
  expect(under).toEqual(['write 3'])
})

it('lets those who come to read go along with what a writer waits for, and with nothing after it', async () => {
  const { under, begin, end } = takers()
  await begin('read long')
  await begin('write')
  await begin('read 1')
  await end('read 1')
  await begin('read 2')
  expect(under).toEqual(['read long', 'read 2'])
  await end('read long')
  await begin('read 3')
  expect(under).toEqual(['read 2'])
  await end('read 2')
  expect(under).toEqual(['write'])
  await begin('write more')
  expect(under).toEqual(['write'])
  await end('write')
  expect(under).toEqual(['read 3'])
  await end('read 3')
  expect(under).toEqual(['write more'])
})

it('goes on after what fails', async () => {
  const { lock, under, begin } = takers()
  const failing = async () => {
    throw new Error('It failed.')
  }
  await expect(lock.read(failing)).rejects.toThrow('It failed.')
  await expect(lock.write(failing)).rejects.toThrow('It failed.')
  await begin('read')
  expect(under).toEqual(['read'])
})
