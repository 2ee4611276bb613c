/**
 * `npm run fonts`: cuts the typefaces to the characters and weights that nearly every page needs, into `src/ui/fonts`. The first
 * rows wait for 34 KB instead of 89; what has other letters fetches the whole files as well (`src/ui/fonts.css`). Run it when the
 * typefaces are updated, or when a badge has another icon.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as lucideReact from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
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
  // Ligatures are switched off where this typeface stands: their glyphs would double it.
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

// The icons of badges; what is printed goes into `src/records/labels.ts`. Fetched here, since the package of all icons weighs 67 MB.
const icons = {
  withdraw: 'arrow-up-from-line',
  deposit: 'arrow-down-to-line',
  rebalance: 'arrow-left-right',
  stake: 'layers',
  unstake: 'lock-open',
  claim: 'gift',
  'change pool': 'replace',
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
// Fewer releases have icons as letters than as elements, so the letters are of another release than the console's icons (`lucide-react`).
const lucideVersion = '1.62.0'
const fetched = await mkdtemp(join(tmpdir(), 'lucide-'))
execFileSync('npm', ['pack', `lucide-static@${lucideVersion}`, '--silent', '--pack-destination', fetched])
execFileSync('tar', ['-xzf', join(fetched, `lucide-static-${lucideVersion}.tgz`), '-C', fetched])
const lucide = join(fetched, 'package')
const drawings = JSON.parse(await readFile(join(lucide, 'icon-nodes.json'), 'utf8'))
const changed = Object.values(icons).filter((icon) => markupOf(drawings[icon]) !== consoleMarkupOf(icon))
if (changed.length > 0) throw new Error(`The console draws these icons otherwise: ${changed.join(', ')}.`)
const codes = JSON.parse(await readFile(join(lucide, 'font/codepoints.json'), 'utf8'))
const glyphs = Object.entries(icons).map(([value, icon]) => ({ value, code: codes[icon] }))
const font = await subsetFont(
  await readFile(join(lucide, 'font/lucide.woff2')),
  String.fromCodePoint(...glyphs.map(({ code }) => code)),
  { targetFormat: 'woff2' },
)
await writeFile(join(to, 'badge-icons.woff2'), font)
await copyFile(join(lucide, 'LICENSE'), join(to, 'badge-icons.LICENSE.txt'))
await rm(fetched, { recursive: true })
console.log(`badge-icons: ${font.length} bytes`)
for (const { value, code } of glyphs) console.log(`  ${value}: \\u${code.toString(16)}`)

/** What is within an icon as the console draws it. */
function consoleMarkupOf(/** @type {string} */ icon) {
  const name = icon.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())
  /** @type {Readonly<Record<string, unknown>>} */
  const exported = lucideReact
  const component = /** @type {lucideReact.LucideIcon} */ (exported[name])
  return renderToStaticMarkup(createElement(component)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
}

function markupOf(/** @type {[string, object][]} */ elements) {
  return elements.map(([name, attributes]) => renderToStaticMarkup(createElement(name, attributes))).join('')
}
