import { expect, it } from 'vitest'
import { SharedAnswers } from './shared-answers.ts'

/** What is asked for, each answered when the test says so. */
function questions() {
  const asked: {
    readonly name: string
    readonly answer: (rows: number) => void
    readonly fail: () => void
  }[] = []
  const answers = new SharedAnswers({ rows: 10, asked: 2 })
  const find = (name: string) =>
    answers.find(
      name,
      () =>
        new Promise<number>((resolve, reject) => {
          asked.push({ name, answer: resolve, fail: () => reject(new Error(name)) })
        }),
      (rows) => rows,
    )
  return { asked, find, names: () => asked.map(({ name }) => name) }
}

it('asks once for all who wait and for those who come later, and again after a failure', async () => {
  const { asked, find, names } = questions()
  const both = [find('a'), find('a')]
  asked[0]?.answer(3)
  expect(await Promise.all(both)).toEqual([3, 3])
  expect(await find('a')).toBe(3)
  expect(names()).toEqual(['a'])
  const failing = [find('b'), find('b')]
  asked[1]?.fail()
  for (const each of failing) await expect(each).rejects.toThrow('b')
  const again = find('b')
  asked[2]?.answer(1)
  expect(await again).toBe(1)
  expect(names()).toEqual(['a', 'b', 'b'])
})

it('asks for few at a time, in the order in which they came', async () => {
  const { asked, find, names } = questions()
  const all = ['a', 'b', 'c', 'd'].map(find)
  expect(names()).toEqual(['a', 'b'])
  asked[1]?.answer(1)
  await all[1]
  await expect.poll(names).toEqual(['a', 'b', 'c'])
  asked[0]?.answer(1)
  asked[2]?.answer(1)
  await expect.poll(names).toEqual(['a', 'b', 'c', 'd'])
  asked[3]?.answer(1)
  expect(await Promise.all(all)).toEqual([1, 1, 1, 1])
})

it('keeps so many rows, those that were used last', async () => {
  const { asked, find, names } = questions()
  for (const [index, name] of ['a', 'b'].entries()) {
    const found = find(name)
    asked[index]?.answer(5)
    await found
  }
  await find('a')
  const third = find('c')
  asked[2]?.answer(5)
  await third
  await find('a')
  expect(names()).toEqual(['a', 'b', 'c'])
  const gone = find('b')
  asked[3]?.answer(1)
  expect(await gone).toBe(1)
})

it('keeps the fewer answers the longer their names are', async () => {
  const { asked, find, names } = questions()
  const long = 'x'.repeat(1024)
  for (const [index, name] of [`a${long}`, `b${long}`, 'c'].entries()) {
    const found = find(name)
    asked[index]?.answer(3)
    await found
  }
  void find('c')
  void find(`b${long}`)
  expect(names()).toHaveLength(3)
  void find(`a${long}`)
  expect(names()).toHaveLength(4)
})
