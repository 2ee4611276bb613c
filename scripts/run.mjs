/** Runs a command of this repository without input, its output on ours as it comes or, of several beside each other, whole at the end. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './build-stamp.mjs'

/**
 * Resolves when it ends, also when it fails or is not there (code 127).
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {Record<string, string>} [environment]
 * @param {(output: string) => void} [atEnd] Takes the output, which is not on ours then.
 * @returns {Promise<{ code: number, seconds: number }>}
 */
export function run(command, parameters, environment = {}, atEnd = undefined) {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = atEnd ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, PATH: path, ...environment },
      stdio,
      shell: process.platform === 'win32',
    })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes))
    child.once('close', () => atEnd?.(Buffer.concat(output).toString()))
    child.once('error', () => resolve({ code: 127, seconds: seconds() }))
    child.once('close', (code) => resolve({ code: code ?? 1, seconds: seconds() }))
  })
}
