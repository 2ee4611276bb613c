/** An export for which there is less and less room: it ends as a file that is what its facts say, or says that it cannot begin. */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ExportFormat, writeFacts } from '../facts.ts'
import { checksOf } from '../testing/checked.ts'
import { type Refusing, refusals, smallDisk } from '../testing/small-disk.ts'
import { type ExportRequest, runExport } from '../write/run.ts'
import { openFile } from './file-store.ts'

afterEach(() => vi.unstubAllGlobals())

const count = 5

/** A service that gives no more than three records a page, whatever it is asked for. */
function serve(note: (index: number) => string) {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const query = new URL(address, 'http://console.invalid').searchParams
    const offset = Number(query.get('offset'))
    const length = Math.max(0, Math.min(Number(query.get('limit')), 3, count - offset))
    if (length === 0) return Response.json({ error_code: 'TXN-02', code: '400' }, { status: 400 })
    const transactions = Array.from({ length }, (_, index) => ({
      transaction_id: `t${offset + index}`,
      transaction: { amount: `0.${offset + index}`, note: note(offset + index) },
    }))
    return Response.json({ transactions })
  })
}

/** Always the same instant, so that the same rows make the same bytes. */
const now = Date.now()

function request(format: ExportFormat): ExportRequest {
  return {
    title: 'Transactions',
    list: 'transactions',
    filter: {},
    format,
    columns: ['transaction_id', 'amount', 'note'],
    link: '/transactions',
    session: 'mark',
    service: { address: 'https://custody.invalid', account: null },
  }
}

/** An export as the worker makes it, and what of it came to the disk. `pieces` are the lengths of what was written at once. */
async function exported(format: ExportFormat, room: number, refusing: Refusing) {
  const disk = smallDisk(room, refusing)
  vi.stubGlobal('navigator', disk.navigator)
  const full = new AbortController()
  const grown = await openFile('export', (reason) => full.abort(reason))
  const pieces: number[] = []
  const sink = {
    write(bytes: Uint8Array) {
      pieces.push(bytes.length)
      return grown.write(bytes)
    },
  }
  const signal = new AbortController().signal
  const facts = await runExport(request(format), sink, { signal, finish: full.signal, now: () => now })
  const file = await grown.close('text/plain')
  return { file, facts, pieces, onDisk: disk.files.get('export')?.length ?? 0 }
}

/** What an export came to in a word, after every check of its file has passed. */
async function outcome(format: ExportFormat, room: number, refusing: Refusing): Promise<string> {
  const ended = await exported(format, room, refusing).catch((error: Error) => error)
  if (ended instanceof Error) {
    expect(ended.message).toMatch(/^This browser had no more room for the file/)
    return 'none'
  }
  const { file, facts, onDisk } = ended
  expect(onDisk).toBeLessThanOrEqual(room)
  const factsFile = new Blob([writeFacts(facts)])
  const checks = await checksOf({ file, name: facts.file.name, factsFile })
  expect(
    checks.filter(({ agrees }) => agrees === false).map(({ found }) => found),
    `room for ${room}`,
  ).toEqual([])
  expect(facts.rows).toBe(facts.read.records)
  if (facts.completeness === 'partial') {
    expect(facts.reasons).toEqual([expect.stringMatching(/^This browser had no more room for the file/)])
    expect(facts.file.name).toMatch(/\.PARTIAL\./)
  }
  return `${facts.completeness} ${facts.rows}`
}

describe.each(refusals)('a browser that %s', { timeout: 30_000 }, (refusing) => {
  // What has no room at the very end is lost neither: the end of the list is known by then, and the rest is kept.
  test.each([
    ['csv', ['none', 'partial 3', 'partial 5']],
    ['json', ['none', 'partial 3', 'partial 5', 'complete 5']],
  ] as const)('has a readable %s file, with room for any number of bytes', async (format, outcomes) => {
    serve((index) => `${index}`)
    const whole = await exported(format, 1e6, refusing)
    expect(whole.facts.completeness).toBe('complete')
    expect(whole.onDisk).toBe(whole.file.size)
    const found = new Set<string>()
    for (let room = 0; room < whole.file.size; room += 1) found.add(await outcome(format, room, refusing))
    expect([...found]).toEqual(outcomes)
  })

  test('has a readable xlsx file, wherever a piece of it finds no room', async () => {
    // Nothing that can be packed, or all of it would come to the disk in one piece.
    serve((index) => createHash('shake256', { outputLength: 15_000 }).update(`${index}`).digest('hex'))
    const { pieces } = await exported('xlsx', 1e6, refusing)
    expect(pieces.length).toBeGreaterThan(2)
    const found: string[] = []
    let at = 0
    for (const length of pieces) {
      for (const room of [at, at + 1, at + Math.floor(length / 2), at + length - 1])
        found.push(await outcome('xlsx', room, refusing))
      at += length
    }
    expect([...new Set(found)]).toEqual(['partial 3', 'partial 5', 'complete 5'])
  })
})
