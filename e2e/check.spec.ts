/** The check of an address: how an address gets into it, and the verdict with its evidence. `src/addresses` tests which verdict it is. */
import type { Page } from 'playwright/test'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import { copied, expectAddress, goWithin, pasteText } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a verdict stands on what is known of the address, and its page shows all of that', async ({ page }) => {
  await page.goto('/check')
  await expectAccessible(page, 'check before an address')
  await test.step('an own vault is found by its transactions', async () => {
    const [sent] = await transactionsOf('limit=1&transaction_type=withdraw&network_id=ETH')
    const { source_address: address = '', source_name: name = '' } = sent?.transaction.source ?? {}
    await checkNext(page, address)
    await expectVerdict(page, 'One of your vaults', `your vault ${name}`)
    await expect(section(page, 'Known as')).toContainText(`${name} · own vault`)
  })

  await test.step('what was never seen', async () => {
    await checkNext(page, unknown)
    await expectVerdict(page, 'Never seen', 'not on any whitelist')
    await expect(section(page, 'Used before')).toContainText('No transactions with this address')
    await expect(verdict(page).getByRole('status')).toHaveAttribute('aria-busy', 'false')
    await expectSound(page, 'an address that was never seen')
  })

  await test.step('a whitelisted one is good in any spelling, on its network', async () => {
    const { name, entry } = await listed((one) => one.network_id === 'ETH' && one.asset_id === 'ETH')
    const address = entry.address.toLowerCase()
    await checkNext(page, address, '&network_id=ETH&asset_id=ETH')
    await expectVerdict(page, 'On a whitelist', name)
    await expect(section(page, 'Known as')).toContainText(/ · whitelist.*on ETH/)
    await expect(section(page, 'Used before')).toContainText(/[1-9]\d* completed transactions?/)
    await checkNext(page, address, '&network_id=TRX')
    await expectVerdict(page, 'Listed on ETH, not on TRX', 'Do not send to it on TRX.')
  })
})

test('a look-alike is dangerous: shown as a difference, and only what it resembles can be copied @all', async ({
  page,
}) => {
  const { address, like } = await lookAlike()
  await check(page, address, '&network_id=ETH')
  await expectVerdict(page, 'Looks like a trusted address, but is different', 'Do not send to it')
  const shown = section(page, 'Looks like')
  await expect(shown.getByRole('definition')).toHaveText([address, like])
  // One run in each, whatever is the same within by chance.
  await expect(shown.locator('mark')).toHaveCount(2)
  await expect(verdict(page).getByRole('status')).toHaveAttribute('aria-busy', 'false')
  await expectSound(page, 'a look-alike')
  // The right address, never the wrong one.
  await expect(verdict(page).getByRole('button', { name: 'Copy address' })).toHaveCount(0)
  await verdict(page).getByRole('button', { name: 'Copy the address of' }).click()
  expect(await copied(page)).toBe(like)
  await verdict(page).getByRole('button', { name: 'Copy link to this check' }).click()
  await expect(
    verdict(page).getByRole('button', { name: 'Copied' }).filter({ hasText: 'Copy link to this check' }),
  ).toBeVisible()
  expect(await copied(page)).toBe(page.url())
})

/** Valid, and not in the demonstration: from EIP-55, "Test Cases". */
const unknown = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const stranger = unknown.toLowerCase().replace('0x5a', '0x01')

test('of several pasted addresses each has its verdict and one is chosen; what is none is refused with the reason @all', async ({
  page,
}) => {
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  const { entry } = await listed(({ network_id }) => network_id === 'ETH')
  await pasteText(page, `We have moved from ${entry.address} to ${stranger}.`)
  await expect(page.getByText('There is more than one address in this text.')).toBeVisible()
  await expect(verdict(page)).toBeHidden()
  await expect(page.getByRole('list', { name: 'Addresses in this text' }).getByRole('status')).toHaveText([
    'On a whitelist',
    'Never seen',
  ])
  await expectAccessible(page, 'a choice of addresses')
  await page.getByRole('button', { name: `Show check of ${stranger}` }).click()
  await expectAddress(page, `/check?address=${stranger}`)
  await expectVerdict(page, 'Never seen', '')
  await expect(field(page)).toBeFocused()
  await checkNext(page, 'somebody.eth', '&limit=5&address=again&no_such=1')
  await expect(page.getByText(/This is a name, not an address/)).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Part of this link was ignored' })
  for (const part of ['limit=5', 'address=again', 'no_such=1']) await expect(notice).toContainText(part)
  await expectAccessible(page, 'a refused check')
})

test('no service is asked about the address, whose use is in the records @all', async ({ page }) => {
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  const { address, count } = await busiest()
  await check(page, address)
  await expect(section(page, 'Used before')).toContainText(`${count} completed transactions`)
  await expect(verdict(page).getByRole('status')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page, 'the use of an address')
  const part = address.toLowerCase().slice(2, 12)
  const withAddress = asked.filter(({ href }) => href.toLowerCase().includes(part))
  expect(new Set(withAddress.map(({ pathname }) => pathname))).toEqual(
    new Set(['/check', '/api/figures/counterparty-uses']),
  )
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

async function check(page: Page, address: string, further = ''): Promise<void> {
  await page.goto(`/check?address=${encodeURIComponent(address)}${further}`)
}

async function checkNext(page: Page, address: string, further = ''): Promise<void> {
  await goWithin(page, `/check?address=${encodeURIComponent(address)}${further}`)
}

async function expectVerdict(page: Page, title: string | RegExp, words: string): Promise<void> {
  await expect(verdict(page).getByRole('heading', { level: 2 })).toHaveText(title)
  await expect(verdict(page)).toContainText(words)
}

type Entry = Awaited<ReturnType<typeof whitelistsOf>>[number]['assets'][number]

/** The first whitelist with such an address that no other whitelist has. */
async function listed(isWanted: (entry: Entry) => boolean) {
  const all = (await whitelistsOf('limit=1000')).flatMap((list) =>
    list.assets.map((entry) => ({ name: list.whitelist_name, entry })),
  )
  const entry = all.find(
    ({ name, entry }) =>
      isWanted(entry) &&
      all.every(
        (other) => other.name === name || other.entry.address.toLowerCase() !== entry.address.toLowerCase(),
      ),
  )
  if (!entry) throw new Error('the demonstration has no such entry')
  return entry
}

/** An address on Ethereum with the ends of a whitelisted one, and that one. */
async function lookAlike() {
  const lists = await whitelistsOf('limit=1000&network_id=ETH')
  const like =
    lists.flatMap(({ assets }) => assets).find(({ network_id }) => network_id === 'ETH')?.address ?? ''
  return { address: `${like.slice(0, 6)}${'0'.repeat(32)}${like.slice(-4)}`.toLowerCase(), like }
}

/** The address to which most of the latest transactions went, and how many completed ones did in all. */
async function busiest() {
  const counts = new Map<string, number>()
  for (const { transaction } of await transactionsOf('limit=1000&transaction_type=withdraw')) {
    const { destination_address } = transaction.destination
    counts.set(destination_address, (counts.get(destination_address) ?? 0) + 1)
  }
  const [address = ''] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
  const all = await transactionsOf(`limit=1000&status=completed&destination_address=${address}`)
  return { address, count: all.length }
}
