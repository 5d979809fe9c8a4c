import { FileInput, Grid, Select, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf, refresh } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useKeptValues } from '../../components/kept-values.tsx'
import { plainField } from '../../fields/plain-field.ts'
import { FieldInput } from '../../fields/registry.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { useAppNames } from './filter-bar.tsx'
import { cronOf, REPEATS, type Repeats } from './repeats.ts'
import { uploadOwn } from './upload-own.ts'

export const PRIORITIES = [1, 0, -1]

const EMPTY = {
  name: '',
  performer: [] as string[],
  due: null as string | null,
  priority: 0,
  description: '',
  checklist: '',
  watchers: [] as string[],
  app: null as string | null,
  item: [] as string[],
  repeats: 'none' as Repeats,
}

/** Asks a colleague to do something. */
export function NewTask({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const texts = t.tasks.create
  const me = useMe()
  const queries = useQueryClient()
  const apps = useAppNames()
  const kept = useKeptValues({ place: 'task/new', name: texts.action }, EMPTY)
  const { values, set } = kept
  const { name, performer, due, description, checklist, watchers, app, item } = values
  const [files, setFiles] = useState<File[]>([])
  const create = useMutation({
    mutationFn: async () => {
      const [namespace = '', code = ''] = app?.split('/') ?? []
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      return callOf(
        'tasks',
        'create',
      )({
        input: {
          name,
          performer: performer[0] ?? '',
          dueDate: due,
          priority: values.priority,
          description,
          checklist: linesOf(checklist),
          watchers,
          item: item[0] ? { namespace, code, id: item[0] } : null,
          files: await uploadOwn(me.id, files),
          repeats: cronOf(values.repeats, due, zone),
        },
      })
    },
    onSuccess: () => {
      notifications.show({ message: texts.done(name) })
      kept.forget()
      onClose()
    },
    onError: () => undefined,
    onSettled: () => refresh(queries, ['task']),
  })
  return (
    <FormModal
      title={texts.action}
      submit={texts.submit}
      size="lg"
      kept={kept}
      change={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
      isDisabled={!name.trim() || performer.length === 0}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.nameHint}
        required
        maxLength={500}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Choose
            source="users"
            label={texts.performer}
            ids={performer}
            onPick={(ids) => set({ performer: ids })}
            isSingle
            isRequired
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <FieldInput
            field={plainField('DATETIME', texts.due)}
            label={texts.due}
            value={due}
            onChange={(next) => set({ due: (next as string | null) ?? null })}
          />
        </Grid.Col>
      </Grid>
      <Textarea
        label={texts.description}
        autosize
        minRows={2}
        value={description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <Textarea
        label={texts.checklist}
        description={texts.checklistHint}
        autosize
        minRows={2}
        value={checklist}
        onChange={({ currentTarget }) => set({ checklist: currentTarget.value })}
      />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Select
            label={texts.priority}
            allowDeselect={false}
            value={String(values.priority)}
            onChange={(value) => set({ priority: Number(value) })}
            data={PRIORITIES.map((each) => ({
              value: String(each),
              label: t.tasks.priority(each),
            }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Select
            label={texts.repeats}
            allowDeselect={false}
            value={values.repeats}
            onChange={(value) => set({ repeats: (value ?? 'none') as Repeats })}
            data={REPEATS.map((value) => ({ value, label: texts.repeat[value] }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Select
            label={texts.app}
            searchable
            clearable
            value={app}
            onChange={(value) => set({ app: value, item: [] })}
            data={Array.from(apps, ([value, label]) => ({ value, label }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          {app !== null && (
            <Choose
              key={app}
              source={app as `${string}/${string}`}
              label={texts.item}
              ids={item}
              onPick={(ids) => set({ item: ids })}
              isSingle
            />
          )}
        </Grid.Col>
      </Grid>
      <Choose
        source="users"
        label={texts.watchers}
        ids={watchers}
        onPick={(ids) => set({ watchers: ids })}
      />
      <FileInput label={texts.files} multiple clearable value={files} onChange={setFiles} />
    </FormModal>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
