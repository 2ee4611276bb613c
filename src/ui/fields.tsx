import FileUp from 'lucide-react/icons/file-up'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './buttons.tsx'
import styles from './controls.module.css'
import { classes } from './inline.tsx'
import layout from './layout.module.css'

interface FieldParts {
  label: string
  hint?: ReactNode
  error?: ReactNode
}

export function TextField({
  label,
  hint,
  error,
  mono = false,
  ...rest
}: FieldParts & {
  mono?: boolean
  ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...rest}
          {...control}
          className={mono ? 'mono' : undefined}
        />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  ...rest
}: FieldParts & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...rest} {...control} />}
    </Field>
  )
}

export function Field({
  label,
  hint,
  error,
  children,
}: FieldParts & {
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const id = useId()
  const texts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return (
    <div className={layout.stack}>
      <label htmlFor={id} className={layout.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': texts.join(' ') || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={classes(layout.small, layout.faint)}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes(layout.small, layout.bad)}>
          {error}
        </p>
      )}
    </div>
  )
}

export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly {
    value: T
    label: string
  }[]
  onChange: (value: T) => void
}) {
  const group = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className={layout.hidden}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.segmentInput}
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

export function FileButton({
  label,
  accept,
  onChoose,
}: {
  label: string
  /** Such as ".csv". */
  accept: string
  onChoose: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again after a change.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button small icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

/** Takes files dropped anywhere on the page, which the browser would otherwise open. Returns whether files are over the page. */
export function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const accept = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    // Moving from one element to another fires `dragleave` too.
    setOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null))
    if (event.type === 'drop') onDrop([...(event.dataTransfer?.files ?? [])])
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const listener = (event: DragEvent) => accept(event)
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      window.addEventListener(type, listener, { signal })
    return () => controller.abort()
  }, [])
  return over
}
