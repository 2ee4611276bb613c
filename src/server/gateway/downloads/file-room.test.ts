import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../testing/folder.ts'
import { FileRoom } from './file-room.ts'

const consumer = (session: string) => ({ key: `key of ${session}`, session, isReading: false })

const bytes = (length: number) => new Uint8Array(length).fill(0x61)

it('a file is read whole, and nobody else finds it', async () => {
  const folder = join(await newFolder(), 'downloads')
  const file = await new FileRoom([folder], 1_000_000).open(consumer('one'))
  await file.write(bytes(70_000))
  await file.write(bytes(70_000))
  await file.flush()
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([])
  expect(file.size).toBe(140_000)
  expect(Buffer.from(await file.read(0, file.size)).toString()).toBe('a'.repeat(140_000))
  await file.clear()
  await file.write(bytes(1))
  await file.flush()
  expect(Buffer.from(await file.read(0, file.size)).toString()).toBe('a')
  await file.close()
})

it('all files share their room, of which a session takes no more than it leaves, and give it back', async () => {
  const room = new FileRoom([await newFolder()], 100)
  const [first, second, other] = await Promise.all(
    ['one', 'one', 'other'].map((session) => room.open(consumer(session))),
  )
  await first?.write(bytes(30))
  await expect(second?.write(bytes(21))).rejects.toMatchObject({ code: 'GTW-28' })
  await second?.write(bytes(20))
  await expect(other?.write(bytes(26))).rejects.toMatchObject({ code: 'GTW-28' })
  await other?.write(bytes(25))
  await first?.clear()
  await other?.write(bytes(10))
  await second?.close()
  await other?.write(bytes(15))
  await Promise.all([first?.close(), other?.close()])
})

it('a session leaves places for the files of others, however small its own are', async () => {
  const room = new FileRoom([await newFolder()], 100)
  const files = await Promise.all(Array.from({ length: 64 }, () => room.open(consumer('one'))))
  await expect(room.open(consumer('one'))).rejects.toMatchObject({ code: 'GTW-28' })
  files.push(await room.open(consumer('other')))
  for (const file of files.splice(0, 2)) await file.close()
  files.push(await room.open(consumer('one')))
  await Promise.all(files.map((file) => file.close()))
})

it('where the first directory cannot be written, the next one is', async () => {
  const folder = await newFolder()
  const notDirectory = join(folder, 'file')
  await writeFile(notDirectory, '')
  const file = await new FileRoom([join(notDirectory, 'downloads'), folder], 100).open(consumer('one'))
  await file.write(bytes(1))
  await file.close()
  await expect(new FileRoom([join(notDirectory, 'downloads')], 100).open(consumer('one'))).rejects.toThrow(
    'ENOTDIR',
  )
})
