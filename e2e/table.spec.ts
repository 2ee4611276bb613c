import type { Locator, Page } from 'playwright/test'
import { transactionStatuses } from '../src/contract/enumerations.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionRow, transactionsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { json } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { expectRows, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

const headers = [
  'Type',
  'Status',
  'Amount',
  'Asset',
  'Network',
  'From',
  'To',
  'Fee',
  'Hash',
  'Transaction id',
]

test.describe('signed in', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('columns are chosen and ordered, stand in the link, and a link shows the same table', async ({
    page,
  }) => {
    await page.goto('/transactions?status=failed')
    const table = await loaded(page)
    await expectHeaders(table, headers)
    const chooser = await openChooser(page)
    for (const name of ['Type', 'Network', 'Hash', 'Transaction id']) await box(chooser, name).uncheck()
    await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To', 'Fee'])
    const up = chooser.getByRole('button', { name: 'Move Fee up' })
    await up.click()
    await up.press('Enter')
    await expect(up).toBeFocused()
    const ordered = ['Status', 'Amount', 'Asset', 'Fee', 'From', 'To']
    await expectHeaders(table, ordered)
    await expectAddress(
      page,
      '/transactions?status=failed&columns=status,amount,asset_id,fee,source,destination',
    )
    await expect(page.getByRole('status').filter({ hasText: 'Fee: column 4 of 6.' })).toHaveCount(1)

    await page.reload()
    await expectHeaders(await loaded(page), ordered)
    // Whichever column is first is the link of its row.
    await expect(rowLinks(table).first()).toHaveText('Failed')
    await rowLinks(table).first().click()
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  })

  test('a hidden column comes back to its own place, columns are dragged, and the last one stays', async ({
    page,
  }) => {
    await page.goto('/transactions?columns=status,amount')
    const table = await loaded(page)
    const chooser = await openChooser(page)
    // What had to be fetched first has the focus all the same.
    await expect(box(chooser, 'Status')).toBeFocused()
    await box(chooser, 'Type').check()
    await expectHeaders(table, ['Type', 'Status', 'Amount'])
    await line(chooser, 'Amount').dragTo(line(chooser, 'Type'))
    await expectHeaders(table, ['Amount', 'Type', 'Status'])
    await box(chooser, 'Amount').uncheck()
    await box(chooser, 'Status').uncheck()
    await expectHeaders(table, ['Type'])
    await expect(box(chooser, 'Type')).toBeDisabled()
  })

  test('the reader’s own default holds where the link says nothing, and can be given up', async ({
    page,
  }) => {
    await page.goto('/transactions?columns=amount,status&density=compact')
    const table = await loaded(page)
    const compact = await rowHeight(table)
    await (await openChooser(page)).getByRole('button', { name: 'Use as my default' }).click()
    await expectAddress(page, '/transactions')
    await expectHeaders(table, ['Amount', 'Status'])
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

    await page.goto('/transactions?status=failed')
    await expectHeaders(await loaded(page), ['Amount', 'Status'])
    expect(await rowHeight(table)).toBe(compact)
    await page.goto('/transactions?columns=fee')
    await expectHeaders(await loaded(page), ['Fee'])

    await page.goto('/transactions')
    await loaded(page)
    await (await openChooser(page)).getByRole('button', { name: 'Reset' }).click()
    await expectHeaders(table, headers)
    await expect.poll(() => rowHeight(table)).toBeGreaterThan(compact)
    await page.reload()
    await expectHeaders(await loaded(page), headers)
  })

  test('a column is made wider by its edge, shown while it is dragged and written when it is let go', async ({
    page,
  }) => {
    await page.goto('/transactions')
    const table = await loaded(page)
    const edge = table.getByRole('separator', { name: 'Width of From' })
    const before = await widthOf(table, 'From')
    await drag(page, edge, 60, async () => {
      await expect.poll(() => widthOf(table, 'From')).toBeCloseTo(before + 60, -0.5)
      await expectAddress(page, '/transactions')
    })
    const wider = Math.round(await widthOf(table, 'From'))
    await expectAddress(page, `/transactions?widths=source:${wider}`)
    await page.reload()
    await loaded(page)
    expect(Math.round(await widthOf(table, 'From'))).toBe(wider)

    await edge.dblclick()
    await expectAddress(page, '/transactions')
    await expect.poll(() => widthOf(table, 'From')).toBeCloseTo(before, -0.5)
  })

  test('a dragged edge is given up by Escape', async ({ page }) => {
    await page.goto('/transactions')
    const table = await loaded(page)
    const before = await widthOf(table, 'From')
    await drag(page, table.getByRole('separator', { name: 'Width of From' }), 80, async () => {
      await expect.poll(() => widthOf(table, 'From')).toBeGreaterThan(before + 40)
      await page.keyboard.press('Escape')
    })
    await expect.poll(() => widthOf(table, 'From')).toBeCloseTo(before, -0.5)
    await expectAddress(page, '/transactions')
  })

  test('names end in an ellipsis where there is no room; amounts and identifiers are never cut', async ({
    page,
  }) => {
    await page.goto('/transactions?widths=amount:48,source:48,txn_hash:48&limit=100')
    const table = await loaded(page)
    const cut = await table.evaluate((element) => {
      const names = [...element.querySelectorAll('thead th')].map((header) => header.textContent)
      const inside = [...element.querySelectorAll('tbody :is(th, td)')].flatMap((cell) => {
        if (!(cell instanceof HTMLTableCellElement)) return []
        const { right } = cell.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(cell)
        // Where names end in an ellipsis, an identifier does not: it is shortened already, and its text is its title.
        const identifiers = [...cell.querySelectorAll<HTMLElement>('[title]')].filter(
          ({ title, textContent }) => title === textContent,
        )
        const parts = getComputedStyle(cell).textOverflow === 'ellipsis' ? identifiers : [range]
        const isCut = parts.some((part) => part.getBoundingClientRect().right > right + 1)
        return isCut ? [names[cell.cellIndex]] : []
      })
      return [...new Set(inside)]
    })
    expect(cut).toEqual([])
    const listed = await transactionsOf(page, 'limit=100')
    await expectRows(table, listed.map(transactionRow))
  })

  test('with the whole result on the page, its header sorts it exactly: up, down, and back', async ({
    page,
  }) => {
    const all = await transactionsOf(page, 'status=failed&asset_id=ETH&limit=100')
    const amounts = all.map(({ transaction }) => transaction.amount)
    expect(amounts.length).toBeGreaterThan(3)
    expect(amounts.length).toBeLessThan(100)
    await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
    const table = await loaded(page)
    const header = table.getByRole('columnheader', { name: 'Amount' })
    await expect(header).toHaveAttribute('aria-sort', 'none')
    const steps = [
      ['ascending', '&sort=amount:asc', amounts.toSorted(compareExactly)],
      ['descending', '&sort=amount:desc', amounts.toSorted((one, other) => compareExactly(other, one))],
      ['none', '', amounts],
    ] as const
    for (const [direction, sort, expected] of steps) {
      await header.getByRole('button').click()
      await expect(header).toHaveAttribute('aria-sort', direction)
      await expectAddress(page, `/transactions?status=failed&asset_id=ETH&limit=100${sort}`)
      await expect.poll(() => column(table, 'Amount')).toEqual(expected)
    }
    // A sorting is a step that Back undoes, and the drawer leafs in the order that is seen.
    await page.goBack()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await rowLinks(table).first().click()
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await drawer.getByRole('button', { name: 'Next transaction' }).click()
    const second = (await rows(table))[1]?.['Transaction id']
    await expect.poll(() => new URL(page.url()).searchParams.get('tx')).toBe(second)
  })

  test('where the result does not fit on the page, headers say why they do not sort, and so does a link', async ({
    page,
  }) => {
    await page.goto('/transactions?sort=amount:desc')
    const table = await loaded(page)
    const newest = await transactionsOf(page, 'limit=50')
    await expectRows(table, newest.map(transactionRow))
    const header = table.getByRole('columnheader', { name: 'Amount' })
    await expect(header).not.toHaveAttribute('aria-sort')
    const why = 'The service cannot sort. Narrow the filters until everything is on one page.'
    await expect(table).toHaveAccessibleDescription(why)
    // Not at each header again.
    await expect(header.getByRole('button')).toHaveAccessibleDescription('')
    await header.getByRole('button').focus()
    await expect(header.getByRole('tooltip')).toHaveText(why)
    const notice = page.getByRole('status').filter({ hasText: 'Not sorted by Amount' })
    await expect(notice).toContainText('in the service’s own order')
    await header.getByRole('button').press('Enter')
    await expectAddress(page, '/transactions?sort=amount:desc')
    await notice.getByRole('button', { name: 'Remove the sorting' }).click()
    await expectAddress(page, '/transactions')
    await expect(notice).toBeHidden()
  })

  test('headers are one stop for Tab, arrows move between them, and Enter sorts', async ({ page }) => {
    await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
    const table = await loaded(page)
    const button = (name: string) => table.getByRole('columnheader', { name }).getByRole('button')
    await button('Type').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(button('Amount')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(table.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(button('Amount')).toBeFocused()

    await page.keyboard.press('Tab')
    const edge = table.getByRole('separator', { name: 'Width of Amount' })
    await expect(edge).toBeFocused()
    const before = await widthOf(table, 'Amount')
    await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(before)))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const wider = Math.round(before) + 32
    await expect(edge).toHaveAttribute('aria-valuenow', String(wider))
    await expect.poll(() => new URL(page.url()).searchParams.get('widths')).toBe(`amount:${wider}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('widths')).toBeNull()

    await page.keyboard.press('Tab')
    await expect(rowLinks(table).first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(rowLinks(table).nth(1)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(button('Amount')).toBeFocused()
  })

  test('header and first column stay in sight, whichever column is first', async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 600 })
    await page.goto(
      '/transactions?columns=transaction_id,transaction_type,status,amount,asset_id,source,destination,fee',
    )
    const table = await loaded(page)
    const scroller = table.locator('xpath=..')
    const [id, header] = [
      rowLinks(table).nth(20),
      table.getByRole('columnheader', { name: 'Transaction id' }),
    ]
    await scroller.evaluate((element) => element.scrollTo({ left: 400, top: 500 }))
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
    const [at, frame] = [await header.boundingBox(), await scroller.boundingBox()]
    expect(at?.x).toBeCloseTo(frame?.x ?? Number.NaN, 0)
    expect(at?.y).toBeCloseTo(frame?.y ?? Number.NaN, 0)
    expect((await id.boundingBox())?.x).toBeLessThan((frame?.x ?? 0) + 20)
  })

  for (const width of [1032, 680])
    test(`no printed text is cut or broken within a word of ours, on paper of ${width} px`, async ({
      page,
    }) => {
      const long = `0x${'0123456789abcdef'.repeat(8)}`
      await page.goto(`/transactions?destination_address=${long}&start_date=2020-01-01T00:00:00.000Z`)
      await expect(page.getByRole('main')).toContainText('TXN-02')
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('search')).toContainText(long, { useInnerText: true })
      // Names of addresses come a moment after the rows.
      await expect.poll(() => cutTexts(page)).toEqual([])
      await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden()

      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/transactions?limit=100')
      const table = await loaded(page)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ media: 'print' })
      // Names of addresses come a moment after the rows.
      await expect.poll(() => cutTexts(page)).toEqual([])
      const words = transactionStatuses.map((status) => status.charAt(0).toUpperCase() + status.slice(1))
      await expect.poll(() => linesOfWords(table, words)).toEqual([1])
    })

  test('vaults and whitelists are arranged and sorted in the same way', async ({ page }) => {
    await page.goto('/vaults?columns=vault_name,count&sort=count:desc')
    const vaults = await loaded(page, 'Vaults')
    await expectHeaders(vaults, ['Vault', 'Holdings'])
    const counts = (await column(vaults, 'Holdings')).map(Number)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    await page.goto('/whitelists?columns=whitelist_type,whitelist_name')
    await expectHeaders(await loaded(page, 'Whitelists'), ['Type', 'Whitelist'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a transaction is a card of a few lines, and opens when touched', async ({ page }) => {
    await startSession(page)
    await page.goto('/transactions')
    const table = await loaded(page)
    await expectNoSidewaysScroll(page, 'cards')
    const heights = await table
      .getByRole('row')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    // Seven lines of 24 pixels and the card's own padding; one line more where an address is marked.
    expect(Math.max(...heights)).toBeLessThanOrEqual(8 * 24 + 20)
    const [usual = Number.NaN] = heights
      .slice(1)
      .sort((one, other) => one - other)
      .slice(heights.length / 2)
    expect(usual).toBeLessThanOrEqual(7 * 24 + 20)
    await rowLinks(table).first().click()
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  })

  test('cards are sorted beside the filters, by the same link as a header makes', async ({ page }) => {
    await startSession(page)
    const all = await transactionsOf(page, 'status=failed&asset_id=ETH&limit=100')
    const amounts = all.map(({ transaction }) => transaction.amount)
    const upwards = amounts.toSorted(compareExactly)
    await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
    const table = await loaded(page)
    await page.getByRole('button', { name: 'Sort', exact: true }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Sort' })
    const by = menu.getByRole('combobox', { name: 'Sort by' })
    await expect(by).toBeFocused()
    await by.selectOption('Amount')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100&sort=amount:asc')
    await expect.poll(() => column(table, 'Amount')).toEqual(upwards)
    const [up, down] = ['Ascending', 'Descending'].map((name) => menu.getByRole('radio', { name }))
    await expect(up ?? menu).toBeChecked()
    await up?.press('ArrowRight')
    await expect(down ?? menu).toBeChecked()
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100&sort=amount:desc')
    await expect.poll(async () => (await column(table, 'Amount'))[0]).toBe(upwards.at(-1))
    await expectAccessible(page, 'the choice of a sorting')
    await expectNoSidewaysScroll(page, 'the choice of a sorting')
    await page.keyboard.press('Escape')
    const button = page.getByRole('button', { name: 'Sorted by Amount, descending' })
    await expect(button).toBeFocused()

    // A step that Back undoes, as with a header.
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Sorted by Amount, ascending' })).toBeVisible()
    await expect.poll(() => column(table, 'Amount')).toEqual(upwards)
    await page.getByRole('button', { name: 'Sorted by Amount, ascending' }).click()
    await by.selectOption('The service’s own order')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100')
    await expect.poll(() => column(table, 'Amount')).toEqual(amounts)
  })

  test('where not all of the result is on the page, it says why cards are not sorted, as headers do', async ({
    page,
  }) => {
    await startSession(page)
    await page.goto('/transactions')
    await loaded(page)
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Sort' })
    await expect(menu).toHaveText(
      'The service cannot sort. Narrow the filters until everything is on one page.',
    )
    await expect(menu.getByRole('combobox')).toHaveCount(0)
  })
})

test('the button that sorts cards is there where rows are cards, however wide the window is', async ({
  page,
}) => {
  await startSession(page)
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto('/vaults')
  const table = await loaded(page, 'Vaults')
  const sort = page.getByRole('button', { name: 'Sort', exact: true })
  await expect(table.getByRole('columnheader').first()).toBeVisible()
  await expect(sort).toBeHidden()
  // Beside the navigation there is less room than in the narrower window of a tablet.
  await page.setViewportSize({ width: 840, height: 800 })
  await expect(sort).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveCount(0)
})

test.describe('of a service that changes', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('sorted rows stay where they are when one of them changes', async ({ page, scripted }) => {
    await page.clock.install()
    const records = await transactionsOf(page, 'limit=5&asset_id=ETH')
    const list = (transactions: readonly unknown[]) =>
      scripted.script('/transactions', json({ transactions }))
    list(records)
    await page.goto('/transactions?sort=amount:asc')
    const table = await loaded(page)
    const before = await column(table, 'Transaction id')
    const sorted = records.toSorted((one, other) =>
      compareExactly(one.transaction.amount, other.transaction.amount),
    )
    expect(before).toEqual(sorted.map(({ transaction_id }) => transaction_id))

    const most = '99999999999999999999'
    list(
      records.map((record) =>
        record.transaction_id === before[0]
          ? { ...record, transaction: { ...record.transaction, amount: most } }
          : record,
      ),
    )
    await page.clock.fastForward(31_000)
    await expect.poll(async () => (await column(table, 'Amount'))[0]).toBe(most)
    expect(await column(table, 'Transaction id')).toEqual(before)
  })
})

/** Texts that are seen in part only: an element around them is smaller than they are and shows no more. */
function cutTexts(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        // What is so small is there to be heard only.
        if (element.clientWidth <= 1 || (overflowX === 'visible' && overflowY === 'visible')) return false
        return (
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
        )
      })
      .map(({ textContent }) => textContent.slice(0, 200)),
  )
}

/** Over how many lines words stand that a table shows anywhere, each count once. */
function linesOfWords(table: Locator, words: readonly string[]): Promise<number[]> {
  return table.evaluate((element, words) => {
    const lines = new Set<number>()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!words.includes(text.textContent ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      lines.add(range.getClientRects().length)
    }
    return [...lines]
  }, words)
}

/** The page's table, once its rows are there. */
async function loaded(page: Page, name = 'Transactions'): Promise<Locator> {
  const table = tableOf(page, name)
  await expect(rowLinks(table).first()).toBeVisible()
  await expect(table).toHaveAttribute('aria-busy', 'false')
  return table
}

async function expectHeaders(table: Locator, names: readonly string[]): Promise<void> {
  const heard = () =>
    table
      .getByRole('columnheader')
      .evaluateAll((found) => found.map((header) => header.getAttribute('aria-label')))
  await expect.poll(heard).toEqual(names)
}

async function openChooser(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  return page.getByRole('dialog', { name: 'Columns' })
}

function line(chooser: Locator, name: string): Locator {
  return chooser.getByRole('listitem').filter({ has: box(chooser.page(), name) })
}

function box(chooser: Locator | Page, name: string): Locator {
  return chooser.getByRole('checkbox', { name, exact: true })
}

async function widthOf(table: Locator, name: string): Promise<number> {
  return (await table.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0
}

async function rowHeight(table: Locator): Promise<number> {
  return (await table.getByRole('row').nth(1).boundingBox())?.height ?? 0
}

/** Drags to the right, and lets something be looked at before it lets go. */
async function drag(page: Page, edge: Locator, by: number, meanwhile: () => Promise<void>): Promise<void> {
  const at = await edge.boundingBox()
  if (!at) throw new Error('the edge is not to be seen')
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y)
  await page.mouse.move(x + by, y)
  await meanwhile()
  await page.mouse.up()
}

async function column(table: Locator, name: string): Promise<string[]> {
  return (await rows(table)).map((row) => (row[name] ?? '').replace(/^Changed /, ''))
}

/** Orders two amounts that are not negative as integers of their smallest part. */
function compareExactly(one: string, other: string): number {
  const units = (text: string) => {
    const [integer = '', fraction = ''] = text.split('.')
    return BigInt(integer + fraction.padEnd(40, '0'))
  }
  return units(one) < units(other) ? -1 : units(one) > units(other) ? 1 : 0
}
