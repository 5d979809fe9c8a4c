import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh, useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import { TextField } from '../../../components/controls.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ModalForm } from '../../../components/form-modal.tsx'
import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { NO_ERRORS, toFormErrors } from '../../apps/item/form-errors.ts'

type Values = Record<string, unknown>
type ChangeVariablesProps = {
  instance: string
  /** The step that is tried again with the new values. */
  incident?: string
  onClose: () => void
}

/** Corrects what an instance knows; the reason goes into its timeline. */
export function ChangeVariables({ instance, incident, onClose }: ChangeVariablesProps) {
  const t = useTexts().processes
  const known = useApi('processes', 'instance', { params: { id: instance } })
  const shape = useApi('processes', 'diagram', { params: { id: instance } }, { fresh: 60_000 })
  const values = known.data?.instance.variables
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={incident ? t.incidents.fixTitle : t.variables.editTitle}
    >
      <Shown of={{ ...shape, data: values && shape.data }}>
        {({ variables }) => (
          <ChangeForm
            {...{ instance, incident, onClose }}
            fields={variables}
            before={Object.fromEntries((values ?? []).map(({ code, value }) => [code, value]))}
          />
        )}
      </Shown>
    </Dialog>
  )
}

type Change = { instance: string; incident: string | undefined; context: Values; comment: string }

/** Steps that failed because of values are retried by themselves, the others here. */
async function change({ instance, incident, context, comment }: Change): Promise<void> {
  const params = { id: instance }
  if (Object.keys(context).length > 0) {
    await client.bpm.changeContext({ params, input: { context, comment } })
  }
  if (!incident) return
  const { incidents } = await client.bpm.listIncidents({ input: { instance, size: 200 } })
  if (incidents.some(({ id }) => id === incident)) {
    await client.bpm.retryIncident({ params: { id: incident } })
  }
}

type ChangeFormProps = {
  instance: string
  incident: string | undefined
  fields: Field[]
  before: Values
  onClose: () => void
}

function ChangeForm({ instance, incident, fields, before, onClose }: ChangeFormProps) {
  const t = useTexts()
  const { variables, incidents } = t.processes
  const nameOf = useFieldName()
  const queries = useQueryClient()
  const [context, setContext] = useState<Values>({})
  const [comment, setComment] = useState('')
  const save = useMutation({
    mutationFn: change,
    onSuccess: () => {
      notifications.show({ message: incident ? incidents.tried : variables.changed })
      onClose()
    },
    onError: () => undefined,
    onSettled: () => refresh(queries, ['instance']),
  })
  const errors = save.error ? toFormErrors(save.error, fields, t) : NO_ERRORS
  const isChanged = Object.keys(context).length > 0
  return (
    <ModalForm
      submit={incident ? incidents.fixAction : t.frame.actions.save}
      change={{ isPending: save.isPending }}
      onSubmit={() => save.mutate({ instance, incident, context, comment })}
      onClose={onClose}
      isDisabled={!isChanged || comment.trim() === ''}
      noValidate
    >
      {errors.others.length > 0 && (
        <Alert color="red" role="alert">
          {errors.others.join('; ')}
        </Alert>
      )}
      {fields.map((field) => (
        <FieldInput
          key={field.code}
          field={field}
          label={nameOf(field)}
          value={field.code in context ? context[field.code] : before[field.code]}
          onChange={(value) => setContext((all) => ({ ...all, [field.code]: value }))}
          {...(errors.byField[field.code] && { error: errors.byField[field.code] })}
        />
      ))}
      <TextField
        label={variables.comment}
        description={variables.commentHint}
        required
        value={comment}
        onChange={setComment}
      />
    </ModalForm>
  )
}
