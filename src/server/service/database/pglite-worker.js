/**
 * The thread in which PGlite runs: on the main thread it would block every other request while it answers one.
 * Plain JavaScript, because Node 20 cannot load TypeScript in a worker thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/**
 * @typedef {{ id: number, sql: string, parameters: readonly (string | null)[] | null }} Question
 *   `parameters` is null for a script of several statements.
 * @typedef {{ id: number, close: true }} Farewell
 */

/** Every type whose value PGlite would turn into something else than the text that PostgreSQL writes. */
const parsedTypes = [16, 17, 20, 21, 23, 26, 114, 700, 701, 1082, 1114, 1184, 3802]

if (parentPort === null) throw new Error('This file runs in a worker thread.')
const port = parentPort

try {
  const parsers = Object.fromEntries(parsedTypes.map((type) => [type, (/** @type {string} */ text) => text]))
  const database = await PGlite.create({ ...workerData, parsers })
  port.on('message', async (/** @type {Question | Farewell} */ message) => {
    try {
      port.postMessage({ id: message.id, rows: await answer(database, message) })
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
 * @param {Question | Farewell} message
 */
async function answer(database, message) {
  if ('close' in message) return await database.close()
  if (message.parameters === null) return void (await database.exec(message.sql))
  return (await database.query(message.sql, [...message.parameters])).rows
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
