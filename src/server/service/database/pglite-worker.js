/**
 * The thread in which PGlite runs: on the main thread it would block every other request while it answers one.
 * Plain JavaScript, because Node 20 cannot load TypeScript in a worker thread.
 *
 * It speaks PostgreSQL's protocol to PGlite, whose own `query` has each statement parsed and planned anew, in five calls: that was four
 * fifths of what a page cost. Each call is synchronous, so questions are answered in the order in which they come.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { messages, PGlite, protocol } from '@electric-sql/pglite'

/**
 * @typedef {{ id: number, sql: string, parameters: readonly (string | null)[] | null }} Question
 *   `parameters` is null for a script of several statements.
 * @typedef {{ id: number, close: true }} Farewell
 */

/** Number of statements that stay prepared. A reader asks a handful over and over. */
const mostPrepared = 100

const { Parser, serialize } = protocol

if (parentPort === null) throw new Error('This file runs in a worker thread.')
const port = parentPort

/** By its text: the name and the columns of a statement that is prepared, in order of last use. */
/** @type {Map<string, { name: string, columns: readonly string[] }>} */
const prepared = new Map()
let lastName = 0

try {
  const database = await PGlite.create(workerData)
  port.on('message', async (/** @type {Question | Farewell} */ message) => {
    try {
      const rows = 'close' in message ? await database.close() : answer(database, message)
      port.postMessage({ id: message.id, rows })
    } catch (error) {
      port.postMessage({ id: message.id, error: describe(error) })
    }
    if ('close' in message) port.close()
  })
  port.postMessage({ ready: true })
} catch (error) {
  port.postMessage({ error: describe(error) })
  port.close()
}

/**
 * @param {PGlite} database
 * @param {Question} question
 */
function answer(database, { sql, parameters }) {
  if (parameters === null) return void exchange(database, [serialize.query(sql)])
  const statement = prepared.get(sql) ?? prepare(database, sql)
  prepared.delete(sql)
  prepared.set(sql, statement)
  const { name, columns } = statement
  const rows = []
  for (const message of exchange(database, [
    serialize.bind({ statement: name, values: [...parameters] }),
    serialize.execute({}),
    serialize.sync(),
  ]))
    if (message instanceof messages.DataRowMessage)
      rows.push(Object.fromEntries(message.fields.map((value, index) => [columns[index], value])))
  return rows
}

/**
 * @param {PGlite} database
 * @param {string} text
 */
function prepare(database, text) {
  const [oldest] = prepared
  if (oldest && prepared.size >= mostPrepared) {
    prepared.delete(oldest[0])
    exchange(database, [serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync()])
  }
  lastName += 1
  const name = `statement ${lastName}`
  /** @type {string[]} */
  const columns = []
  for (const message of exchange(database, [
    serialize.parse({ name, text }),
    serialize.describe({ type: 'S', name }),
    serialize.sync(),
  ]))
    if (message instanceof messages.RowDescriptionMessage)
      for (const field of message.fields) columns.push(field.name)
  return { name, columns }
}

/**
 * What PostgreSQL answers to requests. Values come as the text that it writes. Throws the first error among them.
 * @param {PGlite} database
 * @param {readonly (ArrayBuffer | Uint8Array)[]} requests
 */
function exchange(database, requests) {
  const bytes = database.execProtocolRawSync(
    Buffer.concat(requests.map((request) => new Uint8Array(request))),
  )
  /** @type {messages.BackendMessage[]} */
  const answers = []
  new Parser().parse(bytes, (message) => answers.push(message))
  const failure = answers.find((message) => message instanceof Error)
  if (failure) throw failure
  return answers
}

/**
 * An error as data: a class does not survive the way between threads, and PGlite's own carries the parameters.
 * @param {unknown} error
 */
function describe(error) {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { message: error.message, code }
}
