import { expect, test, vi } from 'vitest'
import { browserStore } from './browser-store.ts'

const codec = {
  parse: (text: string | null) => text ?? 'nothing',
  serialise: (value: string) => (value === 'nothing' ? null : value),
}

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}

test('a value that needs no storing takes away the one before', () => {
  const items = new Map([['custody-console.x', 'old']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  })
  const store = browserStore('x', codec)
  expect(store.load()).toBe('old')
  expect(store.save('nothing')).toBe(true)
  expect(items.size).toBe(0)
})

test('a browser that forbids storage stores nothing, and says so', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const store = browserStore('x', codec)
  expect(store.load()).toBe('nothing')
  expect(store.save('new')).toBe(false)
  expect(store.load()).toBe('nothing')
})

test('what is refused holds until the page is closed where that is asked for, and no longer than until something is stored', () => {
  let stored = 'old'
  let isFull = true
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem(_key: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored = text
    },
  })
  const seen: string[] = []
  const store = browserStore('x', { ...codec, onChange: (value) => void seen.push(value) })
  store.set('held')
  expect([store.load(), seen.at(-1), stored]).toEqual(['held', 'held', 'old'])
  isFull = false
  expect(store.save('new')).toBe(true)
  expect([store.load(), seen.at(-1)]).toEqual(['new', 'new'])
})

test('what is read again is the same object until the stored text is another', () => {
  let stored = '["old"]'
  vi.stubGlobal('localStorage', { getItem: () => stored })
  const store = browserStore('x', { parse: (text) => JSON.parse(text ?? '[]'), serialise: JSON.stringify })
  const old = store.load()
  expect(store.load()).toBe(old)
  stored = '["new"]'
  expect(store.load()).toEqual(['new'])
})
