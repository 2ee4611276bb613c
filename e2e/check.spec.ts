import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { type TransactionItem, transactionsOf, whitelistsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { crash, errorBody, hang, json } from './support/scripted-service.ts'
import { expectRow, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

/** Valid, and in no demonstration: from EIP-55, "Test Cases". */
const unknown = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('an own vault is found by its transactions, which are counted and linked', async ({ page }) => {
  const [sent] = await transactionsOf(page, 'limit=1&transaction_type=withdraw&network_id=ETH')
  const { source_address: address, source_name: name } = sentOf(sent).source
  await check(page, address)
  await expectVerdict(page, 'One of your vaults', `your vault ${name}`)
  await expectRow(tableOf(page, 'Known as'), { Name: name, Kind: 'Own vault' })
  const used = await transactionsOf(page, `limit=101&source_address=${address}`)
  const received = end(page, 'Received from it')
  const link = received.getByRole('link', { name: used.length > 100 ? /^100\+ transactions/ : /transaction/ })
  await expect(link).toHaveAttribute('href', `/transactions?source_address=${address}`)
})

test('a whitelisted address is good, in any spelling, on its network and for its asset', async ({ page }) => {
  const { name, entry } = await listed(
    page,
    ({ network_id, asset_id }) => network_id === 'ETH' && asset_id === 'ETH',
  )
  const address = entry.address.toLowerCase()
  await check(page, address, '&network_id=ETH&asset_id=ETH')
  await expectVerdict(page, 'On a whitelist', name)
  await expectRow(tableOf(page, 'Known as'), { Name: name, Kind: 'Whitelist', Network: 'ETH' })
  await expect(section(page, 'Used before')).toContainText('spellings of this one')
  await expect(section(page, 'Used before')).toContainText(entry.address)
  await check(page, address, '&network_id=ETH&asset_id=NOSUCH')
  await expectVerdict(page, 'On a whitelist, but not for NOSUCH', 'Ask its owner')
  await check(page, address, '&network_id=AVAX')
  await expectVerdict(page, 'Listed on ETH, not on AVAX', name)
  await check(page, address, '&network_id=TRX')
  await expectVerdict(page, 'Listed on ETH, not on TRX', 'Do not send to it on TRX.')
  await tableOf(page, 'Known as').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/whitelists\//)
})

test('a look-alike is dangerous: shown as a difference, and copied only after a second look', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { address, like } = await lookAlike(page)
  await check(page, address, '&network_id=ETH')
  await expectVerdict(page, 'Looks like a trusted address, but is different', 'Do not send to it')
  const shown = section(page, 'Looks like')
  const lines = shown.getByRole('definition')
  await expect(lines.first()).toHaveText(address)
  await expect(lines.nth(1)).toHaveText(like)
  expect(await shown.locator('mark').count()).toBeGreaterThan(1)
  await verdict(page).getByRole('button', { name: 'Copy address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy address' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the question before a look-alike is copied')
  await dialog.getByRole('button', { name: 'Do not copy' }).click()
  await verdict(page).getByRole('button', { name: 'Copy link to this check' }).click()
  await expect(verdict(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('where the pointer comes to rest on an address, every appearance of it is marked, and of no other', async ({
  page,
}) => {
  const { address } = await lookAlike(page)
  await check(page, address, '&network_id=ETH')
  const compared = section(page, 'Looks like').locator('[data-address]')
  await expect(compared).toHaveCount(2)
  const marked = page.locator('[data-same]')
  // From here on time passes when told to.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await compared.first().hover()
  await page.clock.runFor(60)
  await expect(marked).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(marked).toHaveText([address, address])
  await expect(verdict(page).locator('[data-same]')).toHaveCount(1)

  // What it is mistaken for stands there once: nothing else is that one.
  await compared.nth(1).hover()
  await page.clock.runFor(160)
  await expect(marked).toHaveCount(0)
  await verdict(page).getByRole('button', { name: 'Copy address' }).hover()
  await page.clock.runFor(160)
  await expect(marked).toHaveText([address, address])
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(160)
  await expect(marked).toHaveCount(0)
})

test('a failed checksum, a missing memo, another memo, and what was never seen', async ({ page }) => {
  const damaged = unknown.replace('0x5a', '0x5A')
  await check(page, damaged)
  await expectVerdict(page, 'The address is damaged', 'Do not send to it')
  const lists = await whitelistsOf(page, 'limit=1000&network_id=XRP')
  const entries = lists.flatMap(({ assets }) => assets).filter(({ network_id }) => network_id === 'XRP')
  const withMemo = entries.find(({ memo }) => memo !== '')
  const without = entries.find(
    ({ address }) => !entries.some((other) => other.address === address && other.memo !== ''),
  )
  await check(page, without?.address ?? '', '&network_id=XRP')
  await expectVerdict(page, 'On a whitelist, but its memo is missing', 'memo')
  await expect(section(page, 'Memo')).toContainText('usually ask for a memo')
  await expectRow(tableOf(page, 'Known as'), { Memo: 'No memo' })
  await check(page, `${withMemo?.address}?dt=${withMemo?.memo}`, '&network_id=XRP')
  await expectVerdict(page, 'On a whitelist', '')
  await expect(section(page, 'Memo')).toContainText(`${withMemo?.memo}, which the whitelist has too`)
  await check(page, `${withMemo?.address}?dt=1`, '&network_id=XRP')
  await expectVerdict(page, 'On a whitelist, but with a different memo', 'but came with the memo 1')
  await check(page, `0x${'0'.repeat(40)}`)
  await expectVerdict(page, 'Nobody’s address', 'Do not send to it.')
  await check(page, unknown)
  await expectVerdict(page, 'Never seen', 'not on any whitelist')
  await expect(end(page, 'Sent to it')).toContainText('Never sent to.')
  await expect(end(page, 'Received from it')).toContainText('Never received from.')
  await check(page, unknown, '&network_id=BTC')
  await expectVerdict(page, 'Not an address of this network', 'valid address of EVM')
})

test('an address in several forms is what it stands for', async ({ page }) => {
  // From the tests of ripple-address-codec, the reference of XLS-5.
  await check(page, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu')
  await expect(field(page)).toHaveValue('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59')
  await expect(page.getByText('and the memo 1.')).toBeVisible()
  await expect(verdict(page)).toContainText('With the memo1')
  await check(page, `ethereum:${unknown}@1?value=1`)
  await expect(field(page)).toHaveValue(unknown)
  await expect(page.getByText('payment link (ethereum:)')).toBeVisible()
})

test('the keyboard alone: pasting asks, a network is chosen, Back and Forward restore all of it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { entry, name } = await listed(page, ({ network_id }) => network_id === 'ETH')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expectAddress(page, '/check')
  await expect(field(page)).toBeFocused()
  await paste(page, `  ${unknown}\n`)
  await expectVerdict(page, 'Never seen', '')
  await expectAddress(page, `/check?address=${unknown}`)
  await expect(page.getByText('White space around it was removed.')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await paste(page, entry.address)
  await expectVerdict(page, 'On a whitelist', name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('bitc')
  await expect(page.getByRole('option', { name: /^Bitcoin/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('Bitcoin')
  await page.keyboard.press('Enter')
  await expectVerdict(page, 'Listed on ETH, not on BTC', '')
  await expectAddress(page, `/check?address=${entry.address}&network_id=BTC`)
  await page.goBack()
  await expectVerdict(page, 'On a whitelist', name)
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('')
  await page.goBack()
  await expectVerdict(page, 'Never seen', '')
  await expect(field(page)).toHaveValue(unknown)
  await page.goForward()
  await page.goForward()
  await expectVerdict(page, 'Listed on ETH, not on BTC', '')
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('Bitcoin')
  await expect(field(page)).toHaveValue(entry.address)
})

test('the palette leads to the check of whatever was pasted into it', async ({ page }) => {
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(`  ${unknown} `)
  await page.getByRole('option', { name: /^Check this address/ }).click()
  await expectAddress(page, `/check?address=${unknown}`)
  await expectVerdict(page, 'Never seen', '')
  await expect(field(page)).toHaveValue(unknown)
})

test('nothing leaves the browser but calls to the read API', async ({ page, baseURL }) => {
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await check(page, unknown)
  await expectVerdict(page, 'Never seen', '')
  expect(asked.length).toBeGreaterThan(4)
  for (const url of asked) expect(url.origin).toBe(baseURL)
  const withAddress = asked.filter((url) =>
    url.href.toLowerCase().includes(unknown.toLowerCase().slice(2, 12)),
  )
  expect([...new Set(withAddress.map(({ pathname }) => pathname))].sort()).toEqual([
    '/api/transactions',
    '/check',
  ])
})

test('what could not be read is said, and never taken for a no', async ({ page, scripted }) => {
  test.slow()
  scripted.script('/whitelist', crash)
  await check(page, unknown)
  await expectVerdict(page, 'Cannot say', 'The whitelists could not be read')
  await expect(section(page, 'Known as')).toContainText('could not be read')
  await expectAccessible(page, 'a check without whitelists')
  scripted.script('/whitelist', errorBody('ERR-02'))
  await check(page, unknown)
  await expectVerdict(page, 'Cannot say', 'The whitelists could not be read')
  await expect(page.getByText('ERR-02')).toBeVisible()
  scripted.reset()
  scripted.script('/transactions', crash)
  await check(page, unknown)
  await expectVerdict(page, 'Cannot say', 'its transactions could not be read')
  await expect(end(page, 'Sent to it')).not.toContainText('Never')
  scripted.reset()
  await end(page, 'Sent to it').getByRole('button', { name: 'Try again' }).click()
  await expectVerdict(page, 'Never seen', '')
  scripted.script('/transactions', hang)
  await check(page, unknown)
  await expectVerdict(page, 'Checking …', 'Reading whitelists')
  await expectAccessible(page, 'a check on its way')
  // It was never used, but what tells our vaults is not there yet.
  scripted.script('/transactions', (request, response) =>
    (request.url?.includes('transaction_type=withdraw') ? hang : errorBody('TXN-02'))(request, response),
  )
  await check(page, unknown)
  await expect(end(page, 'Sent to it')).toContainText('Never sent to.')
  await expectVerdict(page, 'Checking …', 'Reading whitelists')
})

test('a rate limit is waited out', async ({ page, scripted }) => {
  scripted.script('/transactions', (request, response) => {
    scripted.reset()
    errorBody('ERR-03', { 'retry-after': '1' })(request, response)
  })
  await check(page, unknown)
  await expectVerdict(page, 'Never seen', '')
})

test('a service that takes spellings for one another, or answers with other addresses, is not counted twice', async ({
  page,
  scripted,
}) => {
  const [one, two] = await transactionsOf(page, 'limit=2&transaction_type=withdraw&network_id=ETH')
  const { destination } = sentOf(one)
  const toIt = {
    ...one,
    status: 'completed',
    transaction: { ...one?.transaction, destination: { ...destination, destination_address: unknown } },
  }
  scripted.script('/transactions', (request, response) =>
    (request.url?.includes('destination_address')
      ? json({ transactions: [toIt, two] })
      : errorBody('TXN-02'))(request, response),
  )
  await check(page, unknown)
  await expectVerdict(page, 'Not trusted, although it was sent to before', 'One transaction sent to it')
  await expect(end(page, 'Sent to it').getByRole('link')).toHaveText(['1 transaction'])
  await expect(end(page, 'Sent to it')).toContainText('They were left out.')
  // A whole page of others, and more of them: the address may be in what was not read.
  scripted.script('/transactions', json({ transactions: Array.from({ length: 200 }, () => two) }))
  await check(page, unknown)
  await expectVerdict(page, 'Cannot say', 'its transactions could not be read')
  await expect(end(page, 'Sent to it')).not.toContainText('Never')
})

test('more than the first page is counted when asked, with exact sums', async ({ page }) => {
  const found = await busiest(page)
  await check(page, found.address)
  const sent = end(page, 'Sent to it')
  await expect(
    sent.getByRole('link', { name: found.count > 100 ? '100+ transactions' : /transactions/ }),
  ).toBeVisible()
  await sent.getByRole('button', { name: found.count > 100 ? 'Count all' : 'Total amounts' }).click()
  await expect(sent).toContainText(`${found.count} transactions`)
  await expect(sent.getByRole('table', { name: 'Totals' })).toBeVisible()
})

test('what is no address is refused with the reason, however it comes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  for (const [pasted, why] of [
    ['vitalik.eth', /This is a name, not an address/],
    ['https://example.com/', /This link contains no address/],
    [`${unknown} ${unknown.toLowerCase()}`, /more than one address/],
    ['0'.repeat(1_000_000), /1000000 characters/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a')
    await paste(page, pasted)
    await expect(page.getByText(why)).toBeVisible()
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await expectAddress(page, '/check')
  }
  await page.keyboard.press('ControlOrMeta+a')
  await paste(page, `\u202e${unknown.slice(0, 8)}\u200b${unknown.slice(8)}`)
  await expectAddress(page, `/check?address=${unknown}`)
  await expect(page.getByText('hidden characters U+202E, U+200B')).toBeVisible()
  await check(page, unknown.replace('a', 'а'))
  await expectVerdict(page, 'Not an address of any network', 'U+0430')
  await check(page, '__proto__', '&network_id=__proto__')
  await expectVerdict(page, 'Never seen', '')
  await check(page, 'somebody.eth', '&limit=5&address=again&no_such=1')
  const notice = page.getByRole('status').filter({ hasText: 'Part of this link could not be used' })
  for (const part of ['limit=5', 'address=again', 'no_such=1']) await expect(notice).toContainText(part)
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a refused check')
  await notice.getByRole('button', { name: 'Remove from the link' }).click()
  await expectAddress(page, '/check?address=somebody.eth')
})

test('it has no finding, and does not scroll sideways', async ({ page }) => {
  test.slow()
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page, 'check before an address')
  const { address } = await lookAlike(page)
  const { entry } = await listed(page, ({ memo }) => memo !== '')
  for (const one of [address, entry.address, unknown, unknown.replace('0x5a', '0x5A')]) {
    await check(page, one)
    await expect(verdict(page).getByRole('status')).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page, `the check of ${one}`)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `the check of ${one} at ${width} px`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

function field(page: Page) {
  return page.getByRole('textbox', { name: 'Address', exact: true })
}

function verdict(page: Page) {
  return page.getByRole('region', { name: 'Verdict' })
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true }).first()
}

function end(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

async function check(page: Page, address: string, further = ''): Promise<void> {
  await page.goto(`/check?address=${encodeURIComponent(address)}${further}`)
}

async function expectVerdict(page: Page, title: string, words: string): Promise<void> {
  await expect(verdict(page).getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(verdict(page)).toContainText(words)
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}

function sentOf(item: TransactionItem | undefined) {
  if (!item) throw new Error('the demonstration has no such transaction')
  return item.transaction
}

type Entry = Awaited<ReturnType<typeof whitelistsOf>>[number]['assets'][number]

/** The first whitelist with such an address that no other whitelist has. */
async function listed(page: Page, isWanted: (entry: Entry) => boolean) {
  const all = (await whitelistsOf(page, 'limit=1000')).flatMap((list) =>
    list.assets.map((entry) => ({ name: list.whitelist_name, entry })),
  )
  const found = all.find(
    ({ name, entry }) =>
      isWanted(entry) &&
      all.every(
        (other) => other.name === name || other.entry.address.toLowerCase() !== entry.address.toLowerCase(),
      ),
  )
  if (!found) throw new Error('the demonstration has no such entry')
  return found
}

/** An address of a transaction on Ethereum that begins and ends like a whitelisted one and is none, with the one that it is like. */
async function lookAlike(page: Page) {
  const ends = (address: string) => `${address.slice(2, 6)}…${address.slice(-4)}`.toLowerCase()
  const lists = await whitelistsOf(page, 'limit=1000&network_id=ETH')
  const known = lists.flatMap(({ assets }) => assets).filter(({ network_id }) => network_id === 'ETH')
  for (let offset = 0; offset < 2000; offset += 1000)
    for (const { transaction } of await transactionsOf(page, `limit=1000&offset=${offset}&network_id=ETH`)) {
      const address = transaction.source.source_address
      const like = known.find((entry) => ends(entry.address) === ends(address))?.address
      const isKnown = known.some((entry) => entry.address.toLowerCase() === address.toLowerCase())
      if (like !== undefined && !isKnown) return { address, like }
    }
  throw new Error('the demonstration has no look-alike')
}

/** The address to which most of the latest transactions went, and to how many in all. */
async function busiest(page: Page) {
  const counts = new Map<string, number>()
  for (const { transaction } of await transactionsOf(page, 'limit=1000&transaction_type=withdraw')) {
    const { destination_address } = transaction.destination
    counts.set(destination_address, (counts.get(destination_address) ?? 0) + 1)
  }
  const [address = ''] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
  const all = await transactionsOf(page, `limit=1000&destination_address=${address}`)
  return { address, count: all.length }
}
