import { Alert, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ClientError } from '../../../../src/client/client.ts'
import { callOf, refresh, useApi } from '../../../api.ts'
import { Loading } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { useLinked } from '../../../fields/linked.tsx'
import { FieldInput } from '../../../fields/registry.tsx'
import { isShortcut, stepOf } from '../../../shortcuts/register.ts'
import { useTexts } from '../../../texts/index.ts'
import { useRecordTexts } from '../../../texts/records.ts'
import {
  type App,
  etagOf,
  type Item,
  type ItemAddress,
  isSame,
  type Locked,
  useMayChange,
} from '../item/app.ts'
import { missing, toFormErrors } from '../item/form-errors.ts'
import { useForm } from '../item/form-layout.ts'
import { useLockReasons } from '../item/lock-reasons.ts'
import { Theirs } from '../item/theirs.tsx'
import { isMultiline } from './editable.ts'
import classes from './inline.module.css'

/** Where the keyboard goes when the value is settled. */
export type Settled = 'stay' | 'next' | 'before'

type ValueEditorProps = {
  app: App
  address: ItemAddress
  code: string
  onClose: (to: Settled) => void
}

type Answer = { item: Item; locked?: readonly Locked[] }

/**
 * Changes one value of an item where it is shown: Enter saves, Tab saves and goes on, Escape leaves
 * it. What others changed meanwhile is shown before it is overwritten.
 */
export function ValueEditor(props: ValueEditorProps) {
  const { namespace, code, id } = props.address
  const params = { namespace, code, id }
  const { data, error } = useApi('apps', 'getItem', { params, input: {} })
  if (error) return <Refusal text={error.message} onClose={() => props.onClose('stay')} />
  if (!data) return <Loading />
  return <Editor {...props} answer={data} />
}

function Editor({ app, address, code, onClose, answer }: ValueEditorProps & { answer: Answer }) {
  const records = useRecordTexts()
  const { item, locked = [] } = answer
  const reason = useLockReasons(locked)[code]
  const { fields } = useForm(app, 'edit', item)
  const mayChange = useMayChange(address, item)
  const field = fields.find((each) => each.code === code) ?? ownField(app, code)
  if (!field) return null
  if (reason !== undefined || field.readonly || !mayChange) {
    const text = reason ?? records.inline.readOnly
    return <Refusal text={text} onClose={() => onClose('stay')} />
  }
  return <Input {...{ app, address, field, item, fields, onClose }} />
}

const ownField = ({ fields }: App, code: string) => fields.find((each) => each.code === code)

type InputProps = Omit<ValueEditorProps, 'code'> & { field: Field; item: Item; fields: Field[] }

function Input({ address, field, fields, item, onClose }: InputProps) {
  const t = useTexts()
  const records = useRecordTexts()
  const nameOf = useFieldName()
  const queries = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const { code } = field
  const [first, setFirst] = useState(item[code])
  const [value, setValue] = useState(item[code])
  const [problem, setProblem] = useState('')
  const isBusy = useRef(false)
  const isConflict = !isSame(first, item[code]) && !isSame(value, item[code])
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLInputElement>(
      'input:not([type=hidden]), textarea',
    )
    input?.focus()
    if (input && input.type !== 'checkbox') input.select()
  }, [])

  const save = async (to: Settled) => {
    if (isBusy.current || isConflict) return
    if (isSame(value, first)) return onClose(to)
    const lacking = missing([field], { [code]: value }, t)[code]
    if (lacking) return setProblem(lacking)
    isBusy.current = true
    try {
      await write(item)
      await refresh(queries, ['item'])
      onClose(to)
    } catch (error) {
      // Who answers the question at once does not wait for what is read anew.
      isBusy.current = false
      setProblem(wordsOf(error))
      await refresh(queries, ['item'])
    } finally {
      isBusy.current = false
    }
  }
  const params = { namespace: address.namespace, code: address.code, id: address.id }
  /** What others changed elsewhere in the item is none of this value's business. */
  const write = async (known: Item): Promise<unknown> => {
    try {
      return await callOf(
        'apps',
        'updateItem',
      )({
        params,
        input: { context: { [code]: value }, byForm: true },
        headers: { 'if-match': etagOf(known) },
      })
    } catch (error) {
      if (!(error instanceof ClientError) || error.status !== 412) throw error
      const { item: fresh } = await callOf('apps', 'getItem')({ params, input: {} })
      if (fresh.__version === known.__version || !isSame(fresh[code], first)) throw error
      return write(fresh)
    }
  }
  const wordsOf = (error: unknown): string => {
    if (error instanceof ClientError && error.status === 412) return records.inline.again
    const { byField, others } = toFormErrors(error, fields, t)
    const named = Object.entries(byField).map(([each, text]) => {
      const other = fields.find((one) => one.code === each)
      return each === code || !other ? text : `${nameOf(other)}: ${text}`
    })
    return [...named, ...others].join('; ')
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isShortcut(event, 'value', 'cancel')) {
      event.preventDefault()
      onClose('stay')
    }
    const next = stepOf(event, ['value', 'next'], ['next', 'before'] as const)
    if (next) {
      event.preventDefault()
      void save(next)
    }
    const isList = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true'
    const isOwnLine = isMultiline(field) && !(event.ctrlKey || event.metaKey)
    const isSaving = isShortcut(event, 'value', 'save') && !event.nativeEvent.isComposing
    if (!isSaving || isList || isOwnLine) return
    event.preventDefault()
    void save('stay')
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Lists and calendars stand elsewhere on the page; whoever uses them is still here.
    const isPopup = relatedTarget?.closest('[data-portal], [role=listbox], [role=dialog]')
    if (relatedTarget === null || isPopup || currentTarget.contains(relatedTarget)) return
    void save('stay')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the input inside
    <div
      ref={frame}
      className={classes.editor}
      onKeyDown={press}
      onBlur={leave}
      onClick={(event) => event.stopPropagation()}
    >
      <FieldInput
        field={field}
        value={value}
        onChange={(next) => {
          setValue(next)
          setProblem('')
        }}
        {...(problem && !isConflict && { error: problem })}
      />
      {isConflict && (
        <Meanwhile item={item}>
          <Theirs
            field={field}
            value={item[code]}
            onTake={() => onClose('stay')}
            onKeep={() => {
              setFirst(item[code])
              setProblem('')
            }}
          />
        </Meanwhile>
      )}
    </div>
  )
}

/** Whose other value is there meanwhile. */
function Meanwhile({ item, children }: { item: Item; children: ReactNode }) {
  const t = useTexts()
  const [person] = useLinked('users', item.__updatedBy)
  return (
    <Alert
      color="yellow"
      mt={4}
      p="xs"
      role="alert"
      title={t.items.form.meanwhile(person?.name ?? '')}
    >
      {children}
    </Alert>
  )
}

/** Why a value cannot be changed; any key takes it away. */
function Refusal({ text, onClose }: { text: string; onClose: () => void }) {
  const frame = useRef<HTMLButtonElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <button
      type="button"
      ref={frame}
      className={classes.refusal}
      onClick={(event) => {
        event.stopPropagation()
        onClose()
      }}
      onBlur={onClose}
      onKeyDown={(event) => {
        event.stopPropagation()
        event.preventDefault()
        onClose()
      }}
    >
      <Text size="xs" role="status">
        {text}
      </Text>
    </button>
  )
}
