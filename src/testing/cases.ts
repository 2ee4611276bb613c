/** Whether the whole set of tests runs, as `npm run test:all` asks for, and not the quick one of `npm test`. */
export const isWholeSet = process.env.TEST_ALL === 'yes'

/** How many of so many cases are tried: all of them in the whole set; in the quick one a tenth, but at least ten. */
export function cases(all: number): number {
  return isWholeSet ? all : Math.min(all, Math.max(10, Math.ceil(all / 10)))
}
