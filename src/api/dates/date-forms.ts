/** In which form a service takes dates: found out with the first request that has any, and known from then on. */
import { type DateForm, type DateParameters, type DayNumber, dateParameters } from './day.ts'

/** What is known of how one service takes dates. */
export interface DateForms {
  /**
   * Makes a request in the form that the service takes; it gives null where its dates are refused. Before a form is known all are tried.
   * Null where every form was refused, or this request was: some refuse what lies ahead.
   */
  ask<T>(request: (form: DateForm) => Promise<T | null>): Promise<T | null>
  /** The form that is taken, or tried next; null where all were refused. */
  form(): DateForm | null
  isKnown(): boolean
  /** Whether days were seen to have their own transactions alone. */
  isTrusted(): boolean
  /** The form for links, which people read: days by their names where the service takes those. */
  formOfLinks(): DateForm
  /** Notes that days have their own transactions alone, and whether the service takes their names. */
  trust(takesNames: boolean): void
}

/** Knows nothing yet. */
export function createDateForms(): DateForms {
  // Instants first: they mean the same everywhere, where a day by its name may begin at midnight of wherever the service is.
  const forms: DateForm[] = ['instant', 'day']
  let isKnown = false
  let isTrusted = false
  let takesNames = true
  return {
    async ask(request) {
      for (let [form] = forms; form !== undefined; [form] = forms) {
        const answer = await request(form)
        if (answer !== null) {
          isKnown = true
          return answer
        }
        if (isKnown) return null
        // Of several requests at once the first one drops it.
        if (forms[0] === form) forms.shift()
      }
      return null
    },
    form: () => forms[0] ?? null,
    isKnown: () => isKnown,
    isTrusted: () => isTrusted,
    formOfLinks: () => (takesNames ? 'day' : (forms[0] ?? 'day')),
    trust(does) {
      isTrusted = true
      takesNames = does
    },
  }
}

let shown: { readonly session: string; readonly forms: DateForms } | null = null

/** What is known in this session, for all who ask in it. Nothing is known where none is named. */
export function dateFormsOf(session: string | null): DateForms {
  if (session === null) return createDateForms()
  if (shown?.session !== session) shown = { session, forms: createDateForms() }
  return shown.forms
}

/**
 * Finds out how a service takes dates, for who reads days whole: by asking for today, and for a day on which there can be nothing. Gives why
 * days are of no use; null where they are. `holds`: whether there is anything on these dates, null where they are refused.
 */
export async function troubleWithDates(
  forms: DateForms,
  holds: (dates: DateParameters) => Promise<boolean | null>,
  today: DayNumber,
): Promise<'refused' | 'ignored' | null> {
  if (forms.isTrusted()) return null
  const on = (day: DayNumber, form: DateForm) => holds(dateParameters({ first: day, last: day }, form, 'utc'))
  if ((await forms.ask((form) => on(today, form))) === null) return 'refused'
  if (await forms.ask((form) => on(today + farAhead, form))) return 'ignored'
  forms.trust(forms.form() === 'day' || (await on(today, 'day')) !== null)
  return null
}

/** Days from today to one on which nothing was recorded yet, whatever the zone and the clock of the service. */
const farAhead = 366
