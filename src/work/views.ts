/** What pages ask the books, by name: each a pure function of the books and of plain data. A feature declares its own beside its logic. */
import type { answerFromBooks } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import type { consoleAnswer } from '../books/console-answer.ts'
import type { Edge } from '../books/transaction-table.ts'

export interface BooksViews {
  answer: typeof answerFromBooks
  console: typeof consoleAnswer
}

export type ViewName = keyof BooksViews
export type ViewInput<Name extends ViewName> = Parameters<BooksViews[Name]>[1]
export type ViewValue<Name extends ViewName> = Awaited<ReturnType<BooksViews[Name]>>

export type FindBooks = (id: string) => Books

export interface ViewControl {
  readonly find: FindBooks
  /** The books divided by edges, once the service was asked for what they do not know: of all, or of these ids. Throws as `readEdges` does. */
  divide(edges: readonly Edge[], wanted?: ReadonlySet<string>): Promise<Books>
  /** What another view makes of the same books. */
  ask(view: ViewName, input: unknown): Promise<unknown>
}

/** Only the view that is asked for is loaded. */
export type ViewLoaders = {
  readonly [Name in ViewName]: () => Promise<
    (books: Books, input: ViewInput<Name>, control: ViewControl) => ViewValue<Name> | Promise<ViewValue<Name>>
  >
}
