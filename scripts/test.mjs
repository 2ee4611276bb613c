/**
 * `npm test`: every check, and the quick set of tests. `npm run test:all`: the whole set. `npm run test:slow`: only the files and browser tests
 * that the whole set adds in Node and Chromium. All run to the end even if something fails.
 * Each check counts as one, each test as one; the last line is the sum of the run.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { getBrowser } from './browser.mjs'
import { missingPrograms } from './programs.mjs'
import { run } from './run.mjs'

/**
 * What one part of the run came to.
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number }} Outcome
 */

const [, , set] = process.argv
const isSlowAlone = set === 'slow'
const isWholeSet = set === 'all'
/**
 * What the tests themselves read: which set runs, and in which browser.
 * @type {Record<string, string>}
 */
const environment = { TEST_ALL: isWholeSet || isSlowAlone ? 'yes' : 'no' }
const reports = await mkdtemp(join(tmpdir(), 'custody-console-test-'))
/** @type {Outcome[]} */
const outcomes = []
/**
 * The names of the tests that failed, for the end of the run.
 * @type {string[]}
 */
const failures = []
/**
 * The browser tests that passed at their second try only.
 * @type {string[]}
 */
const unsteady = []

if (!isSlowAlone) await allChecks()
const missing = isWholeSet ? await missingPrograms() : []
const browser = await getBrowser()
if (browser) {
  console.log(`\nBrowser: ${browser.what}`)
  environment.CHROMIUM_PATH = browser.path
}
await (isSlowAlone
  ? unitTests('slow service tests', ['.slow.test'])
  : unitTests('unit, service and part tests'))
await browserTests()
if (isWholeSet) await otherBrowserTests()
await rm(reports, { recursive: true, force: true })
summarise()

async function allChecks() {
  const checks = [
    check('lint', 'biome', ['check', '.']),
    check('typecheck', 'tsc', ['-p', '.']),
    check('unused', 'knip', []),
    check('build', 'node', ['scripts/build.mjs']),
  ]
  for (const done of checks) outcomes.push(await done)
  outcomes.push(await check('size', 'node', ['scripts/size.mjs']))
}

/** Checks run beside each other, and each shows its output when it ends. */
async function check(
  /** @type {string} */ name,
  /** @type {string} */ command,
  /** @type {string[]} */ parameters,
) {
  const show = (/** @type {string} */ output) => {
    heading(name)
    process.stdout.write(output)
  }
  const { code, seconds } = await run(command, parameters, {}, show)
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, seconds }
}

async function unitTests(/** @type {string} */ name, /** @type {string[]} */ which = []) {
  heading(name)
  const file = join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  // What cannot be run for want of a browser fails once, as a browser test.
  const projects = browser ? [] : ['--project=!parts']
  const { code, seconds } = await run('vitest', ['run', ...which, ...projects, ...reporters], environment)
  const report = await readReport(file)
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const { status, fullName } of assertionResults)
      if (status === 'failed') failures.push(`${relative('.', name)} › ${fullName}`)
  const broken = (report?.testResults ?? []).filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ { status, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0,
  ).length
  count(name, code, seconds, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

async function browserTests() {
  heading('browser tests')
  if (browser === undefined) {
    outcomes.push({ name: 'browser tests (no browser)', passed: 0, failed: 1, skipped: 0, seconds: 0 })
    return
  }
  if (isSlowAlone) await playwright('slow browser tests', 'e2e', ['--grep', '@all'])
  else await playwright('browser tests', 'e2e')
}

async function otherBrowserTests() {
  if (['Firefox', 'WebKit'].every((name) => missing.includes(name))) return
  heading('Firefox and WebKit')
  await playwright('Firefox and WebKit', 'e2e/browsers')
}

async function playwright(
  /** @type {string} */ name,
  /** @type {string} */ folder,
  /** @type {string[]} */ which = [],
) {
  const file = join(reports, `${name}.json`)
  const { code, seconds } = await run('playwright', ['test', '-c', folder, ...which], {
    ...environment,
    E2E_REPORT: file,
  })
  const { stats, suites } = (await readReport(file)) ?? {}
  collectNames(suites ?? [], folder)
  count(name, code, seconds, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  })
}

/**
 * One file or group of Playwright's report.
 * @typedef {{ specs: { file: string, title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite
 */

function collectNames(/** @type {Suite[]} */ suites, /** @type {string} */ folder) {
  for (const { specs, suites: inner = [] } of suites) {
    for (const { file, title, tests } of specs)
      for (const { status } of tests)
        ({ unexpected: failures, flaky: unsteady })[status]?.push(`${folder}/${file} › ${title}`)
    collectNames(inner, folder)
  }
}

/** A runner that failed without a failed test has failed all the same: it crashed, or never began. */
function count(
  /** @type {string} */ name,
  /** @type {number} */ code,
  /** @type {number} */ seconds,
  /** @type {{ passed: number, failed: number, skipped: number }} */ { passed, failed, skipped },
) {
  const crashed = (code !== 0 && failed === 0) || passed + failed === 0 ? 1 : 0
  outcomes.push({ name, passed, failed: failed + crashed, skipped, seconds })
}

async function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

function heading(/** @type {string} */ text) {
  console.log(`\n── ${text}`)
}

function summarise() {
  heading('summary')
  for (const { name, passed, failed, skipped, seconds } of outcomes)
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(28)} ${sentence(passed, failed, skipped)} in ${seconds.toFixed(1)} s`,
    )
  for (const name of missing) console.log(`\n*** No ${name} was found: what needs it was not tested. ***`)
  if (unsteady.length > 0) console.log(`\nPassed at their second try only:\n${list(unsteady)}`)
  if (failures.length > 0) console.log(`\nFailed:\n${list(failures)}`)
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
    outcomes.reduce((sum, outcome) => sum + outcome[what], 0)
  console.log(`\n${sentence(total('passed'), total('failed'), total('skipped'))}`)
  process.exitCode = total('failed') === 0 ? 0 : 1
}

function list(/** @type {string[]} */ names) {
  return names.map((name) => `  ${name}`).join('\n')
}

function sentence(/** @type {number} */ passed, /** @type {number} */ failed, /** @type {number} */ skipped) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}
