import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../testing/folder.ts'
import { FileRoom } from './file-room.ts'

const bytes = (length: number) => new Uint8Array(length).fill(0x61)

it('a file is read whole, and nobody else finds it', async () => {
  const folder = join(await newFolder(), 'downloads')
  const file = await new FileRoom([folder], 1_000_000).open()
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

it('all files share their room, and give it back', async () => {
  const room = new FileRoom([await newFolder()], 100)
  const [one, other] = [await room.open(), await room.open()]
  await one.write(bytes(60))
  await expect(other.write(bytes(41))).rejects.toMatchObject({ code: 'GTW-28' })
  await other.write(bytes(40))
  await one.clear()
  await other.write(bytes(60))
  await other.close()
  await one.write(bytes(100))
  await one.close()
})

it('where the first directory cannot be written, the next one is', async () => {
  const folder = await newFolder()
  const notDirectory = join(folder, 'file')
  await writeFile(notDirectory, '')
  const file = await new FileRoom([join(notDirectory, 'downloads'), folder], 100).open()
  await file.write(bytes(1))
  await file.close()
  await expect(new FileRoom([join(notDirectory, 'downloads')], 100).open()).rejects.toThrow('ENOTDIR')
})
