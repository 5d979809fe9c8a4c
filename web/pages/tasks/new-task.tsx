import { limits } from 'virtual:limits'
import { FileInput, Grid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf, refresh } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { LongTextField, SelectField, TextField } from '../../components/controls.tsx'
import { MomentInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useKeptValues } from '../../components/kept-values.tsx'
import { linesOf } from '../../components/lines-of.ts'
import { useFields } from '../../components/use-form.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { useAppNames } from './filter-bar.tsx'
import { cronOf, REPEATS, type Repeats } from './repeats.ts'
import { uploadOwn } from './upload-own.ts'

export const PRIORITIES = [1, 0, -1]

const EMPTY = {
  name: '',
  performer: [] as string[],
  dueDate: null as string | null,
  priority: '0',
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
  const { values } = kept
  const { name, performer, dueDate, description, checklist, watchers, app, item } = values
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
          dueDate,
          priority: Number(values.priority),
          description,
          checklist: linesOf(checklist),
          watchers,
          item: item[0] ? { namespace, code, id: item[0] } : null,
          files: await uploadOwn(me.id, files),
          repeats: cronOf(values.repeats, dueDate, zone),
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
  const { set, field, isExplained } = useFields(kept, create, limits.tasks?.create)
  return (
    <FormModal
      title={texts.action}
      submit={texts.submit}
      size="lg"
      kept={kept}
      change={create}
      isExplained={isExplained}
      onSubmit={() => create.mutate()}
      onClose={onClose}
      isDisabled={!name.trim() || performer.length === 0}
    >
      <TextField {...field('name', texts.name)} placeholder={texts.nameHint} data-autofocus />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Choose {...field('performer', texts.performer)} source="users" isSingle />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <MomentInput {...field('dueDate', texts.due)} />
        </Grid.Col>
      </Grid>
      <LongTextField {...field('description', texts.description)} />
      <LongTextField {...field('checklist', texts.checklist)} description={texts.checklistHint} />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <SelectField
            {...field('priority', texts.priority)}
            data={PRIORITIES.map((each) => ({
              value: String(each),
              label: t.tasks.priority(each),
            }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <SelectField
            {...field('repeats', texts.repeats)}
            data={REPEATS.map((value) => ({ value, label: texts.repeat[value] }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <SelectField
            {...field('app', texts.app)}
            searchable
            clearable
            onChange={(value) => set({ app: value, item: [] })}
            data={Array.from(apps, ([value, label]) => ({ value, label }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          {app !== null && (
            <Choose
              key={app}
              {...field('item', texts.item)}
              source={app as `${string}/${string}`}
              isSingle
            />
          )}
        </Grid.Col>
      </Grid>
      <Choose {...field('watchers', texts.watchers)} source="users" />
      <FileInput label={texts.files} multiple clearable value={files} onChange={setFiles} />
    </FormModal>
  )
}
