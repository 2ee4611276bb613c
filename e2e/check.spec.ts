/** The check of an address: how an address gets into it, and the verdict with its evidence. `src/addresses` tests which verdict it is. */
import type { Page } from 'playwright/test'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import { copied, expectAddress, goWithin, pasteText } from './support/page.ts'
import { startGatewayBefore } from './support/product.ts'
import { errorBody, held } from './support/scripted-service.ts'
import { expect, test, viewerKey } from './support/test.ts'

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

test('the keyboard alone: pasting asks, a network is chosen, Back restores all of it @all', async ({
  page,
}) => {
  const { entry, name } = await listed(({ network_id }) => network_id === 'ETH')
  const network = page.getByRole('combobox', { name: 'Network' })
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expectAddress(page, '/check')
  await expect(field(page)).toBeFocused()
  await pasteText(page, `  ${unknown}\n`)
  await expectVerdict(page, 'Never seen', '')
  await expectAddress(page, `/check?address=${unknown}`)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, entry.address)
  await expectVerdict(page, 'On a whitelist', name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('bitc')
  await expect(page.getByRole('option', { name: /^Bitcoin/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(network).toHaveValue('Bitcoin')
  await page.keyboard.press('Enter')
  await expectVerdict(page, 'Listed on ETH, not on BTC', '')
  await expectAddress(page, `/check?address=${entry.address}&network_id=BTC`)
  await page.goBack()
  await expectVerdict(page, 'On a whitelist', name)
  await expect(network).toHaveValue('')
  await page.goBack()
  await expect(field(page)).toHaveValue(unknown)
})

test('of several pasted addresses each has its verdict and one is chosen, what is none is refused with the reason, and a memo is read @all', async ({
  page,
}) => {
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  await pasteText(page, '0'.repeat(1_000_000))
  await expect(page.getByText(/1000000 characters/)).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAddress(page, '/check')
  const { entry } = await listed(({ network_id }) => network_id === 'ETH')
  await page.keyboard.press('ControlOrMeta+a')
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
  // From the tests of ripple-address-codec, the reference of XLS-5.
  await checkNext(page, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu')
  await expect(field(page)).toHaveValue('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59')
  await expect(verdict(page)).toContainText('With the memo1')
  await checkNext(page, 'somebody.eth', '&limit=5&address=again&no_such=1')
  await expect(page.getByText(/This is a name, not an address/)).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Part of this link was ignored' })
  for (const part of ['limit=5', 'address=again', 'no_such=1']) await expect(notice).toContainText(part)
  await expectAccessible(page, 'a refused check')
})

test.describe('without records', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('what is not read is said, and never taken for a no @all', async ({ page, scripted }) => {
    await test.step('whitelists', async () => {
      scripted.script('/whitelist', errorBody('ERR-02'))
      await check(page, unknown)
      await expectVerdict(page, 'Cannot say', 'Not all whitelists could be read')
      await expect(page.getByText('ERR-02')).toBeVisible()
      await expect(section(page, 'Known as')).toContainText('Not all whitelists could be read')
      await expectAccessible(page, 'a check without whitelists')
      scripted.reset()
    })
    await test.step('transactions', async () => {
      await check(page, unknown)
      await expectVerdict(page, 'Cannot say', 'not all transactions are read')
      await expect(section(page, 'Used before')).toContainText('This needs all records of the account')
    })
  })
})

test('while records are read the check waits, says so, and goes on by itself @all', async ({
  page,
  scripted,
}) => {
  const slow = held(scripted.passOn)
  // The reading alone asks for whole pages.
  scripted.script('/transactions', (request, response) =>
    (/limit=1000\b/.test(request.url ?? '') ? slow.script : scripted.passOn)(request, response),
  )
  const gateway = await startGatewayBefore(scripted.address, {
    ...{ CUSTODY_API_KEY: viewerKey, KEEP_RECORDS: 'configured' },
  })
  try {
    await slow.arrived()
    await page.goto(`${gateway.address}/check?address=${unknown}`)
    await expectVerdict(page, 'Checking …', '')
    await expect(page.getByText(/^The check needs all records of the account/)).toBeVisible()
    slow.release()
    // Read once at first, and then once more to see that nothing was missed.
    await expectVerdict(page, /^(Not|Never) seen$/, 'not on any whitelist')
  } finally {
    slow.release()
    await gateway.stop()
  }
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
