import { limits } from 'virtual:limits'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useRef, useState } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { useChange } from '../api.ts'
import type { AreaName, OperationName, ReplyOf, RequestOf } from '../client.ts'
import type { KindName } from '../kinds.ts'
import type { Limits } from '../limits.ts'
import { ServerText } from './told.tsx'

type InputOf<A extends AreaName, O extends OperationName<A>> =
  RequestOf<A, O> extends { input?: infer Input } ? NonNullable<Input> : never

/** The values of a form before it is filled in: what has to be chosen is null until then. */
type Unfilled<Input> = { [Key in keyof Input]: Input[Key] | null }

type CommonOptions<A extends AreaName, O extends OperationName<A>> = {
  /** Who has one of their own gives none: a `ConfirmButton`. */
  onClose?: () => void
  /** Closes it without one. */
  onDone?: (reply: ReplyOf<A, O>) => void
  /** Said when it is done. */
  notice?: string
  changes?: readonly KindName[]
  takesAway?: boolean
}

/** The values are the input of the operation. */
type PlainOptions<A extends AreaName, O extends OperationName<A>> = CommonOptions<A, O> &
  Omit<RequestOf<A, O>, 'input'> & { values?: Unfilled<InputOf<A, O>> }

/** The form has values of its own, from which the request is made. */
type MappedOptions<A extends AreaName, O extends OperationName<A>, Values> = CommonOptions<A, O> & {
  values: Values
  request: (values: Values) => RequestOf<A, O>
}

type AnyOptions = {
  values?: object
  request?: (values: never) => unknown
  onClose?: () => void
  onDone?: (reply: never) => void
  notice?: string
  changes?: readonly KindName[]
  takesAway?: boolean
}

/** All that a control needs to know of its value. */
type FieldProps<Value> = Limits & {
  label: string
  value: Value
  onChange: (value: Value) => void
  error?: ReactNode
}

export type FormFields<Values> = ValuesState<Values> & {
  /** The props of a control: a value and its limits, and what the server found wrong with it. */
  field: <Key extends keyof Values & string>(key: Key, label: string) => FieldProps<Values[Key]>
  /** Everything that was wrong is shown at a field. */
  isExplained: boolean
}

type Form<A extends AreaName, O extends OperationName<A>, Values> = FormFields<Values> & {
  change: ReturnType<typeof useChange<A, O>>
  /** The props of the `FormModal` or `Confirm` around it. */
  modal: {
    change: ReturnType<typeof useChange<A, O>>
    isExplained: boolean
    onSubmit: () => void
    onClose: () => void
  }
}

/** A form that sends an operation. What it takes is declared there; refusals are shown at what they are about. */
export function useForm<A extends AreaName, O extends OperationName<A>, Values extends object>(
  area: A,
  name: O,
  options: MappedOptions<A, O, Values>,
): Form<A, O, Values>
export function useForm<A extends AreaName, O extends OperationName<A>>(
  area: A,
  name: O,
  options: PlainOptions<A, O>,
): Form<A, O, Unfilled<InputOf<A, O>>>
export function useForm(area: AreaName, name: string, options: AnyOptions): unknown {
  const { values, request, onClose = noop, onDone, notice, changes, takesAway, ...rest } = options
  const change = useChange(area, name as never, {
    ...(changes && { changes }),
    ...(takesAway && { takesAway }),
    onDone: (reply) => {
      if (notice) notifications.show({ message: notice })
      if (onDone) onDone(reply as never)
      else onClose()
    },
    onFail: () => undefined,
  })
  const form = useFields(useValues(values ?? {}), change, limits[area]?.[name])
  const whole = { ...rest, ...(values && { input: form.values }) }
  const onSubmit = () => change.mutate((request?.(form.values as never) ?? whole) as never)
  return { ...form, change, modal: { change, isExplained: form.isExplained, onSubmit, onClose } }
}

const noop = () => undefined

type ValuesState<Values> = { values: Values; set: (part: Partial<Values>) => void }

/** The values of a form, in one piece. */
export function useValues<Values extends object>(first: Values): ValuesState<Values> {
  const [values, setValues] = useState(first)
  return { values, set: (part) => setValues((all) => ({ ...all, ...part })) }
}

type Attempt = { error: Error | null; reset: () => void }

/** The fields of a form: its values, what limits them, and what was wrong with them at the last attempt. */
export function useFields<Values extends object>(
  { values, set: change }: ValuesState<Values>,
  attempt?: Attempt,
  limits: Record<string, Limits> = {},
): FormFields<Values> {
  const [first] = useState(values)
  const shown = useRef(new Set<string>())
  const details = attempt?.error instanceof ClientError ? attempt.error.details : []
  const set = (part: Partial<Values>) => {
    // What was wrong with the last attempt says nothing about the next one.
    if (attempt?.error) attempt.reset()
    change(part)
  }
  return {
    values,
    set,
    field: (key, label) => {
      shown.current.add(key)
      const wrong = details.filter(({ path }) => rootOf(path) === key)
      return {
        label,
        value: values[key],
        onChange: (value) => set({ [key]: value } as unknown as Partial<Values>),
        ...toProps(limits[key], first[key]),
        ...(wrong.length > 0 && {
          error: <ServerText message={wrong.map(({ message }) => message).join('; ')} />,
        }),
      }
    },
    isExplained: details.length > 0 && details.every(({ path }) => shown.current.has(rootOf(path))),
  }
}

const rootOf = (path: string): string => path.split('.')[0] ?? ''

/** What may not be empty, and is not, may not become so either, even where it need not be sent. */
function toProps({ minLength = 0, required, ...others }: Limits = {}, first: unknown): Limits {
  const isFilled = minLength > 0 && typeof first === 'string' && first !== ''
  return {
    ...others,
    ...((required || isFilled) && { required: true }),
    ...(minLength > 1 && { minLength }),
  }
}
