/** In the quick set a property is tried with fewer values, unless its test says with how many. */
import { configureGlobal } from 'fast-check'
import { cases } from './cases.ts'

configureGlobal({ numRuns: cases(100) })
