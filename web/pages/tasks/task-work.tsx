import { Alert, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api.ts'
import { LongTextField } from '../../components/controls.tsx'
import { useKeptValues } from '../../components/kept-values.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { FieldsForm } from '../apps/item/fields-form.tsx'
import { NO_ERRORS, toFormErrors } from '../apps/item/form-errors.ts'
import { ConfirmExit } from './confirm-exit.tsx'
import {
  type Exit,
  isOpen,
  missingIn,
  type TaskForm,
  toField,
  type Values,
  valuesOf,
} from './form.ts'
import { type Order, readOrder } from './place.ts'
import { ReadOnly } from './read-only.tsx'
import { type Row, useOwnRows } from './rows.ts'
import classes from './task.module.css'

/** The form of a task and the ways out of it. */
export function TaskWork({ form }: { form: TaskForm }) {
  const t = useTexts()
  const { id, name } = form.task
  const kept = useKeptValues({ place: `task/${id}`, name }, { edits: {} as Values, comment: '' })
  const { edits, comment } = kept.values
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [asked, ask] = useState<Exit>()
  const next = useNext(id)
  const submit = useChange('tasks', 'submit', {
    changes: ['task', 'instance', 'item'],
    onDone: (_, { input }) => {
      kept.forget()
      next(form.exits.find((exit) => exit.id === input?.exitId))
    },
    onFail: () => ask(undefined),
  })
  const canWork = isOpen(form) && form.canSubmit
  const editable = form.fields.filter(({ readonly }) => !readonly)
  const all = [...editable, ...form.exits.flatMap(({ fields }) => fields)]
  const failed = submit.error ? toFormErrors(submit.error, all.map(toField), t) : NO_ERRORS
  const errors = { ...failed.byField, ...missing }
  const change = (code: string, value: unknown) => {
    kept.set({ edits: { ...edits, [code]: value } })
    setMissing(({ [code]: _, ...rest }) => rest)
  }
  const send = (exit: Exit) => {
    const codes = new Set([...editable, ...exit.fields].map(({ code }) => code))
    const given = Object.entries(edits).filter(([code]) => codes.has(code))
    const input = { exitId: exit.id, context: Object.fromEntries(given), comment }
    submit.mutate({ params: { id }, input })
  }
  const take = (exit: Exit) => {
    const lacking = exit.skipCheck ? {} : missingIn(editable, edits, t.items.form.required)
    setMissing(lacking)
    if (Object.keys(lacking).length > 0) return
    if (exit.confirm !== null || exit.fields.length > 0) ask(exit)
    else send(exit)
  }
  return (
    <>
      {submit.error && <Refused form={form} others={failed.others} />}
      <ReadOnly fields={form.fields.filter(({ readonly }) => readonly || !canWork)} />
      {canWork && (
        <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
          {kept.offer}
          <FieldsForm
            fields={editable.map(toField)}
            values={valuesOf(editable, edits)}
            errors={errors}
            onChange={change}
          />
          <LongTextField
            label={t.tasks.page.comment}
            description={t.tasks.page.commentHint}
            classNames={{ description: classes.quiet ?? '' }}
            value={comment}
            onChange={(text) => kept.set({ comment: text })}
          />
          <Group gap="xs" role="group" aria-label={t.tasks.page.finish}>
            {form.exits.map((exit) => (
              <Button
                key={exit.id}
                {...lookOf(exit, form.exits)}
                loading={submit.isPending && submit.variables?.input?.exitId === exit.id}
                disabled={submit.isPending}
                onClick={() => take(exit)}
              >
                {t.tasks.exit(exit.name)}
              </Button>
            ))}
          </Group>
        </form>
      )}
      {asked && (
        <ConfirmExit
          exit={asked}
          values={valuesOf(asked.fields, edits)}
          isBusy={submit.isPending}
          onChange={change}
          onSend={() => send(asked)}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}

/** The main way out is filled; where none is meant to be, the first one. */
function lookOf(exit: Exit, exits: readonly Exit[]) {
  const main = exits.find(({ buttonClass }) => buttonClass === 'primary') ?? exits[0]
  if (exit === main) return { variant: 'filled' }
  return exit.buttonClass === 'danger' ? { variant: 'light', color: 'red' } : { variant: 'default' }
}

function Refused({ form, others }: { form: TaskForm; others: string[] }) {
  const t = useTexts()
  const text = isOpen(form) ? others.join('; ') || t.tasks.page.wrong : t.tasks.page.meanwhile
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}

/** Whoever came from a list goes on in that list; others in the list of all their tasks. */
function inOrder(rows: Row[], { order, id }: { order: Order | undefined; id: string }): Row[] {
  if (!order?.ids.includes(id)) return rows
  const open = new Map(rows.map((row) => [row.__id, row]))
  return order.ids.flatMap((each) => open.get(each) ?? [])
}

/** On to what is next in the list, with a word about what was done. */
function useNext(id: string) {
  const t = useTexts()
  const navigate = useNavigate()
  const { data } = useOwnRows('incoming')
  return (exit: Exit | undefined) => {
    const order = readOrder()
    const rows = inOrder(data?.rows ?? [], { order, id })
    const at = rows.findIndex(({ __id }) => __id === id)
    const next = rows[at + 1] ?? rows.find(({ __id }) => __id !== id)
    notifications.show({
      title: t.tasks.page.finished(t.tasks.exit(exit?.name ?? '')),
      message: next ? `${t.tasks.page.next}: ${next.__name}` : t.tasks.page.noNext,
    })
    void navigate(next ? links.task(next.__id) : (order?.address ?? links.tasks()))
  }
}
