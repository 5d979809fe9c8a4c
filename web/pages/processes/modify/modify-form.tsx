import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { refresh } from '../../../api.ts'
import { LongTextField } from '../../../components/controls.tsx'
import { ModalForm } from '../../../components/form-modal.tsx'
import type { Field } from '../../../fields/field.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import { Diagram } from '../diagram/diagram.tsx'
import { stepsOf } from '../model.ts'
import { ChangeList } from './change-list.tsx'
import { type Change, countsOf, isEmptyPlan, marksOf, type Subject, withChange } from './plan.ts'
import { Preview } from './preview.tsx'
import { type Moving, StepActions } from './step-actions.tsx'
import { modify, usePreview } from './use-preview.ts'
import { VariableFields } from './variable-fields.tsx'

export type ModifyFormProps = {
  subjects: readonly Subject[]
  xml: string
  label: string
  fields: readonly Field[]
  /** The values of a single instance. */
  before?: Record<string, unknown>
  onClose: () => void
}

const NOTHING: Record<string, unknown> = {}

/** Plans changes on the diagram, shows what they would do, and does them with a reason. */
export function ModifyForm(props: ModifyFormProps) {
  const { subjects, xml, label, fields, before = NOTHING, onClose } = props
  const t = useSteeringTexts().modify
  const queries = useQueryClient()
  const [plan, setPlan] = useState({ changes: [] as Change[], variables: {} })
  const [picked, setPicked] = useState<string>()
  const [moving, setMoving] = useState<Moving>()
  const [comment, setComment] = useState('')
  const isMany = subjects.length > 1
  const steps = useMemo(() => stepsOf(xml), [xml])
  const counts = useMemo(() => countsOf(subjects), [subjects])
  const nameOf = (id: string) => steps.find((step) => step.id === id)?.name || id
  const preview = usePreview(subjects, plan)
  const marks = useMemo(
    () => marksOf(counts.keys(), plan, preview.data?.elements),
    [counts, plan, preview.data],
  )
  const run = useMutation({
    mutationFn: modify,
    onError: () => undefined,
    onSuccess: ({ errors }) => {
      const done = subjects.length - Object.keys(errors).length
      if (done > 0) notifications.show({ message: isMany ? t.doneMany(done) : t.done })
      for (const message of new Set(Object.values(errors))) {
        notifications.show({ color: 'red', message })
      }
      onClose()
    },
    onSettled: () => refresh(queries, ['instance']),
  })
  const change = (next: Change) => {
    setPlan((all) => ({ ...all, changes: withChange(all.changes, next) }))
    setMoving(undefined)
  }
  const pick = (id: string | undefined) => {
    if (moving && id && steps.some((step) => step.id === id && step.canBegin)) {
      change({ action: 'move', element: moving.from, to: id })
      setPicked(undefined)
      return
    }
    if (!moving) setPicked(steps.some((step) => step.id === id) ? id : undefined)
  }
  const able = subjects.filter(({ id }) => preview.data?.errors[id] === undefined)
  const isPlanned = !isEmptyPlan(plan)
  return (
    <ModalForm
      submit={isMany ? t.confirmMany(isPlanned ? able.length : subjects.length) : t.confirm}
      change={run}
      onSubmit={() => run.mutate({ subjects, ...plan, comment, dryRun: false })}
      onClose={onClose}
      isDisabled={
        !isPlanned ||
        !preview.isSettled ||
        preview.error !== null ||
        able.length === 0 ||
        comment.trim() === ''
      }
      noValidate
    >
      <Text size="sm" c="var(--quiet)">
        {t.hint}
      </Text>
      <Diagram
        xml={xml}
        label={label}
        marks={marks}
        picked={moving?.from ?? picked}
        onPick={pick}
        from={counts.keys().next().value}
      />
      <StepActions
        {...{ steps, counts, isMany, picked, moving }}
        onPick={pick}
        onMove={setMoving}
        onChange={change}
      />
      <ChangeList
        xml={xml}
        changes={plan.changes}
        nameOf={nameOf}
        onChange={(changes) => setPlan((all) => ({ ...all, changes }))}
      />
      <VariableFields
        fields={fields}
        before={before}
        values={plan.variables}
        onChange={(variables) => setPlan((all) => ({ ...all, variables }))}
      />
      {isPlanned && (
        <Preview
          subjects={subjects}
          nameOf={nameOf}
          outcome={preview.data}
          error={preview.error}
          isSettled={preview.isSettled}
        />
      )}
      <LongTextField
        label={t.reason}
        description={t.reasonHint}
        required
        minRows={1}
        value={comment}
        onChange={setComment}
      />
    </ModalForm>
  )
}
