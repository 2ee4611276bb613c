/**
 * The thread in which PGlite runs: on the main thread it would block every other request while it answers one.
 * Plain JavaScript, because Node 20 cannot load TypeScript in a worker thread.
 *
 * It speaks PostgreSQL's protocol to PGlite, whose own `query` has each statement parsed and planned anew, in five calls: that was four
 * fifths of what a page cost.
 */
import { on } from 'node:events'
import { statfsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { messages, PGlite, protocol } from '@electric-sql/pglite'

/**
 * @typedef {{ id: number, sql: string, parameters: readonly (string | null)[] | null }} Question
 *   `parameters` is null for a script of several statements.
 * @typedef {{ id: number, close: true }} Farewell
 */

/** Number of statements that stay prepared. A reader asks a handful over and over. */
const mostPrepared = 100

/** Bytes of PostgreSQL's log since the last checkpoint, and after how many messages they are looked at. */
const mostLog = 64 * 1024 * 1024
const looksEvery = 20

const { Parser, serialize } = protocol

if (parentPort === null) throw new Error('This file runs in a worker thread.')
const port = parentPort

/** By its text: the name and the columns of a statement that is prepared, in order of last use. */
/** @type {Map<string, { name: string, columns: readonly string[] }>} */
const prepared = new Map()
let lastName = 0

let isInTransaction = false
let messagesSinceLook = 0
let checkpoint = '0/0'

const database = await PGlite.create(workerData)
const requests = on(port, 'message')
port.postMessage({ ready: true })
// One after the other, in the order in which they come.
for await (const [message] of requests) {
  if (await handle(message)) break
  await limitLog()
}
port.close()

/**
 * True after the last message. An error that PostgreSQL did not report leaves PGlite in an unknown state: it ends the thread.
 * @param {Question | Farewell} message
 */
async function handle(message) {
  if ('close' in message) {
    await database.close()
    port.postMessage({ id: message.id })
    return true
  }
  try {
    port.postMessage({ id: message.id, rows: await answer(message) })
  } catch (error) {
    if (!(error instanceof messages.DatabaseError)) throw error
    // As data: its class does not survive the way between threads.
    port.postMessage({ id: message.id, error: { message: error.message, code: error.code } })
  }
  return false
}

/**
 * By itself, PostgreSQL makes checkpoints in a process of its own, which PGlite does not have: the log in `pg_wal` would grow until the
 * database is closed, and be read again whole after a crash.
 */
async function limitLog() {
  messagesSinceLook += 1
  if (messagesSinceLook < looksEvery || isInTransaction) return
  messagesSinceLook = 0
  const [log] = await answer({
    sql: 'select pg_current_wal_insert_lsn()::text as place, pg_current_wal_insert_lsn() - $1::pg_lsn as bytes',
    parameters: [checkpoint],
  })
  if (Number(log?.bytes) < mostLog || !hasRoom()) return
  await answer({ sql: 'checkpoint', parameters: null })
  checkpoint = log?.place ?? checkpoint
}

/** PostgreSQL answers nothing more after a checkpoint that found the disk full. */
function hasRoom() {
  if (workerData.dataDir === undefined) return true
  const { bavail, bsize } = statfsSync(workerData.dataDir)
  return bavail * bsize > mostLog
}

/** @param {Pick<Question, 'sql' | 'parameters'>} question */
async function answer({ sql, parameters }) {
  if (parameters === null) return rowsOf(await exchange([serialize.query(sql)]))
  const statement = prepared.get(sql) ?? (await prepare(sql))
  prepared.delete(sql)
  prepared.set(sql, statement)
  const { name, columns } = statement
  const answers = await exchange([
    serialize.bind({ statement: name, values: [...parameters] }),
    serialize.execute({}),
    serialize.sync(),
  ])
  return rowsOf(answers, columns)
}

/**
 * `columns`: where the answers do not say them.
 * @param {readonly messages.BackendMessage[]} answers
 * @param {readonly string[]} columns
 */
function rowsOf(answers, columns = columnsOf(answers)) {
  const rows = []
  for (const message of answers)
    if (message instanceof messages.DataRowMessage)
      rows.push(Object.fromEntries(message.fields.map((value, index) => [columns[index], value])))
  return rows
}

/** @param {readonly messages.BackendMessage[]} answers */
function columnsOf(answers) {
  return answers.flatMap((message) =>
    message instanceof messages.RowDescriptionMessage ? message.fields.map((field) => field.name) : [],
  )
}

/** @param {string} text */
async function prepare(text) {
  const [oldest] = prepared
  if (oldest && prepared.size >= mostPrepared) {
    prepared.delete(oldest[0])
    await exchange([serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync()])
  }
  lastName += 1
  const name = `statement ${lastName}`
  const answers = await exchange([
    serialize.parse({ name, text }),
    serialize.describe({ type: 'S', name }),
    serialize.sync(),
  ])
  return { name, columns: columnsOf(answers) }
}

/**
 * What PostgreSQL answers to requests. Values come as the text that it writes. Throws the first error among them.
 * @param {readonly (ArrayBuffer | Uint8Array)[]} requests
 */
async function exchange(requests) {
  /** @type {Uint8Array[]} */
  const parts = []
  // With `execProtocolRaw`, PGlite keeps every result until its own `query` is called, which never happens here.
  await database.execProtocolRawStream(
    Buffer.concat(requests.map((request) => new Uint8Array(request))),
    // A view of PGlite's memory, which changes.
    { onRawData: (part) => parts.push(part.slice()) },
  )
  /** @type {messages.BackendMessage[]} */
  const answers = []
  new Parser().parse(Buffer.concat(parts), (message) => answers.push(message))
  for (const message of answers)
    if (message instanceof messages.ReadyForQueryMessage) isInTransaction = message.status !== 'I'
  const failure = answers.find((message) => message instanceof Error)
  if (failure) throw failure
  return answers
}
