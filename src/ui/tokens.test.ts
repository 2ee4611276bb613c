import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const surfaces = ['bg', 'bg-subtle', 'bg-muted', 'bg-raised', 'bg-hover', 'bg-selected']
const tones = ['neutral', 'info', 'success', 'warning', 'danger']
const [standard = '', more = ''] = (await readFile(new URL('tokens.css', import.meta.url), 'utf8')).split(
  '@media (prefers-contrast: more)',
)
const tokens = new Map([...declarations(standard), ...declarations(more)])

test.each(['light', 'dark'] as const)('who asks for more contrast gets it, in the %s theme', (theme) => {
  const least = (name: string, grounds: readonly string[]) =>
    Math.min(...grounds.map((ground) => contrast(colour(name, theme), colour(ground, theme))))
  const texts = ['text', 'text-muted', 'text-faint', 'accent', 'accent-hover']
  for (const text of texts) expect(least(text, surfaces), text).toBeGreaterThan(7)
  for (const tone of tones)
    expect(least(`${tone}-text`, [...surfaces, `${tone}-bg`]), tone).toBeGreaterThan(7)
  for (const ground of ['accent-solid', 'accent-solid-hover'])
    expect(least('on-accent', [ground]), ground).toBeGreaterThan(7)
  for (const edge of ['border', 'border-strong', 'border-control', 'focus'])
    expect(least(edge, surfaces), edge).toBeGreaterThan(3)
})

function declarations(css: string): (readonly [name: string, value: string])[] {
  return [...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value])
}

function colour(name: string, theme: 'light' | 'dark'): string {
  const value = tokens.get(name) ?? ''
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
  if (other !== undefined) return colour(other, theme)
  const [light = '', dark = light] = [...value.matchAll(/#([\da-f]{6})/g)].map(([, digits = '']) => digits)
  return theme === 'light' ? light : dark
}

/** The contrast of two colours (WCAG 2, "contrast ratio"), from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(digits: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
