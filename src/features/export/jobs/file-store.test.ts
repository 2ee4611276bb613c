import { afterEach, expect, test, vi } from 'vitest'
import { smallDisk } from '../testing/small-disk.ts'
import { diskFile, openFile } from './file-store.ts'
import { clearExportLeftovers } from './leftovers.ts'

afterEach(() => vi.unstubAllGlobals())

const bytes = (text: string) => new TextEncoder().encode(text)

/** A disk file on which something does not work as it should. */
function troubled(trouble: Partial<Parameters<typeof diskFile>[0]>) {
  let size = 0
  const closed = vi.fn()
  const full = vi.fn()
  const write = (piece: Uint8Array) => {
    size += piece.length
    return piece.length
  }
  const file = diskFile({ write, getSize: () => size, flush() {}, close: closed, ...trouble }, full)
  return { file, closed, full }
}

test('a file grows on the disk, and goes from it when it is discarded', async () => {
  const { navigator, files } = smallDisk(100, 'throws')
  vi.stubGlobal('navigator', navigator)
  const full = vi.fn()
  const file = await openFile('one', full)
  await file.write(bytes('on the '))
  await file.write(bytes('disk'))
  expect(files.get('one')).toEqual(bytes('on the disk'))
  const whole = await file.close('text/csv')
  expect([await whole.text(), whole.type]).toEqual(['on the disk', 'text/csv'])
  expect(full).not.toHaveBeenCalled()
  await file.discard()
  expect([...files]).toEqual([])
})

test('what finds no room is kept, and what follows stays behind it; it is told once', async () => {
  vi.stubGlobal('navigator', smallDisk(5, 'writes less').navigator)
  const full = vi.fn()
  const file = await openFile('one', full)
  for (const piece of ['abc', 'defg', 'h', 'i']) await file.write(bytes(piece))
  expect(await (await file.close('')).text()).toBe('abcdefghi')
  expect(full).toHaveBeenCalledOnce()
})

test('what else keeps it from writing is told in its words', async () => {
  const { file, full } = troubled({
    write: () => {
      throw new DOMException('The device is gone.', 'InvalidStateError')
    },
  })
  await file.write(bytes('a'))
  expect(full).toHaveBeenCalledWith(expect.stringMatching(/could not write .*: The device is gone\.$/))
})

test('a disk that has not kept what it took is told, and let go of', async () => {
  const unflushed = troubled({
    flush: () => {
      throw new DOMException('I/O', 'InvalidStateError')
    },
  })
  await unflushed.file.write(bytes('abc'))
  await expect(unflushed.file.close(async () => new Blob(['abc']), '')).rejects.toThrow(/did not keep/)
  expect(unflushed.closed).toHaveBeenCalled()
  const shortened = troubled({})
  await shortened.file.write(bytes('abc'))
  await expect(shortened.file.close(async () => new Blob(['ab']), '')).rejects.toThrow(/did not keep/)
})

test('without a disk it is kept in memory; where that ends, a sentence says so', async () => {
  vi.stubGlobal('navigator', {})
  const file = await openFile('one', vi.fn())
  await file.write(bytes('in '))
  await file.write(bytes('memory'))
  expect(await (await file.close('')).text()).toBe('in memory')

  const noMemory = /^This browser could not keep the file: it is out of memory/
  const unreadable = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new Error('NotReadable'))
  await expect(file.close('')).rejects.toThrow(noMemory)
  unreadable.mockRestore()

  vi.stubGlobal(
    'Blob',
    class {
      constructor() {
        throw new RangeError('Array buffer allocation failed')
      }
    },
  )
  await expect(file.write(bytes('more'))).rejects.toThrow(noMemory)
})

test('what nobody holds any more is cleared away, and what another tab works on is not', async () => {
  const { navigator, files } = smallDisk(100, 'throws')
  vi.stubGlobal('navigator', navigator)
  files.set('of a closed tab', bytes('old'))
  await openFile('one', vi.fn())
  expect([...files.keys()]).toEqual(['one'])
  files.set('of another closed tab', bytes('old'))
  await clearExportLeftovers()
  expect([...files.keys()]).toEqual(['one'])
})

test('where nothing was ever exported, or there is no disk, nothing is cleared', async () => {
  vi.stubGlobal('navigator', {})
  await expect(clearExportLeftovers()).resolves.toBeUndefined()
  vi.stubGlobal('navigator', {
    storage: { getDirectory: () => Promise.reject(new DOMException('None', 'NotFoundError')) },
    locks: {},
  })
  await expect(clearExportLeftovers()).resolves.toBeUndefined()
})
