import { describe, expect, it } from 'vitest'
import { startThread } from './pglite.ts'

/** A thread of the given program, which finds `port` ready. */
function threadOf(program: string): ReturnType<typeof startThread> {
  const source = `import { parentPort as port } from 'node:worker_threads'\n${program}`
  return startThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {})
}

const question = { sql: 'select 1', parameters: [] }

describe('a database thread', () => {
  it('that dies fails what waits for it and what is asked later', async () => {
    const thread = await threadOf(
      "port.on('message', () => process.exit(1)); port.postMessage({ ready: true })",
    )
    const asked = await Promise.allSettled([thread.ask(question), thread.ask(question)])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(thread.ask(question)).rejects.toThrow('has stopped')
    await thread.close()
  })

  it('that throws fails with what it threw as the cause', async () => {
    const thread = await threadOf(
      "port.on('message', () => { throw new Error('out of memory') }); port.postMessage({ ready: true })",
    )
    await expect(thread.ask(question)).rejects.toMatchObject({
      message: 'The embedded database crashed.',
      cause: { message: 'out of memory' },
    })
  })

  it('that ends before it is ready does not start', async () => {
    await expect(threadOf('process.exit(1)')).rejects.toThrow('has stopped')
    await expect(threadOf("port.postMessage({ error: { message: 'no space' } })")).rejects.toThrow(
      'did not open: no space',
    )
  })
})
