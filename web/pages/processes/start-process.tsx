import { Alert, Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ModalForm } from '../../components/form-modal.tsx'
import { useKeptValues } from '../../components/kept-values.tsx'
import { Shown } from '../../components/states.tsx'
import { useForm } from '../../components/use-form.tsx'
import type { Field } from '../../fields/field.ts'
import { isEmpty } from '../../fields/parts.tsx'
import { FieldInput } from '../../fields/registry.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { NO_ERRORS, toFormErrors } from '../apps/item/form-errors.ts'

type Details = ReplyOf<'processes', 'get'>['process']
type StartProcessProps = { id: string; onClose: () => void }

/** Asks what a process must know, starts it, and shows where it went. */
export function StartProcess({ id, onClose }: StartProcessProps) {
  const t = useTexts().processes.start
  const process = useApi('processes', 'get', { params: { id } })
  const name = process.data?.process.name ?? ''
  return (
    <Dialog onClose={onClose} title={t.title(name)} size="lg">
      <Shown of={process}>{(data) => <StartForm process={data.process} onClose={onClose} />}</Shown>
    </Dialog>
  )
}

/** More than this many fields that may stay empty are shown when wanted. */
const FEW = 2

/** The form asks for variables in words and a strictness of its own. */
const askedIn = ({ startForm, variables }: Details): Field[] =>
  startForm.flatMap(({ code, name, required }) => {
    const field = variables.find((each) => each.code === code)
    return field ? [{ ...field, required, view: { ...field.view, name } }] : []
  })

const defaultsOf = (fields: Field[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ code, defaultValue }) =>
      defaultValue === null || defaultValue === undefined ? [] : [[code, defaultValue]],
    ),
  )

function StartForm({ process, onClose }: { process: Details; onClose: () => void }) {
  const t = useTexts()
  const go = useNavigate()
  const fields = askedIn(process)
  const kept = useKeptValues(
    { place: `process/${process.id}`, name: process.name },
    defaultsOf(fields),
  )
  const { values, set } = kept
  const { namespace, code } = process
  const { change: run, modal } = useForm('bpm', 'run', {
    values: {},
    request: () => ({ params: { namespace, code }, input: { context: values } }),
    changes: ['instance', 'item'],
    onDone: ({ context }) => {
      kept.forget()
      onClose()
      notifications.show({ message: t.processes.start.started(String(context.__name)) })
      void go(links.instance(context.__id))
    },
  })
  const [isTried, setIsTried] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const needed = fields.filter(({ required }) => required)
  const missing = new Set(needed.map((field) => field.code).filter((each) => isEmpty(values[each])))
  const isFolded =
    !isWhole && !run.error && needed.length > 0 && fields.length - needed.length > FEW
  const shown = isFolded ? needed : fields
  const errors = run.error ? toFormErrors(run.error, fields, t) : NO_ERRORS
  const errorOf = (field: string): string | undefined =>
    isTried && missing.has(field) ? t.items.form.required : errors.byField[field]
  const submit = () => {
    setIsTried(true)
    if (missing.size === 0) modal.onSubmit()
  }
  return (
    <ModalForm
      submit={t.processes.start.action}
      change={{ isPending: run.isPending }}
      onSubmit={submit}
      onClose={onClose}
      noValidate
      kept={kept}
      extra={
        isFolded && (
          <Button variant="subtle" color="gray" mr="auto" onClick={() => setIsWhole(true)}>
            {t.processes.start.more(fields.length - needed.length)}
          </Button>
        )
      }
    >
      {errors.others.length > 0 && (
        <Alert color="red" role="alert">
          {errors.others.join('; ')}
        </Alert>
      )}
      {fields.length === 0 && <Text size="sm">{t.processes.start.nothing}</Text>}
      {shown.map((field) => (
        <FieldInput
          key={field.code}
          field={field}
          label={field.view.name}
          value={values[field.code]}
          onChange={(value) => set({ [field.code]: value })}
          {...(errorOf(field.code) && { error: errorOf(field.code) })}
        />
      ))}
    </ModalForm>
  )
}
