import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import * as z from 'zod/mini'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { balancesOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { after, errorBody, json } from './support/scripted-service.ts'
import { type Row, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('the demonstration agrees to the last digit', async ({ page }) => {
  const assets = (await balancesOf(page, '')).length
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expectAddress(page, '/reconciliation')
  await start(page)
  await expect(result(page)).toContainText(
    `All ${assets} assets agree. All 75 holdings agree with transactions. As of`,
  )
  const transactions = page.getByRole('region', { name: 'Transactions against vaults' })
  await expect(transactions).toContainText('All 75 holdings agree with transactions.')
  await expect(transactions).toContainText('The first 100 of 150.')
  const found = await findings(page)
  expect(found).toHaveLength(50)
  expect(new Set(found.map(({ Verdict }) => Verdict))).toEqual(new Set(['Agrees']))
  await page.getByRole('link', { name: /^Next/ }).click()
  await expect(page).toHaveURL(/offset=50/)
  await page.getByText('Differences only', { exact: true }).click()
  await expectAddress(page, '/reconciliation?show=differences')
  await expect(page.getByText('Everything that was compared agrees.')).toBeVisible()
  // The sentence, and nothing of the amounts, is kept for the overview.
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText(`All ${assets} assets agree`)
})

const discrepancies = [
  {
    id: 'demo-discrepancy-cold-and-warm',
    verdict: 'Differs',
    found: [/^Cold and warm against all$/, /^Vaults against balance$/],
    difference: '-0.000001',
  },
  {
    id: 'demo-discrepancy-vaults',
    verdict: 'Differs',
    found: [/^Vaults against balance$/],
    difference: '0.000001',
  },
  {
    id: 'demo-discrepancy-parts',
    verdict: 'Differs',
    found: [/^Parts against total ?for information$/],
    difference: '-0.000001',
  },
  {
    id: 'demo-discrepancy-unknown-asset',
    verdict: 'On one side only',
    found: [/^Vaults against balance$/],
    difference: 'not given',
  },
] as const

test('each discrepancy of the demonstration is found, with both figures and the difference, and is in the files @all', async ({
  page,
}) => {
  await page.goto('/reconciliation?asset_id=demo-discrepancy-vaults&show=differences&no_such=1')
  await expect(page.getByText('no_such=1')).toBeVisible()
  await expectAccessible(page, 'reconciliation before the start')

  for (const { id, verdict, found, difference } of discrepancies)
    await test.step(`${id} is found: by the check that it is for, with both figures and the difference`, async () => {
      await goWithin(page, `/reconciliation?asset_id=${id}&show=differences`)
      await start(page)
      await expect(result(page)).toContainText(
        id === 'demo-discrepancy-parts'
          ? /1 has a total that is not the sum of its parts.*3 totals are not the sum/s
          : /1 (differs|is on one side only)/,
      )
      const all = await findings(page)
      expect(new Set(all.map((row) => row.Verdict))).toEqual(new Set([verdict]))
      expect(new Set(all.map((row) => row.Difference))).toEqual(new Set([difference]))
      for (const row of all)
        expect(
          found.some((check) => check.test(row.Check ?? '')),
          row.Check,
        ).toBe(true)
      for (const check of found)
        expect(
          all.some((row) => check.test(row.Check ?? '')),
          String(check),
        ).toBe(true)
      for (const row of all) expect(row['Added up']).toMatch(/^\d/)
      expect(all.every((row) => /^(not given|\d)/.test(row.Reported ?? ''))).toBe(true)
      expect(all.some((row) => (row.Reported ?? '').startsWith('not given'))).toBe(
        id === 'demo-discrepancy-unknown-asset',
      )
    })

  await test.step('it has no finding of axe, and does not scroll sideways', async () => {
    await goWithin(page, '/reconciliation?asset_id=demo-discrepancy-vaults&show=differences')
    await expect(result(page)).toContainText('1 differs')
    expect(await findings(page)).not.toEqual([])
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `reconciliation at ${width} px`)
    }
    await expectAccessible(page, 'reconciliation with differences at 360 px')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a figure leads to the list that it was read from, and what was found stays', async () => {
    await page.getByRole('table').getByRole('link', { name: 'Balance of all vaults' }).first().click()
    await expectAddress(page, '/balances?asset_id=demo-discrepancy-vaults')
    await page.goBack()
    // What was found is still there.
    await expect(result(page)).toBeVisible()
  })

  await test.step('the files hold everything that was compared', async () => {
    const [asJson] = JSON.parse(await saved(page, 'Save as JSON'))
    const { findings: all } = report.parse(asJson)
    expect(asJson).toMatchObject({
      format: 'custody-console/reconciliation',
      filter: { asset_id: 'demo-discrepancy-vaults' },
      service: expect.stringMatching(/^http:\/\/127/),
      counts: { differ: 1 },
    })
    expect(all.filter(({ verdict }) => verdict === 'differs').length).toBeGreaterThan(0)
    expect(all.every(({ readings }) => readings.length === 2)).toBe(true)

    const csv = await saved(page, 'Save as CSV')
    expect(csv.startsWith('\ufeffcheck,')).toBe(true)
    const [head = '', ...lines] = csv.slice(1).split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(all.length)
    const columns = head.split(',')
    for (const [index, line] of lines.entries()) {
      // No name in the demonstration has a comma or a quote in it.
      const cells = Object.fromEntries(line.split(',').map((cell, place) => [columns[place], cell]))
      const finding = all[index]
      expect(cells).toMatchObject({
        check: finding?.check,
        asset_id: finding?.asset_id,
        component: finding?.component,
        verdict: finding?.verdict,
        difference: finding?.readings[1]?.difference,
        left_first_reading: finding?.readings[0]?.left.value,
        right_second_reading: finding?.readings[1]?.right.value,
      })
    }
  })
})

test('a difference that is gone when it is read again has changed while reading @all', async ({
  page,
  scripted,
}) => {
  const [balance] = await balancesOf(page, '')
  if (!balance) throw new Error('the demonstration holds nothing')
  let readings = 0
  scripted.script('/balances', (request, response) => {
    // Others, such as what the filters offer, ask for all assets.
    const isFirst = /offset=0&asset_id=/.test(request.url ?? '')
    if (isFirst) readings += 1
    const more = { ...balance.balances, total_balance: `${balance.balances.total_balance}`.replace(/^/, '9') }
    const sent = readings === 1 ? { ...balance, balances: more } : balance
    ;(isFirst ? json({ balance: [sent] }) : errorBody('BAL-00'))(request, response)
  })
  await page.goto(
    `/reconciliation?asset_id=${balance.asset_id}&network_id=${balance.network_id}&show=differences`,
  )
  await start(page)
  await expect(result(page)).toContainText('0 of 1 asset agree, 1 changed while being read')
  await expect(result(page)).toContainText('and again from')
  const found = await findings(page)
  expect(new Set(found.map(({ Verdict }) => Verdict))).toEqual(new Set(['Changed while reading']))
  expect(found.some((row) => row.Reported?.includes('first reading: 9'))).toBe(true)
})

test('it can be cancelled, tells a failure, goes on where it was held up, and waits out a rate limit @all', async ({
  page,
  scripted,
}) => {
  const banner = page.getByRole('alert')
  const progress = page.getByRole('region', { name: 'Progress' })
  await page.clock.install()
  await page.goto('/reconciliation')

  await test.step('it can be cancelled', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    scripted.script('/vaults', after(held, errorBody('VAL-01')))
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText('Reading vaults: 0 rows')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, 'reconciliation reading')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Reading vaults')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
    release()
  })

  await test.step('made anew, a failure at once says what failed', async () => {
    scripted.reset()
    scripted.script('/balances', json({ nothing: 'of the kind' }))
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(banner).toContainText('GET /balances?limit=1000&offset=0')
    await expectAccessible(page, 'reconciliation failed')
  })

  await test.step('made again, a failure in between holds it up', async () => {
    scripted.reset()
    scripted.script('/balances/cold', json({ nothing: 'of the kind' }))
    await banner.getByRole('button', { name: 'Try again' }).click()
    await expect(progress).toContainText('On hold: 0 rows so far.')
    await expect(progress).toContainText('GET /balances/cold?limit=1000&offset=0')
    await expectAccessible(page, 'reconciliation held up')
  })

  await test.step('it goes on from there, and a rate limit is waited out', async () => {
    let resumed: readonly (string | undefined)[] = []
    const asked = () => scripted.received.map(({ target }) => target.split('?')[0])
    scripted.reset()
    scripted.script('/balances/warm', (request, response) => {
      // From here on the demonstration answers, and what was asked before is forgotten.
      resumed = asked()
      scripted.reset()
      errorBody('ERR-03', { 'retry-after': '60' })(request, response)
    })
    await progress.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('The service asks to wait (ERR-03)')).toBeVisible()
    await expect(page.getByText(/Resumes in \d\d s\./)).toBeVisible()
    await page.clock.fastForward(60_000)
    expect(resumed).toContain('/balances/cold')
    expect(resumed).not.toContain('/balances')
    await expect(result(page)).toContainText(/All \d+ assets agree/, { timeout: 20_000 })
    await expect(banner).toHaveCount(0)
    expect(asked()).toContain('/balances/warm')
    expect(asked()).not.toContain('/balances/cold')
  })

  await test.step('transactions that cannot be read spoil nothing of what was compared before', async () => {
    scripted.script('/transactions', errorBody('ERR-00'))
    await page.getByRole('button', { name: 'Run again' }).click()
    await expect(result(page)).toContainText(
      /^Transactions could not be read, so nothing was compared with them\. All \d+ assets agree\./,
      { timeout: 20_000 },
    )
    const transactions = page.getByRole('region', { name: 'Transactions against vaults' })
    await expect(transactions).toContainText('ERR-00')
    expect(await findings(page)).toHaveLength(50)
  })
})

const figure = z.object({ value: z.nullable(z.string()) })
const report = z.object({
  findings: z.array(
    z.object({
      check: z.string(),
      asset_id: z.string(),
      component: z.string(),
      verdict: z.string(),
      readings: z.array(z.object({ left: figure, right: figure, difference: z.nullable(z.string()) })),
    }),
  ),
})

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click()
  // All books are read, and twice where anything does not agree: that takes longer than a page.
  await expect(result(page)).toBeVisible({ timeout: 20_000 })
}

function result(page: Page) {
  return page.getByRole('region', { name: 'Result' })
}

async function findings(page: Page): Promise<Row[]> {
  const table = tableOf(page, 'Findings')
  await expect(table).toBeVisible()
  return await rows(table)
}

async function saved(page: Page, button: string): Promise<string> {
  // Its facts are saved beside it.
  const download = page.waitForEvent('download', (one) => !one.suggestedFilename().endsWith('.facts.json'))
  await page.getByRole('button', { name: button }).click()
  return await readFile(await (await download).path(), 'utf8')
}
