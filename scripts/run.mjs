/** Runs a command of this repository with its output on ours, without input. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './build-stamp.mjs'

/**
 * Resolves when it ends, also when it fails or is not there (code 127).
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {Record<string, string>} [environment]
 * @returns {Promise<{ code: number, seconds: number }>}
 */
export function run(command, parameters, environment = {}) {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, PATH: path, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    child.once('error', () => resolve({ code: 127, seconds: seconds() }))
    child.once('close', (code) => resolve({ code: code ?? 1, seconds: seconds() }))
  })
}
