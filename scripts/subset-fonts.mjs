/**
 * `npm run fonts`: cuts the typefaces to the characters and weights that nearly every page needs, into `src/ui/fonts`. The first
 * rows wait for 34 KB instead of 89; what has other letters fetches the whole files as well (`src/ui/fonts.css`). Run it when the
 * typefaces are updated.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
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
