import { useId } from 'react'
import { parameterLabel } from '../records/labels.ts'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { OptionList, useListbox } from '../ui/options.tsx'
import styles from './FilterForm.module.css'
import { type FilterField, valueLabel } from './filter-groups.ts'
import { pickKey } from './pick-key.ts'

/** One value of an enumeration, taken by one click or by the keyboard. */
export function PickList<F extends string>({
  field,
  value,
  wrong,
  onPick,
  onClear,
}: {
  field: Extract<FilterField<F>, { kind: 'choice' }>
  /** What is set at present; a value that is no option stands above them as it came. */
  value: string | undefined
  wrong: boolean
  onPick: (value: string) => void
  onClear: () => void
}) {
  const errorId = useId()
  const known = field.options.map((option) => option.value)
  const values = value === undefined || known.includes(value) ? known : [value, ...known]
  const texts = values.map((each) => valueLabel(field.options, each))
  const current = value === undefined ? -1 : values.indexOf(value)
  const listbox = useListbox({
    count: texts.length,
    move: (key, active) => pickKey(key, active, texts),
    fallback: Math.max(current, 0),
    onChoose: (index) => {
      const picked = values[index]
      if (picked !== undefined) onPick(picked)
    },
  })
  return (
    <div className={styles.pick}>
      <OptionList
        listbox={listbox}
        label={parameterLabel(field.name)}
        focus={{
          tabIndex: 0,
          'aria-activedescendant': listbox.activeId,
          'aria-invalid': wrong || undefined,
          'aria-describedby': wrong ? errorId : undefined,
          onKeyDown: listbox.onKeyDown,
        }}
        groups={[
          {
            options: values.map((each, index) => ({
              key: each,
              current: index === current,
              label:
                known.includes(each) && field.render ? (
                  field.render(each)
                ) : (
                  <UntrustedText text={texts[index] ?? each} />
                ),
            })),
          },
        ]}
      />
      {wrong && (
        <p id={errorId} className={styles.error}>
          {refusedValue}
        </p>
      )}
      {value !== undefined && (
        <Button small kind="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}

/** What is said under a control whose value was refused. */
export const refusedValue = 'The service refuses this value.'
