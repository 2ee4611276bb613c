/**
 * `npm run fonts`: cuts the typefaces to the characters and weights that nearly every page needs, into `src/ui/fonts`. The first
 * rows wait for 34 KB instead of 89; what has other letters fetches the whole files as well (`src/ui/fonts.css`). Run it when the
 * typefaces are updated, or when a badge has another icon.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { root } from './build-stamp.mjs'

const from = join(root, 'node_modules/@fontsource-variable')
const to = join(root, 'src/ui/fonts')
const ascii = String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index))
const text = `${ascii}\u00a0·–—…’‘“”↑↓×÷−•°`

await mkdir(to, { recursive: true })
for (const { name, wght } of [
  { name: 'inter', wght: { min: 400, max: 650 } },
  { name: 'jetbrains-mono', wght: { min: 400, max: 600 } },
]) {
  const whole = await readFile(join(from, name, 'files', `${name}-latin-wght-normal.woff2`))
  // Ligatures are switched off in this typeface. Their glyphs would double it.
  const noLayoutClosure = name === 'jetbrains-mono'
  const part = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    variationAxes: { wght },
    noLayoutClosure,
  })
  await writeFile(join(to, `${name}.woff2`), part)
  await copyFile(join(from, name, 'LICENSE'), join(to, `${name}.LICENSE.txt`))
  console.log(`${name}: ${whole.length} → ${part.length} bytes`)
}

// The icons of badges, whose letters are printed for `src/display/badges.tsx`. Fetched here, since their package weighs 67 MB.
const icons = {
  withdraw: 'arrow-up-from-line',
  deposit: 'arrow-down-to-line',
  rebalance: 'arrow-left-right',
  stake: 'layers',
  unstake: 'lock-open',
  claim: 'gift',
  changePool: 'replace',
  pending: 'clock',
  processing: 'loader-circle',
  confirming: 'radio',
  completed: 'circle-check',
  rejected: 'ban',
  cancelled: 'circle-dashed',
  failed: 'circle-x',
  cold: 'snowflake',
  warm: 'flame',
  warning: 'triangle-alert',
  equal: 'equal',
}
// Fewer releases have icons as letters than as elements, so this is not the release of `lucide-react`.
const release = 'lucide-static@1.62.0'
const fetched = await mkdtemp(join(tmpdir(), 'lucide-'))
const archive = execFileSync('npm', ['pack', release, '--silent', '--pack-destination', fetched], {
  encoding: 'utf8',
}).trim()
execFileSync('tar', ['-xzf', join(fetched, archive), '-C', fetched])
const lucide = join(fetched, 'package')
const codes = JSON.parse(await readFile(join(lucide, 'font/codepoints.json'), 'utf8'))
const letters = Object.values(icons).map((icon) => String.fromCodePoint(codes[icon]))
const font = await subsetFont(await readFile(join(lucide, 'font/lucide.woff2')), letters.join(''), {
  targetFormat: 'woff2',
})
await writeFile(join(to, 'badge-icons.woff2'), font)
await copyFile(join(lucide, 'LICENSE'), join(to, 'badge-icons.LICENSE.txt'))
await rm(fetched, { recursive: true })
console.log(`badge-icons: ${font.length} bytes`)
for (const [value, icon] of Object.entries(icons)) console.log(`  ${value}: \\u${codes[icon].toString(16)}`)
