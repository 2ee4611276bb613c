/** The verdict on an address: own, whitelisted, like a trusted one, damaged, or never seen; and its page as a whole. */
import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import {
  check,
  checkNext,
  end,
  expectVerdict,
  field,
  listed,
  section,
  sentOf,
  unknown,
  verdict,
} from './support/check.ts'
import { expectRow, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

// Which verdict it is, and in which words, is tested where it is decided, in `src/addresses`.
test('a verdict stands on what is known of the address, and its page shows all of that', async ({ page }) => {
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  await expectAccessible(page, 'check before an address')

  await test.step('an own vault is found by its transactions, which are counted and linked', async () => {
    const [sent] = await transactionsOf(page, 'limit=1&transaction_type=withdraw&network_id=ETH')
    const { source_address: address, source_name: name } = sentOf(sent).source
    await checkNext(page, address)
    await expectVerdict(page, 'One of your vaults', `your vault ${name}`)
    await expectRow(tableOf(page, 'Known as'), { Name: name, Kind: 'Own vault' })
    const used = await transactionsOf(page, `limit=101&source_address=${address}`)
    const received = end(page, 'Received from it')
    const count = used.length > 100 ? /^100\+ transactions/ : /transaction/
    await expect(received.getByRole('link', { name: count })).toHaveAttribute(
      'href',
      `/transactions?source_address=${address}`,
    )
  })

  await test.step('a failed checksum', async () => {
    await checkNext(page, damaged)
    await expectVerdict(page, 'The address is damaged', 'Do not send to it')
    await expectSound(page, 'a damaged address')
  })

  await test.step('what was never seen', async () => {
    await checkNext(page, unknown)
    await expectVerdict(page, 'Never seen', 'not on any whitelist')
    await expect(end(page, 'Sent to it')).toContainText('The service lists no transactions to it.')
    await expect(end(page, 'Received from it')).toContainText('The service lists no transactions from it.')
    await expectSound(page, 'an address that was never seen')
  })

  await test.step('a whitelisted one whose memo is missing, and one with its memo', async () => {
    const lists = await whitelistsOf(page, 'limit=1000&network_id=XRP')
    const entries = lists.flatMap(({ assets }) => assets).filter(({ network_id }) => network_id === 'XRP')
    const withMemo = entries.find(({ memo }) => memo !== '')
    const without = entries.find(
      ({ address }) => !entries.some((other) => other.address === address && other.memo !== ''),
    )
    await checkNext(page, without?.address ?? '', '&network_id=XRP')
    await expectVerdict(page, 'On a whitelist, but its memo is missing', 'memo')
    await expect(section(page, 'Memo')).toContainText('usually ask for a memo')
    await expectRow(tableOf(page, 'Known as'), { Memo: 'No memo' })
    await checkNext(page, `${withMemo?.address}?dt=${withMemo?.memo}`, '&network_id=XRP')
    await expectVerdict(page, 'On a whitelist', '')
    await expect(section(page, 'Memo')).toContainText(`${withMemo?.memo}, which the whitelist has too`)
    await expectSound(page, 'a whitelisted address with its memo')
  })

  await test.step('a whitelisted one is good in any spelling, on its network', async () => {
    const { name, entry } = await listed(
      page,
      ({ network_id, asset_id }) => network_id === 'ETH' && asset_id === 'ETH',
    )
    const address = entry.address.toLowerCase()
    await checkNext(page, address, '&network_id=ETH&asset_id=ETH')
    await expectVerdict(page, 'On a whitelist', name)
    await expectRow(tableOf(page, 'Known as'), { Name: name, Kind: 'Whitelist', Network: 'ETH' })
    await expect(section(page, 'Used before')).toContainText('spellings of this one')
    await expect(section(page, 'Used before')).toContainText(entry.address)
    await checkNext(page, address, '&network_id=TRX')
    await expectVerdict(page, 'Listed on ETH, not on TRX', 'Do not send to it on TRX.')
    await tableOf(page, 'Known as').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/whitelists\//)
  })
})

test('a look-alike is dangerous: shown as a difference, marked wherever it stands, and copied only after a second look @all', async ({
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
  await expectSound(page, 'a look-alike')
  const copy = verdict(page).getByRole('button', { name: 'Copy address' })
  await test.step('copying asks first', async () => {
    await copy.click()
    const dialog = page.getByRole('dialog', { name: 'Copy address' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'the question before a look-alike is copied')
    await dialog.getByRole('button', { name: 'Do not copy' }).click()
    await verdict(page).getByRole('button', { name: 'Copy link to this check' }).click()
    await expect(verdict(page).getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  })

  await test.step('where the pointer comes to rest on an address, every appearance of it is marked, and of no other', async () => {
    const compared = shown.locator('[data-address]')
    await expect(compared).toHaveCount(2)
    const marked = page.locator('[data-same]')
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(marked).toHaveCount(0)
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
    await copy.hover()
    await page.clock.runFor(160)
    await expect(marked).toHaveText([address, address])
    await page.getByRole('heading', { level: 1 }).hover()
    await page.clock.runFor(160)
    await expect(marked).toHaveCount(0)
  })
})

const damaged = unknown.replace('0x5a', '0x5A')

/** Neither a finding nor a page that scrolls sideways, on the check that is open. */
async function expectSound(page: Page, state: string): Promise<void> {
  await expect(verdict(page).getByRole('status')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page, state)
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `${state} at ${width} px`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
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
